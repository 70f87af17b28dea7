// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

import java.util.Objects;
import org.ibcavi.gaussian.GaussianPrior;

/**
 * Mean zero and one variance for all weights of all categories, chosen by the data: by type-II
 * maximum likelihood, the value under which they are most probable, or by predicting rows held out.
 *
 * @param interceptVariance of the intercept, above 0; not learned
 * @param evidence what variances are compared by
 */
public record LearnedScale(double interceptVariance, Evidence evidence) implements Prior {
  /** How good a variance is. */
  public enum Evidence {
    /**
     * {@link #LAPLACE} where rows outnumber coefficients and these are at most 2154, else {@link
     * #HELD_OUT}.
     */
    AUTO,
    /**
     * The log probability of the categories of rows held out, a fifth of them. Needs no more rows
     * than coefficients: there Laplace's approximation falls below the evidence the more, the wider
     * the prior is.
     */
    HELD_OUT,
    /** Laplace's, at the mode of each category's posterior: knows how little a rare one tells. */
    LAPLACE,
    /**
     * The evidence lower bound. Its curvature is that of the bound and not of the likelihood, which
     * punishes large variances too much where categories are rare.
     */
    ELBO
  }

  /**
   * Checks the variance.
   *
   * @param interceptVariance of the intercept, above 0
   * @param evidence what is maximised
   */
  public LearnedScale {
    Variances.check("intercept variance", interceptVariance);
    Objects.requireNonNull(evidence, "evidence");
  }

  /**
   * The same with another variance of the intercept.
   *
   * @param variance above 0
   * @return the changed prior
   */
  public LearnedScale withInterceptVariance(double variance) {
    return new LearnedScale(variance, evidence);
  }

  /**
   * The same by another evidence.
   *
   * @param other what variances are compared by
   * @return the changed prior
   */
  public LearnedScale by(Evidence other) {
    return new LearnedScale(interceptVariance, other);
  }

  /**
   * The prior for one value of the scale.
   *
   * @param weightVariance above 0
   * @return a prior with nothing left to learn
   */
  public IsotropicPrior at(double weightVariance) {
    return new IsotropicPrior(weightVariance, interceptVariance);
  }

  @Override
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public GaussianPrior over(int features, boolean intercept) {
    throw new IllegalStateException("the variance is yet to be learned; ask at(variance)");
  }
}
