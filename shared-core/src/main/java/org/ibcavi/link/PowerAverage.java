// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import java.util.Arrays;

/**
 * A weighted average of members of the {@link PowerFamily} that share a link, for predicting many
 * rows: two exponentials for a category, however many members there are, and no memory but what
 * each thread keeps.
 *
 * <p>With m the category of the largest η, which is the most probable one under every member, and
 * members α₀, α₀ + s, α₀ + 2s, …, the unnormalised probabilities relative to m's are
 *
 * <pre>
 *   t_k q_k^i,   t_k = H_k/H_m · (S_m/S_k)^α₀,   q_k = (S_m/S_k)^s,   S = 1 − H,
 * </pre>
 *
 * neither above 1. So a member's normaliser is a sum of powers, and the average a polynomial in
 * q_k. Members that are not evenly spaced are evaluated one by one; a single one needs one
 * exponential.
 */
public final class PowerAverage {
  /** How far a member may be from its place on the grid: a few roundings of numbers up to 1. */
  private static final double ROUNDING = 1e-15;

  /** Categories summed at a time: sums of sums drift less than one long sum. */
  private static final int BLOCK = 128;

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final Link link;
  private final double[] alphas;
  private final double[] weights;
  private final double step;
  private final boolean even;

  /**
   * An average.
   *
   * @param link the binary link
   * @param alphas the powers, each in [0, 1]; fast if they are evenly spaced and increase
   * @param weights as many
   */
  public PowerAverage(Link link, double[] alphas, double[] weights) {
    if (alphas.length == 0 || alphas.length != weights.length) {
      throw new IllegalArgumentException(
          alphas.length + " alphas with " + weights.length + " weights; must be as many of each");
    }
    Arrays.stream(alphas).forEach(PowerFamily::requireValid);
    this.link = link;
    this.alphas = alphas.clone();
    this.weights = weights.clone();
    int last = alphas.length - 1;
    this.step = last == 0 ? 0 : (alphas[last] - alphas[0]) / last;
    this.even = step >= 0 && evenlySpaced();
  }

  private boolean evenlySpaced() {
    for (int i = 0; i < alphas.length; i++) {
      if (Math.abs(alphas[i] - (alphas[0] + i * step)) > ROUNDING) {
        return false;
      }
    }
    return true;
  }

  /** A thread's memory, as large as its largest use. */
  private static final class Scratch {
    double[] base = {};
    double[] ratio = {};
    double[] terms = {};
    double[] totals = {};
    double[] sums = {};

    Scratch fit(int categories, int members) {
      if (base.length < categories) {
        base = new double[categories];
        ratio = new double[categories];
        terms = new double[categories];
      }
      if (sums.length < members) {
        sums = new double[members];
        totals = new double[members];
      }
      return this;
    }
  }

  /**
   * Adds weighted probabilities of all categories: {@code probabilities[k] += weight · p(k)}.
   *
   * @param weight what the probabilities are multiplied by
   * @param eta linear predictors
   * @param multiplicities how many categories with the same η each of them stands for; the
   *     probability is that of one
   * @param probabilities running sums, as long as the multiplicities
   */
  public void add(double weight, double[] eta, int[] multiplicities, double[] probabilities) {
    int n = multiplicities.length;
    Scratch scratch = SCRATCH.get().fit(n, weights.length);
    if (!even) {
      addOneByOne(weight, eta, multiplicities, scratch, probabilities);
      return;
    }
    terms(eta, n, scratch);
    normalisers(multiplicities, scratch);
    double[] factors = scratch.totals;
    for (int i = 0; i < weights.length; i++) {
      factors[i] = weight * weights[i] / factors[i];
    }
    if (weights.length == 1) {
      for (int k = 0; k < n; k++) {
        probabilities[k] += scratch.base[k] * factors[0];
      }
      return;
    }
    for (int k = 0; k < n; k++) {
      double q = scratch.ratio[k];
      double value = factors[weights.length - 1];
      for (int i = weights.length - 2; i >= 0; i--) {
        value = Math.fma(value, q, factors[i]);
      }
      probabilities[k] += scratch.base[k] * value;
    }
  }

  /** t and q of every category. */
  private void terms(double[] eta, int n, Scratch scratch) {
    int best = 0;
    for (int k = 1; k < n; k++) {
      best = eta[k] > eta[best] ? k : best;
    }
    double first = alphas[0];
    if (weights.length == 1) {
      link.ratios(first, eta, best, n, scratch.base);
      return;
    }
    double logCdf = link.logCdf(eta[best]);
    double logSurvival = link.logSurvival(eta[best]);
    for (int k = 0; k < n; k++) {
      double fall = logSurvival - link.logSurvival(eta[k]);
      scratch.base[k] = Math.exp(link.logCdf(eta[k]) - logCdf + first * fall);
      scratch.ratio[k] = step == 0 ? 1 : Math.exp(step * fall);
    }
  }

  /** Σ_k t_k q_k^i of every member i, in the totals. */
  private void normalisers(int[] multiplicities, Scratch scratch) {
    int members = weights.length;
    double[] totals = scratch.totals;
    double[] sums = scratch.sums;
    Arrays.fill(totals, 0, members, 0);
    if (members == 1) {
      totals[0] = total(multiplicities, scratch.base);
      return;
    }
    for (int from = 0; from < multiplicities.length; from += BLOCK) {
      int to = Math.min(from + BLOCK, multiplicities.length);
      Arrays.fill(sums, 0, members, 0);
      for (int k = from; k < to; k++) {
        double term = multiplicities[k] * scratch.base[k];
        double q = scratch.ratio[k];
        for (int i = 0; i < members; i++) {
          sums[i] += term;
          term *= q;
        }
      }
      for (int i = 0; i < members; i++) {
        totals[i] += sums[i];
      }
    }
  }

  /** Σ_k t_k. */
  private static double total(int[] multiplicities, double[] terms) {
    double total = 0;
    for (int from = 0; from < multiplicities.length; from += BLOCK) {
      int to = Math.min(from + BLOCK, multiplicities.length);
      double sum = 0;
      for (int k = from; k < to; k++) {
        sum += multiplicities[k] * terms[k];
      }
      total += sum;
    }
    return total;
  }

  private void addOneByOne(
      double weight, double[] eta, int[] multiplicities, Scratch scratch, double[] probabilities) {
    PowerFamily.terms(link, eta, multiplicities.length, scratch.base, scratch.ratio);
    for (int i = 0; i < weights.length; i++) {
      PowerFamily.addProbabilities(
          weight * weights[i],
          alphas[i],
          scratch.base,
          scratch.ratio,
          multiplicities,
          scratch.terms,
          probabilities);
    }
  }
}
