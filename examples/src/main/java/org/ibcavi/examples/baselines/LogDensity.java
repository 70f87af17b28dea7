// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

/** A differentiable log density, known up to a constant. */
public interface LogDensity {
  /**
   * The number of coordinates.
   *
   * @return at least 1
   */
  int size();

  /**
   * Evaluates the log density.
   *
   * @param theta where
   * @param gradient overwritten by the gradient
   * @return the log density; not a number or −∞ where it cannot be computed
   */
  double evaluate(double[] theta, double[] gradient);
}
