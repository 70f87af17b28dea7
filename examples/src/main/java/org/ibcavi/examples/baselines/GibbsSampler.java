// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

/** A sampler that draws every unknown in turn from its complete conditional. */
public interface GibbsSampler {
  /** Draws every unknown once. */
  void sweep();

  /**
   * The coefficients of the last sweep.
   *
   * @return P × free categories, row-major; a copy
   */
  double[] theta();
}
