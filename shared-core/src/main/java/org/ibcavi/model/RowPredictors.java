// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import org.ibcavi.design.Offsets;

/** The posterior of a row's linear predictors in one component, and the row's offsets. */
final class RowPredictors {
  private final double[] means;
  private final int meansFrom;
  private final double[] variances;
  private final int variancesFrom;
  private final boolean shared;
  private final Offsets offsets;
  private final int row;

  /**
   * Keeps places in arrays that stay as they are.
   *
   * @param means one for each coefficient vector
   * @param meansFrom where they begin
   * @param variances as many, or one for all
   * @param variancesFrom where they begin
   * @param shared whether it is one for all
   * @param offsets of all rows
   * @param row which of them
   */
  RowPredictors(
      double[] means,
      int meansFrom,
      double[] variances,
      int variancesFrom,
      boolean shared,
      Offsets offsets,
      int row) {
    this.means = means;
    this.meansFrom = meansFrom;
    this.variances = variances;
    this.variancesFrom = variancesFrom;
    this.shared = shared;
    this.offsets = offsets;
    this.row = row;
  }

  /** Linear predictors of a row that are taken for known: their variances may not be asked for. */
  static RowPredictors known(double[] means, int meansFrom, Offsets offsets, int row) {
    return new RowPredictors(means, meansFrom, new double[0], 0, true, offsets, row);
  }

  /** Whether categories with the same vector may have different linear predictors. */
  boolean hasOffsets() {
    return !offsets.areNone();
  }

  /** The mean of a category's linear predictor, its offset included. */
  double mean(int vector, int category) {
    return hasOffsets()
        ? StackedMeans.bounded(row, mean(vector) + offsets.get(row, category))
        : mean(vector);
  }

  double mean(int vector) {
    return means[meansFrom + vector];
  }

  double variance(int vector) {
    return variances[variancesFrom + (shared ? 0 : vector)];
  }
}
