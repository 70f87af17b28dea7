// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import org.ibcavi.settings.PosteriorKind;

/** A categorical likelihood with its prior that the categorical stage fitted. Immutable. */
public final class MemberReport {
  private final String basis;
  private final String link;
  private final double alpha;
  private final PriorReport prior;
  private final boolean diagonal;
  private final PosteriorKind posterior;
  private final double logEvidence;
  private final double[] trace;
  private final boolean converged;
  private final double weight;
  private final int rounds;
  private final int draws;

  /**
   * States what was fitted.
   *
   * @param basis what it is linear in, in words
   * @param link the name of its link
   * @param alpha its power α
   * @param prior of the coefficients
   * @param diagonal whether the posterior leaves correlations out
   * @param posterior which posterior it is
   * @param logEvidence of the member; NaN where the prior has many variances that were chosen by it
   * @param trace the objective after each pass for the final mode, or each sweep of regressions
   * @param converged whether the mode was reached before the limit of passes
   * @param weight in the average; 0 if the member was left out
   */
  public MemberReport(
      String basis,
      String link,
      double alpha,
      PriorReport prior,
      boolean diagonal,
      PosteriorKind posterior,
      double logEvidence,
      double[] trace,
      boolean converged,
      double weight) {
    this(
        basis,
        link,
        alpha,
        prior,
        diagonal,
        posterior,
        logEvidence,
        trace.clone(),
        converged,
        weight,
        0,
        0);
  }

  private MemberReport(
      String basis,
      String link,
      double alpha,
      PriorReport prior,
      boolean diagonal,
      PosteriorKind posterior,
      double logEvidence,
      double[] trace,
      boolean converged,
      double weight,
      int rounds,
      int draws) {
    this.basis = Objects.requireNonNull(basis, "basis");
    this.link = Objects.requireNonNull(link, "link");
    this.alpha = alpha;
    this.prior = Objects.requireNonNull(prior, "prior");
    this.diagonal = diagonal;
    this.posterior = Objects.requireNonNull(posterior, "posterior");
    this.logEvidence = logEvidence;
    this.trace = trace;
    this.converged = converged;
    this.weight = weight;
    this.rounds = rounds;
    this.draws = draws;
  }

  /**
   * The same with how its variational posterior was found.
   *
   * @param newRounds of means and then covariances, at least 1
   * @param newDraws of each row's linear predictors
   * @return the report
   */
  public MemberReport foundBy(int newRounds, int newDraws) {
    return new MemberReport(
        basis,
        link,
        alpha,
        prior,
        diagonal,
        posterior,
        logEvidence,
        trace,
        converged,
        weight,
        newRounds,
        newDraws);
  }

  /**
   * Rounds of means and then covariances in which the variational posterior was found. Files do not
   * keep them; the notes of the report, which they do keep, sum them up.
   *
   * @return empty for other posteriors and in models from files
   */
  public OptionalInt rounds() {
    return rounds > 0 ? OptionalInt.of(rounds) : OptionalInt.empty();
  }

  /**
   * Draws of each row's linear predictors by which the variational posterior was found. Files do
   * not keep them, as with {@link #rounds}.
   *
   * @return empty for other posteriors and in models from files
   */
  public OptionalInt draws() {
    return draws > 0 ? OptionalInt.of(draws) : OptionalInt.empty();
  }

  /**
   * What the member is linear in.
   *
   * @return {@code linear} for the features themselves
   */
  public String basis() {
    return basis;
  }

  /**
   * The link.
   *
   * @return its name
   */
  public String link() {
    return link;
  }

  /**
   * The power α of the likelihood; with the logit link 1 is softmax.
   *
   * @return from 0 to 1
   */
  public double alpha() {
    return alpha;
  }

  /**
   * The prior of the coefficients.
   *
   * @return where it is from, and its variances
   */
  public PriorReport prior() {
    return prior;
  }

  /**
   * Whether the posterior leaves correlations out.
   *
   * @return true if so
   */
  public boolean isDiagonal() {
    return diagonal;
  }

  /**
   * Which posterior it is.
   *
   * @return such as Laplace's
   */
  public PosteriorKind posterior() {
    return posterior;
  }

  /**
   * Laplace's approximation of the log probability of the labels, block-diagonal, or the
   * variational posterior's bound below it.
   *
   * @return NaN where the prior has many variances that were chosen by it
   */
  public double logEvidence() {
    return logEvidence;
  }

  /**
   * Passes over the rows for the final mode; sweeps if the member has the binary stage's
   * regressions.
   *
   * @return at least 1
   */
  public int passes() {
    return trace.length;
  }

  /**
   * What {@link #trace} is of.
   *
   * @return {@code ELBO} if the member has the binary stage's regressions, else {@code log
   *     posterior}
   */
  public String objectiveName() {
    return prior.isOfRegressions() ? "ELBO" : "log posterior";
  }

  /**
   * The objective after each of these passes.
   *
   * @return a copy
   */
  public double[] trace() {
    return trace.clone();
  }

  /**
   * Whether the mode was reached before the limit of passes.
   *
   * @return true if so
   */
  public boolean converged() {
    return converged;
  }

  /**
   * The weight in the average.
   *
   * @return from 0, if the member was left out, to 1
   */
  public double weight() {
    return weight;
  }

  /**
   * Which posterior it is, in words.
   *
   * @return such as {@code full variational}
   */
  public String posteriorInWords() {
    return Words.posterior(posterior, diagonal);
  }

  /**
   * Such as {@code logit, alpha 1, prior variance 0.53, learned: weight 0.41, full Laplace
   * posterior, log evidence -123.4, converged after 17 passes}. Of a variational posterior it is
   * not the log evidence but a bound below it.
   */
  @Override
  public String toString() {
    String evidence =
        Double.isNaN(logEvidence)
            ? ""
            : String.format(
                Locale.ROOT,
                ", %s %.6g",
                posterior == PosteriorKind.VARIATIONAL ? "bound" : "log evidence",
                logEvidence);
    String pass = prior.isOfRegressions() ? "sweep" : "pass";
    return String.format(
        Locale.ROOT,
        "%s%s, alpha %.3g, prior %s: weight %.3f, %s posterior%s, %s after %d %s%s",
        basis.equals("linear") ? "" : basis + ": ",
        link,
        alpha,
        prior,
        weight,
        posteriorInWords(),
        evidence,
        converged ? "converged" : "stopped",
        passes(),
        pass,
        passes() == 1 ? "" : pass.equals("pass") ? "es" : "s");
  }
}
