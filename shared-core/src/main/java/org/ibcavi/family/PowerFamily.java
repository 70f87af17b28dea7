// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.family;

import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.special.Softmax;

/**
 * The categorical-from-binary models, one for every power α in [0, 1]:
 *
 * <pre>
 *   p_α(y = k | η) ∝ H(η_k) (1 - H(η_k))^(-α)
 * </pre>
 *
 * <p>α = 0 is marginalization (CBM), α = 1 conditioning (CBC), which with the logit link is
 * softmax. Everything is computed from {@code log H} and {@code log(1 - H)}, never from {@code 1 -
 * p}. To evaluate several α at one η, call {@link #terms} once and the rest per α.
 */
public final class PowerFamily {
  private PowerFamily() {}

  /**
   * Normalised log probabilities of all categories.
   *
   * @param link the binary link
   * @param alpha the power α
   * @param eta linear predictors, one per category
   * @param out log p_α per category, finite; may be {@code eta} itself
   */
  public static void logProbabilities(Link link, double alpha, double[] eta, double[] out) {
    Likelihood.requireValid(alpha);
    int n = eta.length;
    for (int k = 0; k < n; k++) {
      out[k] = score(alpha, link.logCdf(eta[k]), link.logSurvival(eta[k]));
    }
    Softmax.logProbabilities(out, n);
  }

  /**
   * What every α shares.
   *
   * @param link the binary link
   * @param eta linear predictors, the first n of which are read
   * @param n number of categories
   * @param logCdf log H(η_k) out
   * @param logSurvival log(1 - H(η_k)) out
   */
  public static void terms(Link link, double[] eta, int n, double[] logCdf, double[] logSurvival) {
    for (int k = 0; k < n; k++) {
      logCdf[k] = link.logCdf(eta[k]);
      logSurvival[k] = link.logSurvival(eta[k]);
    }
  }

  /**
   * log p_α of one category.
   *
   * @param alpha the power α
   * @param category the category's index
   * @param logCdf log H(η_k) of every category
   * @param logSurvival log(1 - H(η_k)) of every category
   * @param n number of categories
   * @return the log probability, finite
   */
  public static double logProbability(
      double alpha, int category, double[] logCdf, double[] logSurvival, int n) {
    double[] scores = new double[n];
    fillScores(alpha, logCdf, logSurvival, scores, n);
    Softmax.logProbabilities(scores, n);
    return scores[category];
  }

  /**
   * Adds weighted probabilities of all categories to an average: {@code probabilities[k] += weight
   * · p_α(k)}.
   *
   * @param weight what the probabilities are multiplied by
   * @param alpha the power α
   * @param logCdf log H(η_k) of every category
   * @param logSurvival log(1 - H(η_k)) of every category
   * @param multiplicities how many categories with the same η each of them stands for; the
   *     probability is that of one
   * @param scratch overwritten, as long as the multiplicities
   * @param probabilities running average, as long
   */
  public static void addProbabilities(
      double weight,
      double alpha,
      double[] logCdf,
      double[] logSurvival,
      int[] multiplicities,
      double[] scratch,
      double[] probabilities) {
    int n = multiplicities.length;
    fillScores(alpha, logCdf, logSurvival, scratch, n);
    double max = Softmax.maximum(scratch, 0, n);
    double scale = weight / Softmax.exponentiate(scratch, 0, multiplicities, max);
    for (int k = 0; k < n; k++) {
      probabilities[k] += scale * scratch[k];
    }
  }

  private static void fillScores(
      double alpha, double[] logCdf, double[] logSurvival, double[] scores, int n) {
    Likelihood.requireValid(alpha);
    for (int k = 0; k < n; k++) {
      scores[k] = score(alpha, logCdf[k], logSurvival[k]);
    }
  }

  /** The unnormalised log probability, log H - α log(1 - H). */
  private static double score(double alpha, double logCdf, double logSurvival) {
    return logCdf - alpha * logSurvival;
  }
}
