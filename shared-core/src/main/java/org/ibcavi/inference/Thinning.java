// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

import java.util.Arrays;

/**
 * Leaves most rows out of a weighted sum without changing its expectation: a row is kept with a
 * probability in proportion to its weight, and certainly if that is large, and then stands for
 * those left out (Poisson sampling with probabilities proportional to size).
 */
final class Thinning {
  private final long seed;

  Thinning(long seed) {
    this.seed = seed;
  }

  /** Thins weights in place to about {@code count} that are not zero. */
  void apply(double[] weights, int count) {
    if (count >= weights.length) {
      return;
    }
    double threshold = threshold(weights, count);
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] < threshold) {
        weights[i] = uniform(i) * threshold < weights[i] ? threshold : 0;
      }
    }
  }

  /** The θ with Σ min(1, weight/θ) = count, by bisection; it is at most the weights' sum/count. */
  private static double threshold(double[] weights, int count) {
    double low = 0;
    double high = Arrays.stream(weights).sum() / count;
    for (int halving = 0; halving < 40; halving++) {
      double middle = 0.5 * (low + high);
      if (kept(weights, middle) > count) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  private static double kept(double[] weights, double threshold) {
    double sum = 0;
    for (double weight : weights) {
      sum += Math.min(1, weight / threshold);
    }
    return sum;
  }

  /** A number in [0, 1) that depends on seed and row alone. */
  private double uniform(int row) {
    return (Hash.of(seed, row) >>> 11) * 0x1.0p-53;
  }
}
