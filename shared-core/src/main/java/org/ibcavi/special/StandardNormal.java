// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

import org.apache.commons.numbers.gamma.Erfcx;
import org.apache.commons.numbers.gamma.InverseErfc;

/**
 * The standard normal distribution, accurate in both tails.
 *
 * <p>Write Φ for the cdf, φ for the density and {@code δ(x) = φ(x)/Φ(x)} for the inverse Mills
 * ratio, which is the derivative of log Φ. Three ranges of the argument have a method each:
 *
 * <ul>
 *   <li>{@code x < -10}: the continued fraction of the Mills ratio;
 *   <li>{@code -10 <= x < 7}: a {@link PairTable} of log Φ and δ, for speed;
 *   <li>{@code x >= 7}: the scaled complementary error function, from which the table is made too.
 * </ul>
 */
public final class StandardNormal {
  /** Below this the continued fraction converges in {@link #FRACTION_DEPTH} steps. */
  private static final int LOW = -10;

  /** End of the table: few predictors lie beyond, and its relative error grows like x⁷. */
  private static final int HIGH = 7;

  /**
   * Intervals per unit. For positive x both functions fall like exp(-x²/2), by a factor exp(7/32)
   * over the last interval; that decides the table's error, (7/64)⁷/(2⁶ 7!) = 6e-13 there and below
   * 1e-13 for {@code x < 5}.
   */
  private static final int INTERVALS = 32;

  /** Steps of the continued fraction: at x = -10 the relative truncation error is 3e-19. */
  private static final int FRACTION_DEPTH = 16;

  private static final double INVERSE_SQRT_2 = Math.sqrt(0.5);

  /** √(2/π). */
  private static final double SQRT_2_OVER_PI = Math.sqrt(2 / Math.PI);

  /** 1/√(2π), the density at 0. */
  private static final double DENSITY_AT_0 = 1 / Math.sqrt(2 * Math.PI);

  /** ½ log(2π). */
  private static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

  private static final PairTable TABLE =
      new PairTable(
          StandardNormal::directLogCdf, StandardNormal::directInverseMills, LOW, HIGH, INTERVALS);

  private StandardNormal() {}

  /**
   * log Φ(x).
   *
   * @param x the argument
   * @return the logarithm; finite, at least {@code -Double.MAX_VALUE}, for every x but NaN
   */
  public static double logCdf(double x) {
    return TABLE.covers(x) ? TABLE.first(x) : tailLogCdf(x);
  }

  /**
   * The inverse Mills ratio φ(x)/Φ(x), the derivative of log Φ.
   *
   * @param x the argument
   * @return the ratio; finite for every x but NaN
   */
  public static double inverseMills(double x) {
    return TABLE.covers(x) ? TABLE.second(x) : tailInverseMills(x);
  }

  /**
   * Minus the second derivative of log Φ, {@code δ(x)(x + δ(x))}: from 1 at x = -∞ down to 0 at +∞.
   *
   * @param x the argument
   * @return its value, at least 0
   */
  public static double curvature(double x) {
    if (x < LOW) {
      // x + δ(x) cancels; the continued fraction gives the difference itself.
      double t = Math.min(-x, Double.MAX_VALUE);
      double excess = inverseMillsExcess(t);
      return (t + excess) * excess;
    }
    double delta = inverseMills(x);
    return delta * (Math.min(x, Double.MAX_VALUE) + delta);
  }

  /**
   * The quantile function Φ⁻¹(p).
   *
   * @param p a probability; 0 and 1 give the infinities, anything outside [0, 1] NaN
   * @return the quantile
   */
  public static double quantile(double p) {
    return -InverseErfc.value(2 * p) / INVERSE_SQRT_2;
  }

  private static double tailLogCdf(double x) {
    if (x < LOW) {
      double value = -0.5 * x * x - Math.log(tailInverseMills(x)) - HALF_LOG_2_PI;
      return Math.max(value, -Double.MAX_VALUE);
    }
    return directLogCdf(x);
  }

  private static double tailInverseMills(double x) {
    if (x < LOW) {
      double t = Math.min(-x, Double.MAX_VALUE);
      return t + inverseMillsExcess(t);
    }
    return directInverseMills(x);
  }

  /**
   * δ(-t) - t = 1/(t + 2/(t + 3/(t + ...))) for positive t; Laplace's continued fraction,
   * Abramowitz and Stegun 26.2.14.
   */
  private static double inverseMillsExcess(double t) {
    double denominator = t;
    for (int n = FRACTION_DEPTH; n >= 2; n--) {
      denominator = t + n / denominator;
    }
    return 1 / denominator;
  }

  private static double density(double x) {
    return DENSITY_AT_0 * Math.exp(-0.5 * x * x);
  }

  /** log Φ by way of erfcx(z) = exp(z²) erfc(z); Φ(-t) = exp(-t²/2) erfcx(t/√2) / 2. */
  private static double directLogCdf(double x) {
    double scaled = 0.5 * Erfcx.value(Math.abs(x) * INVERSE_SQRT_2);
    return x < 0 ? -0.5 * x * x + Math.log(scaled) : Math.log1p(-Math.exp(-0.5 * x * x) * scaled);
  }

  private static double directInverseMills(double x) {
    double erfcx = Erfcx.value(Math.abs(x) * INVERSE_SQRT_2);
    if (x < 0) {
      return SQRT_2_OVER_PI / erfcx;
    }
    double upperTail = 0.5 * erfcx * Math.exp(-0.5 * x * x);
    // The upper tail is at most one half here, so nothing cancels.
    return density(x) / (1 - upperTail);
  }
}
