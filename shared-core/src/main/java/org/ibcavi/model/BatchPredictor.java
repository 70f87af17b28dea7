// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.List;
import java.util.function.IntPredicate;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Offsets;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;

/**
 * Class probabilities and their uncertainty for many rows, chunk by chunk; a {@link RowPredictor}
 * turns a row's linear predictors into them.
 */
final class BatchPredictor {
  private final Standardization standardization;
  private final boolean intercept;
  private final List<Component> components;
  private final MeansByBasis means;
  private final RowPredictor rowPredictor;
  private final boolean someDiagonal;

  /**
   * Prepares predictions.
   *
   * @param standardization from the original to the fitted scale
   * @param intercept whether the last coefficient is an intercept
   * @param components the parts that predict
   * @param means their means
   * @param rowPredictor of the same components
   */
  BatchPredictor(
      Standardization standardization,
      boolean intercept,
      List<Component> components,
      MeansByBasis means,
      RowPredictor rowPredictor) {
    this.standardization = standardization;
    this.intercept = intercept;
    this.components = components;
    this.means = means;
    this.rowPredictor = rowPredictor;
    this.someDiagonal =
        components.stream().anyMatch(part -> part.posterior().covariance().diagonal());
  }

  /** The class probabilities of each row. */
  double[][] probabilities(DesignMatrix rows, Offsets offsets, Workers workers) {
    Offsets added = offsets.over(rows.rows(), categories());
    double[][] result = new double[rows.rows()][];
    if (rowPredictor.atMeans()) {
      plugIn(rows, added, workers, result);
    } else {
      forEachRow(
          rows,
          added,
          workers,
          rowPredictor::asksForVariances,
          (row, predictors) -> result[row] = rowPredictor.probabilities(predictors));
    }
    return result;
  }

  /** How sure the model is of the class probabilities of each row. */
  Uncertainty[] uncertainty(DesignMatrix rows, Offsets offsets, double level, Workers workers) {
    Uncertainty[] result = new Uncertainty[rows.rows()];
    forEachRow(
        rows,
        offsets.over(rows.rows(), categories()),
        workers,
        component -> true,
        (row, predictors) -> result[row] = rowPredictor.uncertainty(predictors, level));
    return result;
  }

  /** The forms of rows that predictions ask for. */
  RowsToPredict forms(DesignMatrix rows) {
    requireFeatures(rows);
    return new RowsToPredict(rows, intercept, standardization, someDiagonal);
  }

  /** Refuses rows of another number of columns. */
  void requireFeatures(DesignMatrix rows) {
    int features = components.get(0).basis().inputs();
    if (rows.columns() != features) {
      throw new IllegalArgumentException(
          "rows of " + rows.columns() + " columns; the model has " + features + " features");
    }
  }

  private int categories() {
    return components.get(0).posterior().categories();
  }

  private void plugIn(DesignMatrix rows, Offsets offsets, Workers workers, double[][] result) {
    RowsToPredict forms = forms(rows);
    workers.run(
        rows.chunks(),
        Cancellation.never(),
        chunk -> {
          List<RowsToPredict.Chunk> mapped =
              means.bases().stream().map(basis -> forms.chunk(basis, chunk)).toList();
          double[] eta = means.predictors(forms, chunk, mapped);
          int first = rows.chunkStart(chunk);
          for (int i = 0; i < rows.chunkSize(chunk); i++) {
            int from = i * means.vectors();
            result[first + i] =
                offsets.areNone()
                    ? rowPredictor.plugIn(eta, from)
                    : rowPredictor.plugIn(eta, from, offsets, first + i);
          }
        });
  }

  /** Receives a row's linear predictors, one distribution for each component. */
  @FunctionalInterface
  private interface RowTask {
    void take(int row, List<RowPredictors> predictors);
  }

  private void forEachRow(
      DesignMatrix rows, Offsets offsets, Workers workers, IntPredicate spread, RowTask task) {
    RowsToPredict forms = forms(rows).fitted();
    workers.run(
        rows.chunks(),
        Cancellation.never(),
        chunk -> {
          ChunkPredictors predictors =
              new ChunkPredictors(components, means, forms, offsets, chunk, spread);
          for (int i = 0; i < rows.chunkSize(chunk); i++) {
            task.take(rows.chunkStart(chunk) + i, predictors.row(i));
          }
        });
  }
}
