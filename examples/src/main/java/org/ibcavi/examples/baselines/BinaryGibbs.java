// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.SplittableRandom;

/** Gibbs sampling for a model that is made of binary regressions. */
abstract class BinaryGibbs implements GibbsSampler {
  private final BinaryRegressions regressions;
  private final SplittableRandom random;

  /** Takes regressions at their start, and the seed of the draws. */
  BinaryGibbs(BinaryRegressions regressions, long seed) {
    this.regressions = regressions;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void sweep() {
    regressions.draw(random);
  }

  @Override
  public double[] theta() {
    return regressions.theta();
  }
}
