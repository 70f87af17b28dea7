// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.design.TrainingData;
import org.ibcavi.parallel.Workers;

/**
 * Coordinate ascent for stick-breaking softmax with Pólya-Gamma variables (Linderman et al., 2015):
 * a logistic regression for each stick, on the rows that earlier sticks have left.
 */
public final class StickBreakingCavi extends BinaryAscent {
  private final StickBreaking sticks;

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
    super(sticks.regressions(data, precision), workers);
    this.sticks = sticks;
  }

  @Override
  public StickBreaking likelihood() {
    return sticks;
  }
}
