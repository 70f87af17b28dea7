// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;

/** A normal posterior per category that maximises the categorical model's own bound. */
public final class VariationalResult {
  private final Coefficients means;
  private final PosteriorCovariance covariance;
  private final double[] trace;
  private final int passes;
  private final int draws;
  private final boolean converged;
  private final boolean exactVariances;

  VariationalResult(
      Coefficients means,
      PosteriorCovariance covariance,
      double[] trace,
      int passes,
      int draws,
      boolean converged,
      boolean exactVariances) {
    this.means = means;
    this.covariance = covariance;
    this.trace = trace;
    this.passes = passes;
    this.draws = draws;
    this.converged = converged;
    this.exactVariances = exactVariances;
  }

  /**
   * The posterior means.
   *
   * @return a vector for each regression, not copied
   */
  public Coefficients means() {
    return means;
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
   * The bound ELBO_CB(q) = E_q[Σ ω log p(y|B)] − KL(q‖prior), the expectation as the mean over the
   * fixed draws.
   *
   * @return a lower bound of the log probability of the labels, up to the draws' error
   */
  public double bound() {
    return trace[trace.length - 1];
  }

  /**
   * The bound at the start and after each round.
   *
   * @return a copy; it never falls
   */
  public double[] trace() {
    return trace.clone();
  }

  /**
   * Rounds of means and then covariances.
   *
   * @return at least 1
   */
  public int rounds() {
    return trace.length - 1;
  }

  /**
   * Passes over the rows with draws.
   *
   * @return at least 1
   */
  public int passes() {
    return passes;
  }

  /**
   * Draws of each row's linear predictors.
   *
   * @return an even number
   */
  public int draws() {
    return draws;
  }

  /**
   * Whether the deviations of the linear predictors stopped changing before the limit of rounds, or
   * the bound would not let them.
   *
   * @return true if so
   */
  public boolean converged() {
    return converged;
  }

  /**
   * Whether the variances of the rows' linear predictors were computed from the covariances
   * themselves; where that would cost too much they are approximate.
   *
   * @return true if so
   */
  public boolean exactVariances() {
    return exactVariances;
  }
}
