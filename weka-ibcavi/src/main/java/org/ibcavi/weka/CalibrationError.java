// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import weka.core.Utils;

/**
 * The expected calibration error: instances are put in 15 bins of equal width by the probability of
 * their predicted class, and the gap between mean probability and accuracy is averaged over the
 * bins by weight (Guo, Pleiss, Sun and Weinberger, ICML 2017).
 */
public final class CalibrationError extends ProbabilityMetric {
  private static final long serialVersionUID = 1L;

  private static final int BINS = 15;

  private final double[] gaps = new double[BINS];
  private double weights;

  /** Nothing counted yet. */
  public CalibrationError() {
    super(
        "Calibration error",
        "Expected gap between the probability of the predicted class and accuracy, 15 bins.");
  }

  @Override
  void add(double[] probabilities, int actual, double weight) {
    int predicted = Utils.maxIndex(probabilities);
    double confidence = probabilities[predicted];
    int bin = Math.min(BINS - 1, (int) (confidence * BINS));
    gaps[bin] += weight * (confidence - (predicted == actual ? 1 : 0));
    weights += weight;
  }

  @Override
  double value() {
    double sum = 0;
    for (double gap : gaps) {
      sum += Math.abs(gap);
    }
    return sum / weights;
  }
}
