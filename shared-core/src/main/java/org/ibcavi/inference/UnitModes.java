// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

/** The modes of some units' posteriors, with the log joint density of labels and mode. */
final class UnitModes implements UnitMeans {
  private final int[] units;
  private final double[][] modes;
  private final double[] logJoints;

  UnitModes(int[] units, double[][] modes, double[] logJoints) {
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
  double logJoint(int i) {
    return logJoints[i];
  }
}
