// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Locale;
import java.util.Objects;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.report.PriorReport;

/**
 * A part of a model that predicts by itself: a posterior of the coefficients, the link and the
 * members of its categorical family that predict from it, and the part's weight among all. The
 * independent binary fit is one component with all members of the average; a model of the
 * categorical stage has a component for each categorical likelihood that was fitted.
 */
public final class Component {
  private final Link link;
  private final AlphaWeights alphas;
  private final PriorReport prior;
  private final FittedBasis basis;
  private final Posterior posterior;
  private final double weight;

  /**
   * Puts a component together.
   *
   * @param link the binary link
   * @param alphas the members of its family with their weights within this component
   * @param prior that the posterior was found with
   * @param basis from the features on the fitted scale to those that the coefficients multiply
   * @param posterior of the coefficients
   * @param weight among the model's components, above 0 and at most 1
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public Component(
      Link link,
      AlphaWeights alphas,
      PriorReport prior,
      FittedBasis basis,
      Posterior posterior,
      double weight) {
    this.link = Objects.requireNonNull(link, "link");
    this.alphas = Objects.requireNonNull(alphas, "alphas");
    this.prior = Objects.requireNonNull(prior, "prior");
    this.basis = Objects.requireNonNull(basis, "basis");
    this.posterior = Objects.requireNonNull(posterior, "posterior");
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "weight " + weight + " of a component; must be above 0 and at most 1");
    }
    this.weight = weight;
  }

  /**
   * The binary link.
   *
   * @return the link
   */
  public Link link() {
    return link;
  }

  /**
   * The members of the categorical family that predict from the posterior.
   *
   * @return their weights sum to 1
   */
  public AlphaWeights alphas() {
    return alphas;
  }

  /**
   * The prior that the posterior was found with; components of one likelihood differ in it.
   *
   * @return where it is from, and its variances
   */
  public PriorReport prior() {
    return prior;
  }

  /**
   * The map from the features on the fitted scale to those that the coefficients multiply.
   *
   * @return the identity where the component is linear in the features
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public FittedBasis basis() {
    return basis;
  }

  /**
   * The posterior of the coefficients on the fitted scale.
   *
   * @return the posterior
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public Posterior posterior() {
    return posterior;
  }

  /**
   * The component's weight among all.
   *
   * @return the weights of a model's components sum to 1
   */
  public double weight() {
    return weight;
  }

  /**
   * Whether probabilities are a softmax of linear functions of the features, so that a feature
   * multiplies odds by the same factor everywhere.
   *
   * @return true for the logit link with α = 1 alone, without a basis
   */
  public boolean hasOddsRatios() {
    return basis.isLinear() && link == Link.LOGIT && alphas.size() == 1 && alphas.alpha(0) == 1;
  }

  /** Such as {@code logit, mean alpha 1.00 (1: 1.00), prior variance 0.5, learned: weight 0.41}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s%s, %s, prior %s: weight %.3f",
        basis.isLinear() ? "" : basis + ": ",
        link.name(),
        alphas,
        prior,
        weight);
  }
}
