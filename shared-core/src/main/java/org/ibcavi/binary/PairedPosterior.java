// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import org.ibcavi.problem.Convergence;

/**
 * The posterior of a regression's coefficients under a spike and a slab: each is zero with
 * probability 1 − α_p, else N(μ_p, s_p²), independently of the others. For a quadratic log
 * likelihood with curvature H and linear term r the best coordinate is closed form (Carbonetto and
 * Stephens 2012):
 *
 * <pre>
 *   s_p² = 1/(H_pp + 1/σ²),    μ_p = s_p²(r_p − Σ_{q≠p} H_pq α_q μ_q),
 *   log(α_p/(1 − α_p)) = log(π/(1 − π)) + ½log(s_p²/σ²) + μ_p²/(2s_p²)
 * </pre>
 */
final class PairedPosterior {
  /** What is common to the weights of all regressions. */
  record Hyper(double included, double slab, double interceptVariance) {}

  private final int features;
  private final double[] inclusions;
  private final double[] slabMeans;
  private final double[] slabVariances;

  private PairedPosterior(
      int features, double[] inclusions, double[] slabMeans, double[] slabVariances) {
    this.features = features;
    this.inclusions = inclusions;
    this.slabMeans = slabMeans;
    this.slabVariances = slabVariances;
  }

  /** Everything included, at given means. */
  static PairedPosterior at(double[] mean, int features, double variance) {
    double[] ones = new double[mean.length];
    double[] variances = new double[mean.length];
    Arrays.fill(ones, 1);
    Arrays.fill(variances, variance);
    return new PairedPosterior(features, ones, mean.clone(), variances);
  }

  /** E[β]. */
  double[] mean() {
    double[] mean = new double[inclusions.length];
    Arrays.setAll(mean, p -> inclusions[p] * slabMeans[p]);
    return mean;
  }

  /** Var[β]. */
  double[] variances() {
    double[] variances = new double[inclusions.length];
    Arrays.setAll(
        variances,
        p ->
            inclusions[p] * slabVariances[p]
                + inclusions[p] * (1 - inclusions[p]) * slabMeans[p] * slabMeans[p]);
    return variances;
  }

  /** The probability that each feature's weight is not zero. */
  double[] inclusions() {
    return Arrays.copyOf(inclusions, features);
  }

  /** α·E[β² | not zero], summed over the weights. */
  double includedSquares() {
    double sum = 0;
    for (int m = 0; m < features; m++) {
      sum += inclusions[m] * (slabMeans[m] * slabMeans[m] + slabVariances[m]);
    }
    return sum;
  }

  double included() {
    return Arrays.stream(inclusions, 0, features).sum();
  }

  /**
   * Coordinate updates for the quadratic that a log likelihood is near its mean.
   *
   * @param upper the curvature H, row-major, of which the upper triangle is read
   * @param gradient of the log likelihood at the mean
   * @param hyper what is known of the prior
   * @return where the updates have settled
   */
  PairedPosterior next(double[] upper, double[] gradient, Hyper hyper) {
    int size = inclusions.length;
    PairedPosterior next =
        new PairedPosterior(features, inclusions.clone(), slabMeans.clone(), slabVariances.clone());
    // What is left of the gradient at the mean reached, g − H(m' − m).
    double[] rest = gradient.clone();
    for (int sweep = 0; sweep < Convergence.STEPS; sweep++) {
      boolean settled = true;
      for (int p = 0; p < size; p++) {
        double before = next.inclusions[p] * next.slabMeans[p];
        next.update(p, upper[p * size + p], rest[p], before, hyper);
        double move = next.inclusions[p] * next.slabMeans[p] - before;
        for (int q = 0; q < size; q++) {
          rest[q] -= move * upper[Math.min(p, q) * size + Math.max(p, q)];
        }
        settled &= Math.abs(move) <= Inference.searchTolerance() * Math.sqrt(next.slabVariances[p]);
      }
      if (settled) {
        break;
      }
    }
    return next;
  }

  private void update(int p, double curvature, double rest, double before, Hyper hyper) {
    boolean weight = p < features;
    double prior = weight ? hyper.slab() : hyper.interceptVariance();
    slabVariances[p] = 1 / (curvature + 1 / prior);
    slabMeans[p] = slabVariances[p] * (rest + curvature * before);
    if (weight) {
      double logOdds =
          Math.log(hyper.included() / (1 - hyper.included()))
              + 0.5 * Math.log(slabVariances[p] / prior)
              + 0.5 * slabMeans[p] * slabMeans[p] / slabVariances[p];
      inclusions[p] = 1 / (1 + Math.exp(-logOdds));
    }
  }

  /** Minus the divergence from the prior. */
  double minusDivergence(Hyper hyper) {
    double sum = 0;
    for (int p = 0; p < inclusions.length; p++) {
      double prior = p < features ? hyper.slab() : hyper.interceptVariance();
      double ratio = slabVariances[p] / prior;
      double slab = 1 + Math.log(ratio) - ratio - slabMeans[p] * slabMeans[p] / prior;
      sum += 0.5 * inclusions[p] * slab;
      if (p < features) {
        sum -= relative(inclusions[p], hyper.included());
        sum -= relative(1 - inclusions[p], 1 - hyper.included());
      }
    }
    return sum;
  }

  private static double relative(double probability, double prior) {
    return probability > 0 ? probability * Math.log(probability / prior) : 0;
  }
}
