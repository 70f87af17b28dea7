// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import org.ibcavi.gaussian.GaussianPrior;

/**
 * What is known of a {@link LearnedStructure} at some sweep: a variational posterior of its
 * unknowns. Immutable.
 */
public interface PriorState {
  /** No variance is taken to be smaller, so that precisions stay finite. */
  double LEAST_VARIANCE = 1e-8;

  /**
   * The density of a regression's coefficients with the unknowns at their expectations.
   *
   * @param regression which regression; any if one density serves all
   * @return the density under which the regression is fitted next
   */
  GaussianPrior of(int regression);

  /**
   * The coordinate update: the posterior of the unknowns that maximises the bound while the
   * coefficients have the given moments.
   *
   * @param means of each regression's coefficients
   * @param variances of each regression's coefficients
   * @return the next state
   */
  PriorState next(double[][] means, double[][] variances);

  /**
   * What the bound of all unknowns together has beside the regressions' own, which are those under
   * {@link #of}.
   *
   * @return to be added to the sum over categories
   */
  double terms();

  /**
   * The variance about which the weights' variances lie.
   *
   * @return above 0
   */
  double weightVariance();

  /**
   * The variance of the intercepts.
   *
   * @return above 0; NaN if there is no intercept
   */
  double interceptVariance();

  /**
   * What was learned, for the report.
   *
   * @return a phrase
   */
  String summary();
}
