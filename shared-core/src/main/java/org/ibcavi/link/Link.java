// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import java.util.List;
import java.util.Locale;
import org.ibcavi.special.Exponential;

/**
 * A binary link: a cdf H with the local variational bound that makes its regression conditionally
 * Gaussian.
 *
 * <p>Both links are symmetric, {@code 1 - H(η) = H(-η)}, so that one branch of every function
 * serves both labels. For a row with linear predictor {@code N(m, v)} under q, the bound ℓ on the
 * expected log likelihood and its working weight w are
 *
 * <pre>
 *   probit: ℓ = log Φ(±m) - v/2                         w = 1
 *   logit:  ℓ = ±m/2 - c/2 - log(1 + exp(-c))           w = tanh(c/2)/(2c),  c² = m² + v
 * </pre>
 *
 * with + where the label is the category (Albert and Chib 1993; Jaakkola and Jordan 2000; Polson,
 * Scott and Windle 2013). Implementations have no state and may be shared by threads. Means and
 * variances must be finite, variances at least 0; NaN gives NaN.
 */
// Nothing but this interface's initialiser touches the package-private implementations first.
@SuppressWarnings("ClassInitializationDeadlock")
public sealed interface Link permits Probit, Logit {
  /** H = Φ, the standard normal cdf. */
  Link PROBIT = new Probit();

  /** H = σ, the logistic function. */
  Link LOGIT = new Logit();

  /** Every link, in the order in which they are offered. */
  List<Link> ALL = List.of(PROBIT, LOGIT);

  /**
   * The link of a name.
   *
   * @param name {@code probit} or {@code logit}, in any case
   * @return the link
   * @throws IllegalArgumentException if there is no such link
   */
  static Link named(String name) {
    for (Link link : ALL) {
      if (link.name().equals(name.toLowerCase(Locale.ROOT))) {
        return link;
      }
    }
    throw new IllegalArgumentException(
        "link '"
            + name
            + "'; must be one of "
            + String.join(", ", ALL.stream().map(Link::name).toList()));
  }

  /**
   * The link's name in lower case; {@link #named} reads it back.
   *
   * @return lower case
   */
  String name();

  /**
   * {@code log H(η)}; finite, at least {@code -Double.MAX_VALUE}.
   *
   * @param eta the linear predictor η
   * @return its value
   */
  double logCdf(double eta);

  /**
   * {@code log(1 - H(η)) = log H(-η)}.
   *
   * @param eta the linear predictor η
   * @return its value
   */
  default double logSurvival(double eta) {
    return logCdf(-eta);
  }

  /**
   * The categorical family's score {@code log H(η) - α log(1 - H(η))}, an unnormalised log
   * probability.
   *
   * @param alpha the power α, between 0 and 1
   * @param eta the linear predictor η
   * @return its value, finite
   */
  double score(double alpha, double eta);

  /**
   * The derivative of the score.
   *
   * @param alpha the power α, between 0 and 1
   * @param eta the linear predictor η
   * @return s(η) + α s(-η), with s the {@link #logCdfSlope}
   */
  default double scoreSlope(double alpha, double eta) {
    return logCdfSlope(eta) + alpha * logCdfSlope(-eta);
  }

  /**
   * Unnormalised probabilities, e to the power of the scores. They overflow to infinity and
   * underflow to 0.
   *
   * @param alpha the power α, between 0 and 1
   * @param eta linear predictors
   * @param from the first of them
   * @param n how many
   * @param out receives as many, from its beginning
   */
  default void terms(double alpha, double[] eta, int from, int n, double[] out) {
    for (int k = 0; k < n; k++) {
      out[k] = score(alpha, eta[from + k]);
    }
    Exponential.of(out, 0, n);
  }

  /**
   * The derivative of {@code log H(η)}; probit {@code δ = φ(η)/Φ(η)}, logit {@code σ(-η)}.
   *
   * @param eta the linear predictor η
   * @return its value, above 0
   */
  double logCdfSlope(double eta);

