// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import org.ibcavi.problem.Hash;

/**
 * Leaves most rows out of a weighted sum without changing its expectation: a row is kept with a
 * probability in proportion to its weight, and certainly if that is large, and then stands for
 * those left out (Poisson sampling with probabilities proportional to size).
 */
public final class Thinning {
  private final long seed;

  public Thinning(long seed) {
    this.seed = seed;
  }

  /** Thins weights in place to about {@code count} that are not zero. */
  public void apply(double[] weights, int count) {
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

  /**
   * The θ with Σ min(1, weight/θ) = count: from above, those at least θ are kept for certain and
   * the others share what is left of the count, until none is added to the former.
   */
  private static double threshold(double[] weights, int count) {
    double threshold = Arrays.stream(weights).sum() / count;
    int certain = 0;
    while (true) {
      int before = certain;
      certain = 0;
      double rest = 0;
      for (double weight : weights) {
        boolean small = weight < threshold;
        rest += small ? weight : 0;
        certain += small ? 0 : 1;
      }
      if (certain == before || certain >= count) {
        return threshold;
      }
      threshold = rest / (count - certain);
    }
  }

  /** A number in [0, 1) that depends on seed and row alone. */
  private double uniform(int row) {
    return (Hash.of(seed, row) >>> 11) * 0x1.0p-53;
  }
}
