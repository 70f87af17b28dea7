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

  /**
   * What rows say about a threshold.
   *
   * @param certain how many have at least this weight
   * @param rest the sum of the weights of all others
   */
  public record Below(long certain, double rest) {
    /**
     * Of some rows.
     *
     * @param weights one for each row
     * @param threshold the threshold
     * @return what they say
     */
    public static Below of(double[] weights, double threshold) {
      long certain = 0;
      double rest = 0;
      for (double weight : weights) {
        boolean small = weight < threshold;
        rest += small ? weight : 0;
        certain += small ? 0 : 1;
      }
      return new Below(certain, rest);
    }
  }

  /** Thins weights in place to about {@code count} that are not zero. */
  public void apply(double[] weights, int count) {
    if (count >= weights.length) {
      return;
    }
    Search search = new Search(Arrays.stream(weights).sum(), count);
    while (!search.ended()) {
      search.take(Below.of(weights, search.threshold()));
    }
    apply(weights, search.threshold(), 0);
  }

  /**
   * Thins weights in place by a threshold.
   *
   * @param weights one for each row, at least some of all
   * @param threshold those that reach it stay as they are
   * @param first the number of the first of these rows among all
   */
  public void apply(double[] weights, double threshold, long first) {
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] < threshold) {
        weights[i] = uniform(first + i) * threshold < weights[i] ? threshold : 0;
      }
    }
  }

  /**
   * The search for the θ with Σ min(1, weight/θ) = count: from above, those at least θ are kept for
   * certain and the others share what is left of the count, until none is added to the former.
   */
  public static final class Search {
    private final int count;
    private double threshold;
    private long certain;
    private boolean ended;

    /**
     * Begins.
     *
     * @param total the sum of all weights
     * @param count how many are to be kept
     */
    public Search(double total, int count) {
      this.count = count;
      this.threshold = total / count;
    }

    /**
     * The threshold to ask the rows about, or the one that was found.
     *
     * @return θ
     */
    public double threshold() {
      return threshold;
    }

    /**
     * Whether the threshold is found.
     *
     * @return true if so
     */
    public boolean ended() {
      return ended;
    }

    /**
     * Takes what all rows say about the threshold.
     *
     * @param below what they say
     */
    public void take(Below below) {
      ended = below.certain() == certain || below.certain() >= count;
      certain = below.certain();
      if (!ended) {
        threshold = below.rest() / (count - certain);
      }
    }
  }

  /** A number in [0, 1) that depends on seed and row alone. */
  private double uniform(long row) {
    return (Hash.of(seed, row) >>> 11) * 0x1.0p-53;
  }
}
