// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

/** The posterior of one category's coefficients on the original scale of the features. */
public final class CoefficientSummary {
  private final double level;
  private final double quantile;
  private final double[] mean;
  private final double[] standardDeviation;

  CoefficientSummary(double level, double quantile, double[] mean, double[] standardDeviation) {
    this.level = level;
    this.quantile = quantile;
    this.mean = mean;
    this.standardDeviation = standardDeviation;
  }

  /**
   * How many coefficients there are.
   *
   * @return the features, and the intercept where there is one, which comes last
   */
  public int size() {
    return mean.length;
  }

  /**
   * The probability that an interval holds.
   *
   * @return such as 0.95
   */
  public double level() {
    return level;
  }

  /**
   * A coefficient's posterior mean.
   *
   * @param coefficient which one
   * @return its mean
   */
  public double mean(int coefficient) {
    return mean[coefficient];
  }

  /**
   * A coefficient's posterior standard deviation.
   *
   * @param coefficient which one
   * @return its standard deviation
   */
  public double standardDeviation(int coefficient) {
    return standardDeviation[coefficient];
  }

  /**
   * The lower end of a coefficient's central credible interval.
   *
   * @param coefficient which one
   * @return the lower end
   */
  public double lower(int coefficient) {
    return mean[coefficient] - quantile * standardDeviation[coefficient];
  }

  /**
   * The upper end of a coefficient's central credible interval.
   *
   * @param coefficient which one
   * @return the upper end
   */
  public double upper(int coefficient) {
    return mean[coefficient] + quantile * standardDeviation[coefficient];
  }
}
