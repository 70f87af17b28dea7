// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

/**
 * The ascent of one unit's objective, driven from outside: it proposes a point, and is told the
 * objective and the gradient there. So the passes over the data can serve many units at once.
 */
sealed interface UnitAscent permits Lbfgs, GradientStep {
  /** Where the objective is wanted next. Not copied. */
  double[] proposal();

  /** The objective and its gradient at the proposal; the gradient is copied. */
  void tell(double value, double[] gradient);

  /** The best point so far. Not copied. */
  double[] point();

  /** The objective there. */
  double value();

  /** Whether the last proposal was taken. */
  boolean moved();

  /** Whether nothing more is wanted. */
  boolean done();

  /** Whether it is done for want of precision only. */
  boolean stalled();
}