  /**
   * Minus the second derivative of {@code log H(η)}; probit {@code δ(η + δ)}, logit {@code
   * σ(η)σ(-η)}. This is the Laplace curvature of a row whose label is the category; for any other
   * row call it with {@code -η}.
   *
   * @param eta the linear predictor η
   * @return its value, at least 0
   */
  double curvature(double eta);

  /**
   * The standard deviation of the distribution H: probit 1, logit π/√3. Linear predictors of two
   * links are about in this ratio.
   *
   * @return its value, above 0
   */
  double deviation();

  /**
   * The least upper bound of the working weight: probit 1, logit ¼.
   *
   * @return the bound
   */
  double maximumWeight();

  /**
   * Whether the working weight is a constant, so that the precision is the same for every category
   * and {@link #bound} does not depend on the variance.
   *
   * @return true if so
   */
  boolean constantWeight();

  /**
   * The working weight w at a mean and a variance of the linear predictor.
   *
   * @param mean the mean m
   * @param variance the variance v, at least 0
   * @return w
   */
  double weight(double mean, double variance);

  /**
   * The local bound's mean part: ℓ without the {@code -v/2} of the probit link, which cancels
   * against the KL divergence's trace. The logit's error is relative to c where there is a
   * variance.
   *
   * @param positive whether the row's label is the category
   * @param mean the mean m
   * @param variance the variance v, at least 0
   * @return its value
   */
  double bound(boolean positive, double mean, double variance);

  /**
   * The derivative of {@link #bound} in the mean; probit {@code ±δ(±m)}, logit {@code ±½ - w·m}.
   * The logit's error is relative to ½.
   *
   * @param positive whether the row's label is the category
   * @param mean the mean m
   * @param variance the variance v, at least 0
   * @return its value
   */
  double boundSlope(boolean positive, double mean, double variance);

  /**
   * Minus the second derivative of {@link #bound} in the mean, for a fixed variance.
   *
   * @param positive whether the row's label is the category
   * @param mean the mean m
   * @param variance the variance v, at least 0
   * @return its value, at least 0
   */
  double boundCurvature(boolean positive, double mean, double variance);

  /**
   * The linear predictor η̃ with H(η̃) ≈ E[H(η)] for η of a normal distribution; probit m/√(1 + v),
   * which is exact, logit m/√(1 + πv/8) (MacKay 1992).
   *
   * @param mean m
   * @param variance v
   * @return η̃
   */
  double moderated(double mean, double variance);

  /**
   * The bound, its slope and the working weight of a row for a block of categories, none of which
   * is the row's label. For every {@code j < length}, with {@code e = eta[from + j]} and {@code v =
   * variance[from + j]} (0 if there is no variance), bit for bit:
   *
   * <pre>
   *   total[totalFrom + j] += rowWeight * bound(false, e, v)
   *   eta[from + j]         = rowWeight * boundSlope(false, e, v)
   *   variance[from + j]    = rowWeight * weight(e, v)            (if there is a variance)
   * </pre>
   *
   * @param rowWeight the row's weight ω
   * @param eta means in, slopes out; another array than {@code variance}
   * @param variance variances in, working weights out; null for variance 0 and no weights
   * @param from the block's first position in {@code eta} and {@code variance}
   * @param length how many categories
   * @param total running sums of the bound per category
   * @param totalFrom the block's first position in {@code total}
   */
  void negatives(
      double rowWeight,
      double[] eta,
      double[] variance,
      int from,
      int length,
      double[] total,
      int totalFrom);

  /**
   * The categorical family's scores for a block of linear predictors, in place: {@code t = log H(η)
   * - α log H(-η)} and its derivative {@code D = s(η) + α s(-η)}, with s the {@link #logCdfSlope}.
   *
   * @param alpha the power α
   * @param eta linear predictors in, scores out
   * @param slope derivatives of the scores out; another array than {@code eta}
   * @param from the block's first position in both
   * @param length how many
   */
  void scores(double alpha, double[] eta, double[] slope, int from, int length);
}
