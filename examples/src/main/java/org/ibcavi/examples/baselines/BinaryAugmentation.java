// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.random.RandomGenerator;
import org.ibcavi.link.Link;

/**
 * Auxiliary variables that make a binary regression's coefficients normal given them. A row has a
 * weight ω and a response r there, and its sign s is +1 or −1.
 */
enum BinaryAugmentation {
  /** Albert and Chib (1993): ω = 1, r = z from N(η, 1) on the side of zero that s names. */
  PROBIT {
    @Override
    void expect(double mean, double variance, int sign, double[] weights, double[] r, int i) {
      weights[i] = 1;
      r[i] = mean + sign * Link.PROBIT.logCdfSlope(sign * mean);
    }

    @Override
    double elbo(double mean, double variance, int sign) {
      return Link.PROBIT.logCdf(sign * mean) - 0.5 * variance;
    }

    @Override
    void draw(double eta, int sign, RandomGenerator random, double[] weights, double[] r, int i) {
      weights[i] = 1;
      r[i] = sign * TruncatedNormal.above(sign * eta, 0, random);
    }
  },

  /** Polson, Scott and Windle (2013): ω from PG(1, η), r = s/2. */
  LOGIT {
    @Override
    void expect(double mean, double variance, int sign, double[] weights, double[] r, int i) {
      weights[i] = polyaGammaMean(Math.sqrt(mean * mean + variance));
      r[i] = 0.5 * sign;
    }

    @Override
    double elbo(double mean, double variance, int sign) {
      double tilt = Math.sqrt(mean * mean + variance);
      return 0.5 * sign * mean - logTwoCosh(0.5 * tilt);
    }

    @Override
    void draw(double eta, int sign, RandomGenerator random, double[] weights, double[] r, int i) {
      weights[i] = PolyaGamma.draw(eta, random);
      r[i] = 0.5 * sign;
    }
  };

  /** Whether weights change from sweep to sweep. */
  boolean weightsVary() {
    return this != PROBIT;
  }

  /** Expected weight and response of row i, given mean and variance of its linear predictor. */
  abstract void expect(double mean, double variance, int sign, double[] weights, double[] r, int i);

  /** A row's share of the bound with the best distribution of its auxiliary variable. */
  abstract double elbo(double mean, double variance, int sign);

  /** Draws weight and response of row i, given its linear predictor. */
  abstract void draw(
      double eta, int sign, RandomGenerator random, double[] weights, double[] r, int i);

  /** E[ω] = tanh(c/2)/(2c) of PG(1, c), c ≥ 0; Polson et al. 2013. */
  static double polyaGammaMean(double tilt) {
    // Below 1e-4 the series 1/4 − c²/48 is exact to the last bit but one.
    return tilt < 1e-4 ? 0.25 - tilt * tilt / 48 : Math.tanh(0.5 * tilt) / (2 * tilt);
  }

  /** log(2 cosh x) for x ≥ 0. */
  static double logTwoCosh(double x) {
    return x + Math.log1p(Math.exp(-2 * x));
  }
}
