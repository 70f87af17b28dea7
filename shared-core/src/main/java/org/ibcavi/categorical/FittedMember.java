// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.PosteriorKind;

/**
 * A categorical model at its mode: normal per category, with the expected curvature as precision.
 */
public final class FittedMember {
  private final Likelihood likelihood;
  private final PriorReport prior;
  private final Mode mode;
  private final PosteriorCovariance covariance;
  private final double logEvidence;

  FittedMember(
      Likelihood likelihood,
      PriorReport prior,
      Mode mode,
      PosteriorCovariance covariance,
      double logEvidence) {
    this.likelihood = likelihood;
    this.prior = prior;
    this.mode = mode;
    this.covariance = covariance;
    this.logEvidence = logEvidence;
  }

  /**
   * The likelihood.
   *
   * @return link and α
   */
  public Likelihood likelihood() {
    return likelihood;
  }

  /**
   * The prior.
   *
   * @return where it is from, and its variances
   */
  public PriorReport prior() {
    return prior;
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

  /** Whether the mode was reached before the limit of passes. */
  boolean converged() {
    return mode.converged();
  }

  /**
   * What the member is and how it went.
   *
   * @param weight in the average
   * @return its line of the report
   */
  public MemberReport report(double weight) {
    return new MemberReport(
        likelihood.link().name(),
        likelihood.alpha(),
        prior,
        covariance.diagonal(),
        PosteriorKind.LAPLACE,
        logEvidence,
        mode.trace(),
        mode.converged(),
        weight);
  }
}
