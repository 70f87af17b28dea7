// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
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
   * How the posteriors of some members were found.
   *
   * @param posteriors of the members that have variational ones
   * @return sentences; none if no member has one
   */
  public static List<String> notes(List<VariationalResult> posteriors) {
    List<String> notes = new ArrayList<>();
    if (posteriors.isEmpty()) {
      return notes;
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "variational posteriors took %s with %d draws of each row's predictors%s",
            rounds(posteriors),
            posteriors.get(0).draws,
            unsettled(posteriors)));
    if (!posteriors.stream().allMatch(posterior -> posterior.exactVariances)) {
      notes.add(
          "variational posteriors were found with approximate variances of the rows' predictors:"
              + " their bounds are not exact enough to compare members");
    }
    return notes;
  }

  private static String rounds(List<VariationalResult> posteriors) {
    IntSummaryStatistics rounds =
        posteriors.stream().mapToInt(VariationalResult::rounds).summaryStatistics();
    return (rounds.getMin() < rounds.getMax() ? rounds.getMin() + " to " : "")
        + rounds.getMax()
        + (rounds.getMax() == 1 ? " round" : " rounds");
  }

  private static String unsettled(List<VariationalResult> posteriors) {
    long moving = posteriors.stream().filter(posterior -> !posterior.converged).count();
    return moving == 0 ? "" : "; " + moving + " of " + posteriors.size() + " still moved a little";
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
}
