// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.family;

import java.util.Arrays;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.special.Exponential;
import org.ibcavi.special.Softmax;

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
 * q_k. Members that are not evenly spaced are evaluated one by one, with one exponential each.
 */
public final class PowerAverage {
  /** How far a member may be from its place on the grid: a few roundings of numbers up to 1. */
  private static final double ROUNDING = 1e-15;

  /** A sum of terms up to this one, and from its reciprocal, has lost no term that matters. */
  private static final double LARGEST_TOTAL = 1e100;

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
    Arrays.stream(alphas).forEach(Likelihood::requireValid);
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
    double[] work = {};
    double[] totals = {};

    Scratch fit(int categories, int members) {
      if (base.length < categories) {
        base = new double[categories];
        ratio = new double[categories];
        work = new double[categories];
      }
      if (totals.length < members) {
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
   * @param from the first of them
   * @param multiplicities how many categories with the same η each of them stands for; the
   *     probability is that of one
   * @param probabilities running sums, as long as the multiplicities
   */
  public void add(
      double weight, double[] eta, int from, int[] multiplicities, double[] probabilities) {
    int n = multiplicities.length;
    Scratch scratch = SCRATCH.get().fit(n, weights.length);
    if (weights.length == 1 || !even) {
      for (int i = 0; i < weights.length; i++) {
        double total = terms(alphas[i], eta, from, multiplicities, scratch.base);
        addScaled(weight * weights[i] / total, scratch.base, n, probabilities);
      }
      return;
    }
    powers(eta, from, n, scratch);
    normalisers(multiplicities, scratch);
    double[] factors = scratch.totals;
    for (int i = 0; i < weights.length; i++) {
      factors[i] = weight * weights[i] / factors[i];
    }
    polynomial(factors, scratch.ratio, n, scratch.work);
    for (int k = 0; k < n; k++) {
      probabilities[k] += scratch.base[k] * scratch.work[k];
    }
  }

  /** Σ_i factors[i] q_k^i, by Horner's rule for all categories at once. */
  private void polynomial(double[] factors, double[] ratio, int n, double[] out) {
    Arrays.fill(out, 0, n, factors[weights.length - 1]);
    for (int i = weights.length - 2; i >= 0; i--) {
      double factor = factors[i];
      for (int k = 0; k < n; k++) {
        out[k] = Math.fma(out[k], ratio[k], factor);
      }
    }
  }

  /**
   * Adds the log probability of a category under every member: {@code sums[i] += log p(category)}.
   *
   * @param eta linear predictors, one for each category
   * @param category which
   * @param once a one for each category
   * @param sums running sums, as many as members; each log probability is finite
   */
  public void addLogProbabilities(double[] eta, int category, int[] once, double[] sums) {
    int n = once.length;
    Scratch scratch = SCRATCH.get().fit(n, weights.length);
    double largest = eta[best(eta, 0, n)];
    if (!even) {
      for (int i = 0; i < weights.length; i++) {
        double total = relativeTerms(alphas[i], eta, 0, once, scratch.base);
        double own = link.score(alphas[i], eta[category]) - link.score(alphas[i], largest);
        sums[i] += Math.max(own - Math.log(total), -Double.MAX_VALUE);
      }
      return;
    }
    powers(eta, 0, n, scratch);
    normalisers(once, scratch);
    double fall = link.logSurvival(largest) - link.logSurvival(eta[category]);
    double rise = link.logCdf(eta[category]) - link.logCdf(largest);
    for (int i = 0; i < weights.length; i++) {
      double own = rise + (alphas[0] + i * step) * fall;
      sums[i] += Math.max(own - Math.log(scratch.totals[i]), -Double.MAX_VALUE);
    }
  }

  private static void addScaled(double scale, double[] terms, int n, double[] probabilities) {
    for (int k = 0; k < n; k++) {
      probabilities[k] += scale * terms[k];
    }
  }

  /**
   * One member's unnormalised probabilities. Only where they are far from 1 are they taken relative
   * to the largest.
   *
   * @return their sum
   */
  private double terms(double alpha, double[] eta, int from, int[] multiplicities, double[] out) {
    int n = multiplicities.length;
    link.terms(alpha, eta, from, n, out);
    double total = Softmax.sum(multiplicities, out, 0);
    if (total > 1 / LARGEST_TOTAL && total < LARGEST_TOTAL) {
      return total;
    }
    return relativeTerms(alpha, eta, from, multiplicities, out);
  }

  /** Unnormalised probabilities relative to the largest, and their sum. */
  private double relativeTerms(
      double alpha, double[] eta, int from, int[] multiplicities, double[] out) {
    int n = multiplicities.length;
    double largest = link.score(alpha, eta[best(eta, from, n)]);
    for (int k = 0; k < n; k++) {
      out[k] = link.score(alpha, eta[from + k]);
    }
    return Softmax.exponentiate(out, 0, multiplicities, largest);
  }

  private static int best(double[] eta, int from, int n) {
    int best = from;
    for (int k = from + 1; k < from + n; k++) {
      best = eta[k] > eta[best] ? k : best;
    }
    return best;
  }

  /** t and q of every category. */
  private void powers(double[] eta, int from, int n, Scratch scratch) {
    double largest = eta[best(eta, from, n)];
    double logCdf = link.logCdf(largest);
    double logSurvival = link.logSurvival(largest);
    for (int k = 0; k < n; k++) {
      double fall = logSurvival - link.logSurvival(eta[from + k]);
      scratch.base[k] = link.logCdf(eta[from + k]) - logCdf + alphas[0] * fall;
      scratch.ratio[k] = step * fall;
    }
    Exponential.of(scratch.base, 0, n);
    Exponential.of(scratch.ratio, 0, n);
  }

  /** Σ_k t_k q_k^i of every member i, in the totals. */
  private void normalisers(int[] multiplicities, Scratch scratch) {
    int n = multiplicities.length;
    double[] work = scratch.work;
    System.arraycopy(scratch.base, 0, work, 0, n);
    scratch.totals[0] = Softmax.sum(multiplicities, work, 0);
    for (int i = 1; i < weights.length; i++) {
      multiply(work, scratch.ratio, n);
      scratch.totals[i] = Softmax.sum(multiplicities, work, 0);
    }
  }

  private static void multiply(double[] values, double[] factors, int n) {
    for (int k = 0; k < n; k++) {
      values[k] *= factors[k];
    }
  }
}
