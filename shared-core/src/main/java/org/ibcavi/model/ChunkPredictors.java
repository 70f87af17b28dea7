// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.ibcavi.design.Offsets;

/**
 * The posteriors of the linear predictors of a chunk of rows, in all components: means, and
 * variances where they are asked for.
 */
final class ChunkPredictors {
  private final MeansByBasis stack;
  private final double[] means;
  private final double[][] variances;
  private final int[] perRow;
  private final Offsets offsets;
  private final int start;

  /**
   * Computes them.
   *
   * @param components the parts that predict
   * @param stack their means
   * @param rows the rows
   * @param offsets of all rows
   * @param chunk which rows
   * @param spread the components whose variances are asked for
   */
  ChunkPredictors(
      List<Component> components,
      MeansByBasis stack,
      RowsToPredict rows,
      Offsets offsets,
      int chunk,
      IntPredicate spread) {
    this.stack = stack;
    this.offsets = offsets;
    this.start = rows.original().features().chunkStart(chunk);
    List<RowsToPredict.Chunk> mapped =
        stack.bases().stream().map(basis -> rows.chunk(basis, chunk)).toList();
    this.means = stack.predictors(rows, chunk, mapped);
    this.variances = new double[components.size()][];
    this.perRow = new int[components.size()];
    for (int c = 0; c < perRow.length; c++) {
      variances[c] = new double[0];
      if (spread.test(c)) {
        fillVariances(c, components.get(c), mapped.get(stack.basisOf(c)));
      }
    }
  }

  private void fillVariances(int c, Component component, RowsToPredict.Chunk chunk) {
    var covariance = component.posterior().covariance();
    perRow[c] = covariance.variancesPerRow();
    RowsToPredict.Form rows = chunk.form();
    double[] values =
        new double[rows.regressors().features().chunkSize(chunk.number()) * perRow[c]];
    covariance.rowVariances(rows.regressors(), rows.squares(), chunk.number(), values);
    int first = rows.regressors().features().chunkStart(chunk.chunk());
    for (int at = 0; at < values.length; at++) {
      values[at] = StackedMeans.bounded(first + at / perRow[c], values[at]);
    }
    variances[c] = values;
  }

  /** The linear predictors of the i-th row, one distribution for each component. */
  List<RowPredictors> row(int i) {
    List<RowPredictors> row = new ArrayList<>(perRow.length);
    for (int c = 0; c < perRow.length; c++) {
      int at = i * stack.vectors() + stack.start(c);
      row.add(
          new RowPredictors(
              means, at, variances[c], i * perRow[c], perRow[c] == 1, offsets, start + i));
    }
    return row;
  }
}
