// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

import org.ibcavi.gaussian.GaussianPrior;

/**
 * The belief about the coefficients of every category, stated before the number of features is
 * known. It speaks of the scale the model is fitted on: of standardized features where these are
 * standardized.
 */
public sealed interface Prior permits IsotropicPrior, LearnedScale, DiagonalPrior, FullPrior {
  /**
   * Intercept variance unless told otherwise: broad enough for the base rates of rare categories.
   */
  double DEFAULT_INTERCEPT_VARIANCE = 25;

  /**
   * One variance for all weights, learned from the data; the intercept's is 25.
   *
   * @return the default prior
   */
  static LearnedScale learned() {
    return new LearnedScale(DEFAULT_INTERCEPT_VARIANCE, LearnedScale.Evidence.AUTO);
  }

  /**
   * Mean zero and one variance for all weights; the intercept's is 25.
   *
   * @param weightVariance above 0
   * @return the prior
   */
  static IsotropicPrior isotropic(double weightVariance) {
    return new IsotropicPrior(weightVariance, DEFAULT_INTERCEPT_VARIANCE);
  }

  /**
   * Independent coefficients with a mean and a variance each.
   *
   * @param mean one for each feature and, with an intercept, a last one for it
   * @param variances as many, above 0
   * @return the prior
   */
  static Prior diagonal(double[] mean, double[] variances) {
    return new DiagonalPrior(mean, variances);
  }

  /**
   * A multivariate normal.
   *
   * @param mean one for each feature and, with an intercept, a last one for it
   * @param covariance symmetric positive definite, as many rows and columns
   * @return the prior
   */
  static Prior full(double[] mean, double[][] covariance) {
    return new FullPrior(mean, covariance);
  }

  /**
   * The density over a coefficient vector.
   *
   * @param features how many weights
   * @param intercept whether an intercept follows them
   * @return the density
   * @throws IllegalArgumentException if this prior is of another length
   * @throws IllegalStateException if something of this prior is yet to be learned
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  GaussianPrior over(int features, boolean intercept);
}
