// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.ml.linalg.Vectors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.RankedCategory;
import org.ibcavi.model.Uncertainty;

/**
 * The predictions of a batch. Probabilities and uncertainties are computed for all its rows when a
 * column of one row first asks for them, since a query may need neither.
 */
final class Predictions {
  /** Instead of a number: a row whose features are missing. */
  static final int NO_ROW = -1;

  private final CategoricalModel model;
  private final OutputColumns columns;
  private final Once<double[][]> probabilities;
  private final Once<Uncertainty[]> uncertainties;

  /**
   * Prepares predictions.
   *
   * @param model that predicts
   * @param columns what is made of predictions
   * @param probabilities computes them, for each row
   * @param uncertainties computes them, for each row
   */
  Predictions(
      CategoricalModel model,
      OutputColumns columns,
      Supplier<double[][]> probabilities,
      Supplier<Uncertainty[]> uncertainties) {
    this.model = model;
    this.columns = columns;
    this.probabilities = new Once<>(probabilities);
    this.uncertainties = new Once<>(uncertainties);
  }

  /** Those of some rows by a model. */
  static Predictions of(CategoricalModel model, List<FeatureValues> rows, OutputColumns columns) {
    Once<DesignMatrix> matrix = new Once<>(() -> FeatureValues.matrix(rows, model.features()));
    return new Predictions(
        model,
        columns,
        () -> model.probabilities(matrix.get()),
        () -> model.uncertainty(matrix.get(), columns.level()));
  }

  Object value(OutputColumns.Content content, int row) {
    if (content.ofUncertainty()) {
      return row == NO_ROW ? null : ofUncertainty(content, uncertainties.get()[row]);
    }
    double[] p = row == NO_ROW ? model.data().baseRates() : probabilities.get()[row];
    return switch (content) {
      case RAW -> Vectors.dense(logarithms(p));
      case PROBABILITY -> Vectors.dense(p);
      case PREDICTION -> (double) predicted(p);
      case TOP_CATEGORIES -> top(p).stream().map(RankedCategory::name).toArray(String[]::new);
      default -> top(p).stream().map(RankedCategory::probability).toArray(Double[]::new);
    };
  }

  /** A new array of them. */
  static double[] logarithms(double[] p) {
    double[] logs = new double[p.length];
    for (int k = 0; k < p.length; k++) {
      logs[k] = Math.log(p[k]);
    }
    return logs;
  }

  private static Object ofUncertainty(OutputColumns.Content content, Uncertainty uncertainty) {
    return switch (content) {
      case LOWER -> Vectors.dense(uncertainty.lower());
      case UPPER -> Vectors.dense(uncertainty.upper());
      case NOISE -> uncertainty.expectedEntropy();
      default -> uncertainty.mutualInformation();
    };
  }

  private List<RankedCategory> top(double[] p) {
    return RankedCategory.top(p, model.categoryNames(), columns.top());
  }

  /** The category with the largest ratio of probability to threshold. */
  private int predicted(double[] p) {
    int best = 0;
    double largest = columns.scaled(p[0], 0);
    for (int k = 1; k < p.length; k++) {
      double scaled = columns.scaled(p[k], k);
      if (scaled > largest) {
        largest = scaled;
        best = k;
      }
    }
    return best;
  }
}
