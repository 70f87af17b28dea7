// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

/** The posterior of a row's linear predictors in one component. */
final class RowPredictors {
  private final double[] means;
  private final int meansFrom;
  private final double[] variances;
  private final int variancesFrom;
  private final boolean shared;

  /**
   * Keeps places in arrays that stay as they are.
   *
   * @param means one for each coefficient vector
   * @param meansFrom where they begin
   * @param variances as many, or one for all
   * @param variancesFrom where they begin
   * @param shared whether it is one for all
   */
  RowPredictors(
      double[] means, int meansFrom, double[] variances, int variancesFrom, boolean shared) {
    this.means = means;
    this.meansFrom = meansFrom;
    this.variances = variances;
    this.variancesFrom = variancesFrom;
    this.shared = shared;
  }

  double mean(int vector) {
    return means[meansFrom + vector];
  }

  double variance(int vector) {
    return variances[variancesFrom + (shared ? 0 : vector)];
  }
}
