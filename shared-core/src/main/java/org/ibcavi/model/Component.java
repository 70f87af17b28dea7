// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Locale;
import java.util.Objects;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Posterior;

/**
 * A part of a model that predicts by itself: a posterior of the coefficients, the link and the
 * members of its categorical family that predict from it, and the part's weight among all. The
 * independent binary fit is one component with all members of the average; a finished model has a
 * component for each categorical likelihood that was fitted.
 */
public final class Component {
  private final Link link;
  private final AlphaWeights alphas;
  private final Posterior posterior;
  private final double weight;

  /**
   * Puts a component together.
   *
   * @param link the binary link
   * @param alphas the members of its family with their weights within this component
   * @param posterior of the coefficients, on the fitted scale
   * @param weight among the model's components, above 0 and at most 1
   */
  public Component(Link link, AlphaWeights alphas, Posterior posterior, double weight) {
    this.link = Objects.requireNonNull(link, "link");
    this.alphas = Objects.requireNonNull(alphas, "alphas");
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
   * The posterior of the coefficients on the fitted scale.
   *
   * @return the posterior
   */
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

  /** Link, members and weight. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%s link, %s, weight %.4f", link.name(), alphas, weight);
  }
}
