// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.random.RandomGenerator;

/**
 * Exact draws of a normal variable with variance 1 beyond a bound: plain rejection where at least
 * half of the distribution is kept, and Robert's rejection from a shifted exponential in the tail
 * (Robert, Statistics and Computing 1995).
 */
public final class TruncatedNormal {
  private TruncatedNormal() {}

  /**
   * Draws from N(mean, 1) above a bound.
   *
   * @param mean before truncation
   * @param bound the least value
   * @param random the source
   * @return a number not below the bound
   */
  public static double above(double mean, double bound, RandomGenerator random) {
    double lower = bound - mean;
    return mean + (lower <= 0 ? byNormal(lower, random) : byExponential(lower, random));
  }

  /**
   * Draws from N(mean, 1) below a bound.
   *
   * @param mean before truncation
   * @param bound the greatest value
   * @param random the source
   * @return a number not above the bound
   */
  public static double below(double mean, double bound, RandomGenerator random) {
    return -above(-mean, -bound, random);
  }

  private static double byNormal(double lower, RandomGenerator random) {
    double z = random.nextGaussian();
    while (z < lower) {
      z = random.nextGaussian();
    }
    return z;
  }

  /** The rate with the most acceptances is (a + √(a² + 4))/2. */
  private static double byExponential(double lower, RandomGenerator random) {
    double rate = 0.5 * (lower + Math.sqrt(lower * lower + 4));
    while (true) {
      double z = lower - Math.log1p(-random.nextDouble()) / rate;
      double gap = z - rate;
      if (random.nextDouble() <= Math.exp(-0.5 * gap * gap)) {
        return z;
      }
    }
  }
}
