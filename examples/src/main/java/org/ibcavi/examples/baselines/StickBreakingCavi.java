// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.design.TrainingData;
import org.ibcavi.parallel.Workers;

/**
 * Coordinate ascent for stick-breaking softmax with Pólya-Gamma variables (Linderman et al., 2015):
 * a logistic regression for each stick, on the rows that earlier sticks have left.
 */
public final class StickBreakingCavi implements CoordinateAscent {
  private final StickBreaking sticks;
  private final BinaryRegressions regressions;
  private final Workers workers;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param sticks the order of the categories
   * @param workers who share the sticks; the result does not depend on it
   */
  public StickBreakingCavi(
      TrainingData data, double precision, StickBreaking sticks, Workers workers) {
    this.sticks = sticks;
    this.regressions =
        new BinaryRegressions(
            data, precision, BinaryAugmentation.LOGIT, sticks.predictors(), sticks::sign);
    this.workers = workers;
  }

  @Override
  public double sweep() {
    return regressions.ascend(workers);
  }

  @Override
  public double[] theta() {
    return regressions.theta();
  }

  @Override
  public double[] deviations() {
    return regressions.deviations();
  }

  @Override
  public StickBreaking likelihood() {
    return sticks;
  }
}
