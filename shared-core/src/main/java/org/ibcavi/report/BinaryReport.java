// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.fit.StopReason;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.Solver;

/** What the binary stage did. Immutable. */
public final class BinaryReport {
  private final String link;
  private final PriorReport prior;
  private final double evidence;
  private final Solver solver;
  private final double[] trace;
  private final StopReason stopReason;
  private final AlphaWeights average;
  private final boolean diagonal;
  private final PosteriorKind posterior;
  private final double[][] inclusions;

  private BinaryReport(
      String link,
      PriorReport prior,
      double evidence,
      Solver solver,
      double[] trace,
      StopReason stopReason,
      AlphaWeights average,
      boolean diagonal,
      PosteriorKind posterior,
      double[][] inclusions) {
    this.link = Objects.requireNonNull(link, "link");
    this.prior = Objects.requireNonNull(prior, "prior");
    this.evidence = evidence;
    this.solver = Objects.requireNonNull(solver, "solver");
    this.trace = trace.clone();
    this.stopReason = Objects.requireNonNull(stopReason, "stop reason");
    this.average = average;
    this.diagonal = diagonal;
    this.posterior = posterior;
    this.inclusions = inclusions;
  }

  /**
   * A stage whose means are where the categorical stage started, and no more.
   *
   * @param link the name of the link
   * @param prior of the coefficients
   * @param evidence the log evidence of a learned variance, else NaN
   * @param solver how the optimum was approached
   * @param trace the ELBO at the start and after each sweep
   * @param stopReason why it ended
   * @return the report
   */
  public static BinaryReport start(
      String link,
      PriorReport prior,
      double evidence,
      Solver solver,
      double[] trace,
      StopReason stopReason) {
    return new BinaryReport(
        link, prior, evidence, solver, trace, stopReason, null, false, null, new double[0][]);
  }

  /**
   * The same stage as what predicts.
   *
   * @param weights of the members of the categorical family
   * @param isDiagonal whether the posterior leaves correlations out
   * @param kind which posterior it is
   * @return the report
   */
  public BinaryReport predicting(AlphaWeights weights, boolean isDiagonal, PosteriorKind kind) {
    Objects.requireNonNull(weights, "weights");
    Objects.requireNonNull(kind, "posterior");
    return new BinaryReport(
        link, prior, evidence, solver, trace, stopReason, weights, isDiagonal, kind, inclusions);
  }

  /**
   * The same with the probabilities of weights not to be zero.
   *
   * @param probabilities for each regression one for each feature, copied; empty for none
   * @return the report
   */
  public BinaryReport including(double[][] probabilities) {
    return new BinaryReport(
        link,
        prior,
        evidence,
        solver,
        trace,
        stopReason,
        average,
        diagonal,
        posterior,
        copy(probabilities));
  }

  private static double[][] copy(double[][] values) {
    return Arrays.stream(values).map(double[]::clone).toArray(double[][]::new);
  }

  /**
   * How probable weights are not to be zero, where the prior says of some that they are (spike and
   * slab). Files do not keep them.
   *
   * @return for each regression, in the order of the posterior's vectors, one for each feature, a
   *     copy; empty for other priors and in models from files
   */
  public double[][] inclusions() {
    return copy(inclusions);
  }

  /**
   * Whether the stage was only where the categorical stage started; then the model holds nothing of
   * it.
   *
   * @return true if so
   */
  public boolean isStart() {
    return average == null;
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
   * The prior of the coefficients.
   *
   * @return where it is from, and its variances
   */
  public PriorReport prior() {
    return prior;
  }

  /**
   * The log evidence of the learned variance.
   *
   * @return summed over categories; NaN if nothing was learned in this stage
   */
  public double evidence() {
    return evidence;
  }

  /**
   * How the optimum was approached.
   *
   * @return accelerated or as published
   */
  public Solver solver() {
    return solver;
  }

  /**
   * Sweeps over the regressions.
   *
   * @return at least 0
   */
  public int sweeps() {
    return trace.length - 1;
  }

  /**
   * The ELBO, summed over categories, at the start and after each sweep.
   *
   * @return sweeps + 1 values; a copy
   */
  public double[] trace() {
    return trace.clone();
  }

  /**
   * The final ELBO, summed over categories.
   *
   * @return the last of the trace
   */
  public double elbo() {
    return trace[trace.length - 1];
  }

  /**
   * Why the stage ended.
   *
   * @return the reason
   */
  public StopReason stopReason() {
    return stopReason;
  }

  /**
   * The weights of the members of the categorical family.
   *
   * @return empty for a start
   */
  public Optional<AlphaWeights> average() {
    return Optional.ofNullable(average);
  }

  /**
   * Whether the posterior leaves correlations out.
   *
   * @return true if so; false for a start, of which no covariances are kept
   */
  public boolean isDiagonal() {
    return diagonal;
  }

  /**
   * Which posterior the model holds.
   *
   * @return CAVI or Laplace; empty for a start
   */
  public Optional<PosteriorKind> posterior() {
    return Optional.ofNullable(posterior);
  }

  /** Such as {@code probit regressions, variance 0.5, learned: converged after 14 sweeps …}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(link).append(" regressions, prior ").append(prior);
    text.append(
        String.format(
            Locale.ROOT,
            ": %s after %d sweep%s%s, ELBO %.6g",
            stopReason.description(),
            sweeps(),
            sweeps() == 1 ? "" : "s",
            solver == Solver.CAVI ? " of coordinate ascent" : "",
            elbo()));
    if (!Double.isNaN(evidence)) {
      text.append(String.format(Locale.ROOT, ", log evidence %.6g", evidence));
    }
    if (average != null) {
      text.append(String.format("; %s posterior", Words.posterior(posterior, diagonal)));
    }
    return text.toString();
  }
}
