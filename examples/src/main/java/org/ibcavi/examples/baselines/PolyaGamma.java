// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.random.RandomGenerator;
import org.ibcavi.link.Link;

/**
 * Exact draws from the Pólya-Gamma distribution PG(1, z) by Devroye's alternating series (Polson,
 * Scott and Windle, JASA 2013, §4): X/4 with X from the exponentially tilted Jacobi distribution
 * J*(1, z/2), proposed from an inverse Gaussian below the truncation point and an exponential above
 * it.
 */
public final class PolyaGamma {
  /** Where the two forms of the series' coefficients cross. */
  private static final double TRUNCATION = 0.64;

  private PolyaGamma() {}

  /**
   * Draws once.
   *
   * @param z the tilt; PG(1, z) and PG(1, −z) are the same
   * @param random the source
   * @return a positive number with mean tanh(z/2)/(2z)
   */
  public static double draw(double z, RandomGenerator random) {
    double tilt = 0.5 * Math.abs(z);
    double rate = Math.PI * Math.PI / 8 + tilt * tilt / 2;
    double above = Math.PI / (2 * rate) * Math.exp(-rate * TRUNCATION);
    double below = massBelow(tilt);
    while (true) {
      double x =
          random.nextDouble() < above / (above + below)
              ? TRUNCATION + exponential(random) / rate
              : truncatedInverseGaussian(tilt, random);
      if (accepted(x, random)) {
        return 0.25 * x;
      }
    }
  }

  /** 2 e^(−z) times the inverse Gaussian's cdf at the truncation point, mean 1/z and shape 1. */
  private static double massBelow(double tilt) {
    double root = Math.sqrt(1 / TRUNCATION);
    double near = Link.PROBIT.logCdf(root * (TRUNCATION * tilt - 1)) - tilt;
    double far = Link.PROBIT.logCdf(-root * (TRUNCATION * tilt + 1)) + tilt;
    return 2 * (Math.exp(near) + Math.exp(far));
  }

  private static boolean accepted(double x, RandomGenerator random) {
    double sum = coefficient(0, x);
    double y = random.nextDouble() * sum;
    for (int n = 1; ; n++) {
      double term = coefficient(n, x);
      if ((n & 1) == 1) {
        sum -= term;
        if (y <= sum) {
          return true;
        }
      } else {
        sum += term;
        if (y > sum) {
          return false;
        }
      }
    }
  }

  private static double coefficient(int n, double x) {
    double half = n + 0.5;
    return x > TRUNCATION
        ? Math.PI * half * Math.exp(-0.5 * half * half * Math.PI * Math.PI * x)
        : Math.PI * half * Math.pow(2 / (Math.PI * x), 1.5) * Math.exp(-2 * half * half / x);
  }

  private static double exponential(RandomGenerator random) {
    return -Math.log1p(-random.nextDouble());
  }

  private static double truncatedInverseGaussian(double tilt, RandomGenerator random) {
    return tilt < 1 / TRUNCATION ? byChiSquare(tilt, random) : byInverseGaussian(1 / tilt, random);
  }

  /** For a mean above the truncation point: a truncated scaled inverse χ², thinned. */
  private static double byChiSquare(double tilt, RandomGenerator random) {
    while (true) {
      double first = exponential(random);
      double second = exponential(random);
      while (first * first > 2 * second / TRUNCATION) {
        first = exponential(random);
        second = exponential(random);
      }
      double root = 1 + TRUNCATION * first;
      double x = TRUNCATION / (root * root);
      if (random.nextDouble() <= Math.exp(-0.5 * tilt * tilt * x)) {
        return x;
      }
    }
  }

  /** Michael, Schucany and Haas' draws of an inverse Gaussian until one is below the truncation. */
  private static double byInverseGaussian(double mean, RandomGenerator random) {
    while (true) {
      double normal = random.nextGaussian();
      double y = mean * normal * normal;
      double x = mean * (1 + 0.5 * y - 0.5 * Math.sqrt(4 * y + y * y));
      if (random.nextDouble() > mean / (mean + x)) {
        x = mean * mean / x;
      }
      if (x > 0 && x <= TRUNCATION) {
        return x;
      }
    }
  }
}
