// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

/** The posterior of a row's linear predictors in one component. */
final class RowPredictors {
  private final double[] means;
  private final double[] variances;

  /**
   * Keeps them.
   *
   * @param means one for each coefficient vector
   * @param variances as many, or one for all, or none if they are not wanted
   */
  RowPredictors(double[] means, double[] variances) {
    this.means = means;
    this.variances = variances;
  }

  double[] means() {
    return means;
  }

  double variance(int vector) {
    return variances.length == 1 ? variances[0] : variances[vector];
  }
}
