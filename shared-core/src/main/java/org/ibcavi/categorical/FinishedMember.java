// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;

/**
 * A categorical model at its mode: normal per category, with the expected curvature as precision.
 */
public final class FinishedMember {
  private final Likelihood family;
  private final double weightVariance;
  private final boolean heavyTails;
  private final Mode mode;
  private final PosteriorCovariance covariance;
  private final double logEvidence;

  FinishedMember(
      Likelihood family,
      double weightVariance,
      boolean heavyTails,
      Mode mode,
      PosteriorCovariance covariance,
      double logEvidence) {
    this.family = family;
    this.weightVariance = weightVariance;
    this.heavyTails = heavyTails;
    this.mode = mode;
    this.covariance = covariance;
    this.logEvidence = logEvidence;
  }

  /**
   * The likelihood.
   *
   * @return link and α
   */
  public Likelihood family() {
    return family;
  }

  /** The same as one whose prior variances were chosen weight by weight. */
  FinishedMember withHeavyTails() {
    return new FinishedMember(family, weightVariance, true, mode, covariance, Double.NaN);
  }

  /**
   * The prior variance of the weights, if there is one for all; the squared scale of a prior with
   * heavy tails.
   *
   * @return above 0, or NaN
   */
  public double weightVariance() {
    return weightVariance;
  }

  /**
   * Whether the prior of the weights is Cauchy instead of normal.
   *
   * @return true if so
   */
  public boolean heavyTails() {
    return heavyTails;
  }

  /**
   * The posterior means: the mode.
   *
   * @return a vector for each unit, not copied
   */
  public Coefficients means() {
    return mode.coefficients();
  }

  /**
   * The posterior covariances.
   *
   * @return one for each unit
   */
  public PosteriorCovariance covariance() {
    return covariance;
  }

  /**
   * Laplace's approximation of the log probability of the labels, block-diagonal.
   *
   * @return log joint at the mode + Σ_k ½log|Λ₀| − ½log|precision_k|; NaN with heavy tails, whose
   *     many variances were chosen by it
   */
  public double logEvidence() {
    return logEvidence;
  }

  /**
   * Passes over the rows that the mode took.
   *
   * @return at least 1
   */
  public int passes() {
    return mode.trace().length;
  }

  /**
   * The log posterior after each pass.
   *
   * @return a copy
   */
  public double[] trace() {
    return mode.trace().clone();
  }

  /**
   * Whether the mode was reached before the limit of passes.
   *
   * @return true if so
   */
  public boolean converged() {
    return mode.converged();
  }
}
