// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.parallel.Workers;

/** Coordinate ascent for a model that is made of binary regressions. */
abstract class BinaryAscent implements CoordinateAscent {
  private final BinaryRegressions regressions;
  private final Workers workers;

  /** Takes regressions at their start, and who shares them. */
  BinaryAscent(BinaryRegressions regressions, Workers workers) {
    this.regressions = regressions;
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
}
