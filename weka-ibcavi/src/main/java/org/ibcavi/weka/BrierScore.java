// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

/** The mean of Σ_k (p_k − [k is the true class])², from 0 to 2 (Brier 1950). */
public final class BrierScore extends ProbabilityMetric {
  private static final long serialVersionUID = 1L;

  private double sum;
  private double weights;

  /** Nothing counted yet. */
  public BrierScore() {
    super(
        "Brier score",
        "Mean over instances of the squared error of all class probabilities, from 0 to 2.");
  }

  @Override
  void add(double[] probabilities, int actual, double weight) {
    double squares = 0;
    for (int k = 0; k < probabilities.length; k++) {
      double error = probabilities[k] - (k == actual ? 1 : 0);
      squares += error * error;
    }
    sum += weight * squares;
    weights += weight;
  }

  @Override
  double value() {
    return sum / weights;
  }
}
