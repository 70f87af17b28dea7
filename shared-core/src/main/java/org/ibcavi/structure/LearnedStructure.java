// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

/**
 * A prior of which many numbers are learned: variances, or a mean, that some or all categories
 * share. They are unknowns of the model like the coefficients, and the binary stage finds a
 * variational posterior of both in turn.
 */
public sealed interface LearnedStructure extends Structure permits GroupedVariances, SharedMean {
  /**
   * What is known before the first sweep.
   *
   * @param regressions whose coefficients the prior is of
   * @param variance of all weights, to start from
   * @return a state under which all weights have mean zero and that variance
   */
  PriorState start(PriorRegressions regressions, double variance);

  /**
   * Whether all categories have one and the same density.
   *
   * @return false if the precisions of categories differ
   */
  boolean shared();
}
