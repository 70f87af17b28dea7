// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

/**
 * Learns a diagonal metric during warm-up: after a first part in which only the step size adapts,
 * windows that double in length, each giving the variances of its draws, shrunk towards a small
 * constant; a last part adapts the step size to the final metric (Stan Reference Manual, "HMC
 * algorithm parameters").
 */
final class VarianceWindows {
  private static final int FIRST = 75;
  private static final int LAST = 50;
  private static final int BASE = 25;

  /** Draws in all windows together. */
  private final int limit;

  private int windowEnd;
  private int window;

  /** Draws since the windows began; negative before. */
  private int draw;

  private int count;
  private final double[] mean;
  private final double[] squares;

  VarianceWindows(int size, int warmup) {
    mean = new double[size];
    squares = new double[size];
    boolean roomy = warmup >= FIRST + LAST + BASE;
    int before = roomy ? FIRST : (int) (0.15 * warmup);
    int after = roomy ? LAST : (int) (0.1 * warmup);
    limit = warmup - before - after;
    window = roomy ? BASE : limit;
    windowEnd = window;
    draw = -before;
  }

  /** Takes a warm-up draw; true if a window ended and {@code variances} has been overwritten. */
  boolean add(double[] theta, double[] variances) {
    draw++;
    if (draw <= 0 || draw > limit) {
      return false;
    }
    count++;
    for (int j = 0; j < mean.length; j++) {
      double delta = theta[j] - mean[j];
      mean[j] += delta / count;
      squares[j] += delta * (theta[j] - mean[j]);
    }
    if (draw < windowEnd) {
      return false;
    }
    finish(variances);
    return true;
  }

  private void finish(double[] variances) {
    double share = count / (count + 5.0);
    for (int j = 0; j < mean.length; j++) {
      variances[j] = share * squares[j] / Math.max(1, count - 1) + 1e-3 * (1 - share);
      mean[j] = 0;
      squares[j] = 0;
    }
    count = 0;
    window *= 2;
    // A window that would leave less than its double behind it takes the rest.
    windowEnd = windowEnd + 3L * window > limit ? limit : windowEnd + window;
  }
}
