// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.PriorReport;

/**
 * What is known of a {@link LearnedStructure} at some sweep: a variational posterior of its
 * unknowns. Immutable.
 */
public interface PriorState {
  /** No variance is taken to be smaller, so that precisions stay finite. */
  double LEAST_VARIANCE = 1e-8;

  /**
   * The densities of the regressions' coefficients with the unknowns at their expectations.
   *
   * @return what the regressions are fitted under next
   */
  RegressionPriors priors();

  /**
   * The coordinate update: the posterior of the unknowns that maximises the bound while the
   * coefficients have the given moments.
   *
   * @param moments of the coefficients
   * @return the next state
   */
  PriorState next(Moments moments);

  /**
   * What the bound of all unknowns together has beside the regressions' own, which are those under
   * {@link #priors}.
   *
   * @return to be added to the sum over categories
   */
  double terms();

  /**
   * What prior it is, with the variance about which the weights' variances lie.
   *
   * @return its line of the report
   */
  PriorReport report();

  /**
   * What was learned, for the report.
   *
   * @return a phrase
   */
  String summary();
}
