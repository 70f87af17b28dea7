// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

/** The modes of some units' posteriors, with the log joint density of labels and mode. */
public final class UnitModes implements UnitMeans {
  private final int[] units;
  private final double[][] modes;
  private final double[] logJoints;

  /**
   * Puts modes together.
   *
   * @param units the units in increasing order, not copied
   * @param modes a vector for each of them, not copied
   * @param logJoints a log joint density for each of them, not copied
   */
  public UnitModes(int[] units, double[][] modes, double[] logJoints) {
    this.units = units;
    this.modes = modes;
    this.logJoints = logJoints;
  }

  @Override
  public int[] units() {
    return units;
  }

  @Override
  public double[] mean(int i) {
    return modes[i];
  }

  /** log p(y | mode) − ½(mode−μ₀)ᵀΛ₀(mode−μ₀) + ½log|Λ₀| of the i-th of the units. */
  public double logJoint(int i) {
    return logJoints[i];
  }
}
