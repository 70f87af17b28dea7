// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import java.util.Objects;

/**
 * A categorical likelihood made from a binary link: p_α(y = k | η) ∝ H(η_k) (1 − H(η_k))^(−α).
 *
 * @param link the binary link H
 * @param alpha the power α, from 0 to 1; with the logit link 1 is softmax
 */
public record Likelihood(Link link, double alpha) {
  /**
   * Checks the power.
   *
   * @param link the binary link H
   * @param alpha the power α, from 0 to 1
   */
  public Likelihood {
    Objects.requireNonNull(link, "link");
    requireValid(alpha);
  }

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
   * Whether adding the same to the linear predictors of all categories changes nothing.
   *
   * @return true for the softmax alone
   */
  public boolean blindToCommonShift() {
    return link == Link.LOGIT && alpha == 1;
  }

  /**
   * The second derivative of a category's score t = log H(η) − α log H(−η).
   *
   * @param eta the linear predictor η
   * @return its value, 0 everywhere for the softmax
   */
  public double scoreSecondDerivative(double eta) {
    return alpha * link.curvature(-eta) - link.curvature(eta);
  }
}
