// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

/**
 * A prior of which many numbers are learned: variances, or a mean, that some or all categories
 * share. They are unknowns of the model like the coefficients, and the binary stage finds a
 * variational posterior of both in turn.
 */
public sealed interface LearnedStructure extends Prior permits GroupedVariances, SharedMean {
  /**
   * What is known before the first sweep.
   *
   * @param regressions whose coefficients the prior is of
   * @param variance of all weights, to start from
   * @return a state under which all weights have mean zero and that variance
   */
  PriorState start(PriorRegressions regressions, double variance);

  /**
   * The prior with one variance for all weights, from which learning starts.
   *
   * @return its intercept variance, and how the variance is learned
   */
  LearnedScale common();

  /**
   * Whether all categories have one and the same density.
   *
   * @return false if the precisions of categories differ
   */
  boolean shared();

  @Override
  default GaussianPrior over(int features, boolean intercept) {
    throw new IllegalStateException(
        "the prior is yet to be learned; ask start(regressions, variance)");
  }
}
