// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.design.TrainingData;

/**
 * A Gibbs sampler for stick-breaking softmax with Pólya-Gamma variables (Linderman et al., 2015).
 */
public final class StickBreakingGibbs extends BinaryGibbs {
  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param sticks the order of the categories
   * @param seed of the draws
   */
  public StickBreakingGibbs(TrainingData data, double precision, StickBreaking sticks, long seed) {
    super(sticks.regressions(data, precision), seed);
  }
}
