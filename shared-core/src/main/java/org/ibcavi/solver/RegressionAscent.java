// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

/**
 * The ascent of one regression's objective, driven from outside: it proposes a point, and is told
 * the objective and the gradient there. So the passes over the data can serve many regressions at
 * once.
 */
public sealed interface RegressionAscent permits Lbfgs, GradientStep {
  /**
   * Where the objective is wanted next.
   *
   * @return not copied
   */
  double[] proposal();

  /**
   * Takes the objective and its gradient at the proposal.
   *
   * @param value the objective
   * @param gradient copied
   */
  void tell(double value, double[] gradient);

  /**
   * The best point so far.
   *
   * @return not copied
   */
  double[] point();

  /**
   * The objective at the best point.
   *
   * @return its value
   */
  double value();

  /**
   * Whether the last proposal was taken.
   *
   * @return true if so
   */
  boolean moved();

  /**
   * Whether nothing more is wanted.
   *
   * @return true if so
   */
  boolean done();

  /**
   * Whether it is done for want of precision only.
   *
   * @return true if so
   */
  boolean stalled();
}
