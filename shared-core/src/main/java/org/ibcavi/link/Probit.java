// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import java.util.Arrays;
import org.ibcavi.special.StandardNormal;

/** H = Φ, with the truncated normal augmentation of Albert and Chib (1993). */
final class Probit implements Link {
  @Override
  public String name() {
    return "probit";
  }

  @Override
  public double logCdf(double eta) {
    return StandardNormal.logCdf(eta);
  }

  @Override
  public double score(double alpha, double eta) {
    double value = alpha == 0 ? logCdf(eta) : logCdf(eta) - alpha * logSurvival(eta);
    return Math.min(value, Double.MAX_VALUE);
  }

  @Override
  public double logCdfSlope(double eta) {
    return StandardNormal.inverseMills(eta);
  }

  @Override
  public double curvature(double eta) {
    return StandardNormal.curvature(eta);
  }

  @Override
  public double deviation() {
    return 1;
  }

  @Override
  public double maximumWeight() {
    return 1;
  }

  @Override
  public boolean constantWeight() {
    return true;
  }

  @Override
  public double weight(double mean, double variance) {
    return 1;
  }

  @Override
  public double bound(boolean positive, double mean, double variance) {
    return logCdf(positive ? mean : -mean);
  }

  @Override
  public double boundSlope(boolean positive, double mean, double variance) {
    return positive ? logCdfSlope(mean) : -logCdfSlope(-mean);
  }

  @Override
  public double boundCurvature(boolean positive, double mean, double variance) {
    return curvature(positive ? mean : -mean);
  }

  @Override
  public double moderated(double mean, double variance) {
    return mean / Math.sqrt(1 + variance);
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
    for (int j = 0; j < length; j++) {
      double x = -eta[from + j];
      total[totalFrom + j] += rowWeight * StandardNormal.logCdf(x);
      eta[from + j] = rowWeight * -StandardNormal.inverseMills(x);
    }
    if (variance != null) {
      Arrays.fill(variance, from, from + length, rowWeight);
    }
  }

  @Override
  public void scores(double alpha, double[] eta, double[] slope, int from, int length) {
    for (int at = from; at < from + length; at++) {
      double x = eta[at];
      slope[at] = StandardNormal.inverseMills(x) + alpha * StandardNormal.inverseMills(-x);
      eta[at] = StandardNormal.logCdf(x) - alpha * StandardNormal.logCdf(-x);
    }
  }

  @Override
  public String toString() {
    return name();
  }
}
