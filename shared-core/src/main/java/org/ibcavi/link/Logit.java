// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import java.util.Arrays;
import org.ibcavi.special.Exponential;
import org.ibcavi.special.Logistic;

/**
 * H = σ, the logistic function, with the bound of Jaakkola and Jordan (2000), which is the
 * Pólya-Gamma augmentation of Polson, Scott and Windle (2013).
 */
final class Logit implements Link {
  /** The working weight and the curvature at 0. */
  private static final double QUARTER = 0.25;

  /** Below this c² the curvature, ¼ - O(c²), rounds to ¼. */
  private static final double FLAT = 1e-17;

  @Override
  public String name() {
    return "logit";
  }

  /** log σ(η) = min(η, 0) - log(1 + exp(-|η|)). */
  @Override
  public double logCdf(double eta) {
    double value = Math.min(eta, 0) - Logistic.logOnePlusExp(Math.abs(eta));
    return Math.max(value, -Double.MAX_VALUE);
  }

  /** (1 - α) log σ(η) + αη, since log σ(-η) = log σ(η) - η. */
  @Override
  public double score(double alpha, double eta) {
    if (alpha == 0) {
      // Below, 0 times the -infinity of a category that is left out would be NaN.
      return Math.max(logCdf(eta), -Double.MAX_VALUE);
    }
    double value = alpha == 1 ? eta : (1 - alpha) * logCdf(eta) + alpha * eta;
    return Math.max(value, -Double.MAX_VALUE);
  }

  /** With z = e^(-η): e^η for α = 1, 1/(1 + z) for α = 0, 1/√(z(1 + z)) for α = ½. */
  @Override
  public void terms(double alpha, double[] eta, int from, int n, double[] out) {
    if (alpha == 1) {
      System.arraycopy(eta, from, out, 0, n);
      Exponential.of(out, 0, n);
    } else if (alpha == 0) {
      odds(eta, from, n, out);
      for (int k = 0; k < n; k++) {
        out[k] = 1 / (1 + out[k]);
      }
    } else if (alpha == 0.5) {
      odds(eta, from, n, out);
      for (int k = 0; k < n; k++) {
        // Not the root of the product, which overflows long before z does.
        out[k] = 1 / (Math.sqrt(out[k]) * Math.sqrt(1 + out[k]));
      }
    } else {
      Link.super.terms(alpha, eta, from, n, out);
    }
  }

  /** e^(-η), the odds against. */
  private static void odds(double[] eta, int from, int n, double[] out) {
    for (int k = 0; k < n; k++) {
      out[k] = -eta[from + k];
    }
    Exponential.of(out, 0, n);
  }

  /** α + (1 - α) σ(-η). */
  @Override
  public double scoreSlope(double alpha, double eta) {
    return alpha == 1 ? 1 : alpha + (1 - alpha) * logCdfSlope(eta);
  }

  @Override
  public double logCdfSlope(double eta) {
    double z = Math.exp(-Math.abs(eta));
    return (eta < 0 ? 1 : z) / (1 + z);
  }

  @Override
  public double curvature(double eta) {
    double z = Math.exp(-Math.abs(eta));
    return z / ((1 + z) * (1 + z));
  }

  @Override
  public double deviation() {
    return Math.PI / Math.sqrt(3);
  }

  @Override
  public double maximumWeight() {
    return QUARTER;
  }

  @Override
  public boolean constantWeight() {
    return false;
  }

  @Override
  public double weight(double mean, double variance) {
    return Logistic.polyaGammaMean(radius(mean, variance));
  }

  @Override
  public double bound(boolean positive, double mean, double variance) {
    return bound(positive ? mean : -mean, radius(mean, variance));
  }

  @Override
  public double boundSlope(boolean positive, double mean, double variance) {
    return (positive ? 0.5 : -0.5) - weight(mean, variance) * mean;
  }

  /**
   * With g(c) = log(2 cosh(c/2)) the bound is ±m/2 - g(c), and minus its second derivative g''(c)
   * m²/c² + w v/c², a weighted mean of g'' = σ(c)σ(-c) and w; both are ¼ at c = 0.
   */
  @Override
  public double boundCurvature(boolean positive, double mean, double variance) {
    double c = radius(mean, variance);
    if (c * c < FLAT) {
      return QUARTER;
    }
    double ratio = mean / c;
    return curvature(c) * (ratio * ratio) + Logistic.polyaGammaMean(c) * (variance / c / c);
  }

  @Override
  public double moderated(double mean, double variance) {
    return mean / Math.sqrt(1 + Math.PI / 8 * variance);
  }

  @Override
  public void negatives(
      double rowWeight,
      double[] eta,
      double[] variance,
      int from,
      int length,
      double[] total,
      int totalFrom) {
    if (variance == null) {
      negatives(rowWeight, eta, from, length, total, totalFrom);
      return;
    }
    // A loop of its own, which the compiler turns into vector instructions.
    for (int j = 0; j < length; j++) {
      variance[from + j] = root(eta[from + j], variance[from + j]);
    }
    for (int j = 0; j < length; j++) {
      double m = eta[from + j];
      double c = bounded(variance[from + j], m);
      double w = Logistic.polyaGammaMean(c);
      total[totalFrom + j] += rowWeight * bound(-m, c);
      eta[from + j] = rowWeight * (-0.5 - w * m);
      variance[from + j] = rowWeight * w;
    }
  }

  /** The block form without variance, where c = |m|. */
  private static void negatives(
      double rowWeight, double[] eta, int from, int length, double[] total, int totalFrom) {
    for (int j = 0; j < length; j++) {
      double m = eta[from + j];
      double c = Math.abs(m);
      total[totalFrom + j] += rowWeight * bound(-m, c);
      eta[from + j] = rowWeight * (-0.5 - Logistic.polyaGammaMean(c) * m);
    }
  }

  /** c = √(m² + v). */
  private static double radius(double mean, double variance) {
    return bounded(root(mean, variance), mean);
  }

  private static double root(double mean, double variance) {
    return Math.sqrt(mean * mean + variance);
  }

  /**
   * Replaces a root that overflowed: |m| is then beyond 1e154, and no variance counts beside m².
   */
  private static double bounded(double root, double mean) {
    return root == Double.POSITIVE_INFINITY ? Math.abs(mean) : root;
  }

  /** s/2 - c/2 - log(1 + exp(-c)) for s = ±m. */
  private static double bound(double signedMean, double c) {
    return 0.5 * signedMean - 0.5 * c - Logistic.logOnePlusExp(c);
  }

  /**
   * With log σ(-η) = log σ(η) - η the score is (1 - α) log σ(η) + αη, and its slope α + (1 - α)
   * σ(-η). For α = 1, softmax, that is η itself.
   */
  @Override
  public void scores(double alpha, double[] eta, double[] slope, int from, int length) {
    if (alpha == 1) {
      Arrays.fill(slope, from, from + length, 1);
      return;
    }
    for (int at = from; at < from + length; at++) {
      slope[at] = -Math.abs(eta[at]);
    }
    Exponential.of(slope, from, length);
    for (int at = from; at < from + length; at++) {
      double x = eta[at];
      double z = slope[at];
      slope[at] = alpha + (1 - alpha) * (x < 0 ? 1 : z) / (1 + z);
      double logSigma = Math.min(x, 0) - Math.log1p(z);
      eta[at] = Math.max((1 - alpha) * logSigma + alpha * x, -Double.MAX_VALUE);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
