// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

/**
 * log H(η) and log(1 − H(η)) of a binary link with their slopes, written down here once more so
 * that exact draws do not rest on the code that they judge. The fields hold what the last call of
 * {@link #at} found.
 */
abstract class BinaryTails {
  /** log H(η). */
  protected double logLower;

  /** log(1 − H(η)). */
  protected double logUpper;

  /** d log H / dη. */
  protected double lowerSlope;

  /** d log(1 − H) / dη, a negative number. */
  protected double upperSlope;

  /** Fills all fields. */
  abstract void at(double eta);

  static BinaryTails of(String link) {
    return switch (link) {
      case "logit" -> new Logit();
      case "probit" -> new Probit();
      default -> throw new IllegalArgumentException("link '" + link + "'; must be logit or probit");
    };
  }

  /** H(η) = 1/(1 + e^(−η)). */
  private static final class Logit extends BinaryTails {
    @Override
    void at(double eta) {
      double small = Math.exp(-Math.abs(eta));
      double log = Math.log(1 + small);
      logLower = Math.min(eta, 0) - log;
      logUpper = Math.min(-eta, 0) - log;
      lowerSlope = (eta > 0 ? small : 1) / (1 + small);
      upperSlope = lowerSlope - 1;
    }
  }

  /**
   * H(η) = Φ(η). Up to a distance from 0 by Φ(x) = ½ + φ(x)(x + x³/3 + x⁵/15 + …) (Marsaglia 2004,
   * Journal of Statistical Software 11), beyond it by the continued fraction of the tail, (1 −
   * Φ(x))/φ(x) = 1/(x + 1/(x + 2/(x + 3/(x + …)))).
   */
  private static final class Probit extends BinaryTails {
    private static final double LOG_ROOT = 0.5 * Math.log(2 * Math.PI);

    /** Up to here the difference of ½ and the series has lost three digits at most. */
    private static final double SERIES_END = 3;

    /** Terms after which neither sum changes any more, the series up to 3 and the fraction at 3. */
    private static final int TERMS = 80;

    private static final double[] RECIPROCALS = new double[TERMS];

    static {
      for (int n = 0; n < TERMS; n++) {
        RECIPROCALS[n] = 1.0 / (2 * n + 1);
      }
    }

    @Override
    void at(double eta) {
      double logDensity = -0.5 * eta * eta - LOG_ROOT;
      double x = Math.abs(eta);
      double logTail = x < SERIES_END ? Math.log(0.5 - series(x)) : logDensity + logMills(x);
      double logBody = logOneMinus(Math.exp(logTail));
      logLower = eta < 0 ? logTail : logBody;
      logUpper = eta < 0 ? logBody : logTail;
      lowerSlope = Math.exp(logDensity - logLower);
      upperSlope = -Math.exp(logDensity - logUpper);
    }

    /** log(1 − p), by its series where 1 − p has lost digits of p. */
    private static double logOneMinus(double p) {
      return p < 1e-4 ? -p * (1 + p * (0.5 + p / 3)) : Math.log(1 - p);
    }

    /** Φ(x) − ½. */
    private static double series(double x) {
      double square = x * x;
      double term = x;
      double sum = x;
      for (int n = 1; n < TERMS && term > 1e-17 * sum; n++) {
        term *= square * RECIPROCALS[n];
        sum += term;
      }
      return sum * Math.exp(-0.5 * square - LOG_ROOT);
    }

    /**
     * log((1 − Φ(x))/φ(x)). Farther out fewer terms do: with these no bit of two million results at
     * random places differed from those with all terms.
     */
    private static double logMills(double x) {
      double denominator = x;
      double share = SERIES_END * SERIES_END / (x * x);
      for (int n = (int) (TERMS * (0.2 + 0.8 * share)); n >= 1; n--) {
        denominator = x + n / denominator;
      }
      return -Math.log(denominator);
    }
  }
}
