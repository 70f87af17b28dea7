// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.MemberReport;
import org.ibcavi.report.PriorReport;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.variational.VariationalResult;

/**
 * A categorical model with its posterior, normal per category: at its mode with the expected
 * curvature as precision, or the one under which the bound is largest.
 */
public final class FittedMember {
  private final Likelihood likelihood;
  private final PriorReport prior;
  private final RegressionPriors priors;
  private final Mode mode;
  private final PosteriorCovariance covariance;
  private final double logEvidence;
  private final VariationalResult variational;

  /** A mode with Laplace's posterior. */
  FittedMember(
      Likelihood likelihood,
      PriorReport prior,
      RegressionPriors priors,
      Mode mode,
      PosteriorCovariance covariance,
      double logEvidence) {
    this(likelihood, prior, priors, mode, covariance, logEvidence, null);
  }

  private FittedMember(
      Likelihood likelihood,
      PriorReport prior,
      RegressionPriors priors,
      Mode mode,
      PosteriorCovariance covariance,
      double logEvidence,
      VariationalResult variational) {
    this.likelihood = likelihood;
    this.prior = prior;
    this.priors = priors;
    this.mode = mode;
    this.covariance = covariance;
    this.logEvidence = logEvidence;
    this.variational = variational;
  }

  /** The same with a variational posterior. */
  FittedMember with(VariationalResult result) {
    return new FittedMember(
        likelihood, prior, priors, mode, result.covariance(), result.bound(), result);
  }

  /**
   * The prior densities.
   *
   * @return of each regression
   */
  public RegressionPriors priors() {
    return priors;
  }

  /** The variational posterior; null if it is Laplace's. */
  VariationalResult variational() {
    return variational;
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
   * The posterior means; of Laplace's posterior the mode.
   *
   * @return a vector for each regression, not copied
   */
  public Coefficients means() {
    return variational == null ? mode.coefficients() : variational.means();
  }

  /**
   * The posterior covariances.
   *
   * @return one for each regression
   */
  public PosteriorCovariance covariance() {
    return covariance;
  }

  /**
   * Laplace's approximation of the log probability of the labels, block-diagonal, or the
   * variational posterior's bound below it.
   *
   * @return log joint at the mode + Σ_k ½log|Λ₀| − ½log|precision_k|, or ELBO_CB; NaN for Laplace's
   *     with heavy tails, whose many variances were chosen by it
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
   * @param basis what it is linear in
   * @param weight in the average
   * @return its line of the report
   */
  public MemberReport report(String basis, double weight) {
    MemberReport report =
        new MemberReport(
            basis,
            likelihood.link().name(),
            likelihood.alpha(),
            prior,
            covariance.diagonal(),
            variational == null ? PosteriorKind.LAPLACE : PosteriorKind.VARIATIONAL,
            logEvidence,
            mode.trace(),
            converged(),
            weight);
    return variational == null ? report : report.foundBy(variational.rounds(), variational.draws());
  }
}
