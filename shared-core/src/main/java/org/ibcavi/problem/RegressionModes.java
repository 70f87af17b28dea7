// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

/** The modes of some regressions' posteriors, with the log joint density of labels and mode. */
public final class RegressionModes implements RegressionMeans {
  private final int[] regressions;
  private final double[][] modes;
  private final double[] logJoints;

  /**
   * Puts modes together.
   *
   * @param regressions the regressions in increasing order, not copied
   * @param modes a vector for each of them, not copied
   * @param logJoints a log joint density for each of them, not copied
   */
  public RegressionModes(int[] regressions, double[][] modes, double[] logJoints) {
    this.regressions = regressions;
    this.modes = modes;
    this.logJoints = logJoints;
  }

  @Override
  public int[] regressions() {
    return regressions;
  }

  @Override
  public double[] mean(int i) {
    return modes[i];
  }

  /** log p(y | mode) − ½(mode−μ₀)ᵀΛ₀(mode−μ₀) + ½log|Λ₀| of the i-th of the regressions. */
  public double logJoint(int i) {
    return logJoints[i];
  }
}
