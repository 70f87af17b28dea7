// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

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
   * Checks a power.
   *
   * @param alpha the power α
   * @throws IllegalArgumentException if α is NaN or not in [0, 1]
   */
  public static void requireValid(double alpha) {
    if (!(alpha >= 0 && alpha <= 1)) {
      throw new IllegalArgumentException("alpha " + alpha + "; must be between 0 and 1");
    }
  }

  /**
   * Normalised log probabilities of all categories.
   *
   * @param link the binary link
   * @param alpha the power α
   * @param eta linear predictors, one per category
   * @param out log p_α per category, finite; may be {@code eta} itself
   */
  public static void logProbabilities(Link link, double alpha, double[] eta, double[] out) {
    requireValid(alpha);
    int n = eta.length;
    for (int k = 0; k < n; k++) {
      out[k] = score(alpha, link.logCdf(eta[k]), link.logSurvival(eta[k]));
    }
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < n; k++) {
      max = Math.max(max, out[k]);
    }
    Sum sum = new Sum();
    for (int k = 0; k < n; k++) {
      sum.add(Math.exp(out[k] - max));
    }
    double logSum = Math.log(sum.value());
    for (int k = 0; k < n; k++) {
      // Subtracting the maximum first keeps the digits of the largest probabilities.
      out[k] = Math.max(out[k] - max - logSum, -Double.MAX_VALUE);
    }
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
    double max = maximum(alpha, logCdf, logSurvival, n);
    Sum sum = new Sum();
    for (int k = 0; k < n; k++) {
      sum.add(Math.exp(score(alpha, logCdf[k], logSurvival[k]) - max));
    }
    double own = score(alpha, logCdf[category], logSurvival[category]);
    return Math.max(own - max - Math.log(sum.value()), -Double.MAX_VALUE);
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
    double max = maximum(alpha, logCdf, logSurvival, n);
    Sum sum = new Sum();
    for (int k = 0; k < n; k++) {
      scratch[k] = Math.exp(score(alpha, logCdf[k], logSurvival[k]) - max);
      sum.add(multiplicities[k] * scratch[k]);
    }
    double scale = weight / sum.value();
    for (int k = 0; k < n; k++) {
      probabilities[k] += scale * scratch[k];
    }
  }

  private static double maximum(double alpha, double[] logCdf, double[] logSurvival, int n) {
    requireValid(alpha);
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < n; k++) {
      max = Math.max(max, score(alpha, logCdf[k], logSurvival[k]));
    }
    return max;
  }

  /** The unnormalised log probability, log H - α log(1 - H). */
  private static double score(double alpha, double logCdf, double logSurvival) {
    return logCdf - alpha * logSurvival;
  }

  /** Kahan's sum: with 1e5 categories a plain sum of like terms drifts by 1e-11. */
  private static final class Sum {
    private double sum;
    private double lost;

    void add(double term) {
      double y = term - lost;
      double t = sum + y;
      lost = (t - sum) - y;
      sum = t;
    }

    double value() {
      return sum;
    }
  }
}
