// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibcavi.categorical.FittedMember;
import org.ibcavi.diagnostics.ImportanceBound;
import org.ibcavi.diagnostics.PosteriorSample;
import org.ibcavi.diagnostics.Psis;
import org.ibcavi.diagnostics.PsisLoo;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Problem;
import org.ibcavi.report.MemberReport;
import org.ibcavi.settings.PosteriorKind;

/**
 * How far the posterior of one member can be trusted, found by draws from it. Rows are the training
 * rows of a weight above 0, in their order. Immutable.
 */
public final class MemberDiagnosis {
  /** Rows that a warning names. */
  private static final int NAMED = 10;

  private final MemberReport member;
  private final double elbo;
  private final double importanceBound;
  private final double shape;
  private final double[] rowWeights;
  private final double[] rowDensities;
  private final double[] rowShapes;
  private final double expectedLogDensity;
  private final double standardError;

  private MemberDiagnosis(
      MemberReport member, ImportanceBound bound, PsisLoo leftOut, double[] rowWeights) {
    this.member = member;
    this.elbo =
        member.posterior() == PosteriorKind.VARIATIONAL ? member.logEvidence() : bound.bound(1);
    this.importanceBound = bound.bound(bound.logRatios().length);
    this.shape = bound.smoothed().shape();
    this.rowWeights = rowWeights;
    this.rowDensities = leftOut.logDensities();
    this.rowShapes = leftOut.shapes();
    this.expectedLogDensity = Arrays.stream(leftOut.contributions()).sum();
    this.standardError = PsisLoo.standardError(leftOut.contributions());
  }

  static MemberDiagnosis of(
      Problem problem,
      FittedMember fitted,
      MemberReport report,
      int draws,
      long seed,
      FitContext context) {
    PosteriorSample sample =
        new PosteriorSample(
            problem,
            fitted.likelihood(),
            fitted.priors(),
            fitted.means(),
            fitted.covariance(),
            draws,
            seed,
            context);
    ImportanceBound bound = new ImportanceBound(sample);
    return new MemberDiagnosis(report, bound, new PsisLoo(sample, bound), problem.rowWeights());
  }

  /**
   * What the member is.
   *
   * @return its likelihood, prior, weight and how it was fitted
   */
  public MemberReport member() {
    return member;
  }

  /**
   * The bound of the log probability of the labels: that by which a variational posterior was
   * fitted; of Laplace's, which {@link #member()} tells apart, an estimate by the draws.
   *
   * @return ELBO_CB, at most the log evidence
   */
  public double elbo() {
    return elbo;
  }

  /**
   * The importance-weighted bound of the log probability of the labels: it rises from the ELBO
   * towards the log evidence with the number of draws. A large gap between the two says that the
   * posterior is not normal, or not independent between categories.
   *
   * @return the estimate by all draws
   */
  public double importanceBound() {
    return importanceBound;
  }

  /**
   * The shape k̂ of the tail of the importance weights of all coefficients together; of a softmax
   * member of their differences between categories, which alone matter to it.
   *
   * @return up to 0.5 is good, above 0.7 draws cannot be weighed to stand for the exact posterior
   */
  public double shape() {
    return shape;
  }

  /**
   * The expected log pointwise predictive density by leaving out each row: what rows like these
   * would have been predicted with if they were new.
   *
   * @return elpd, the weighted sum over the rows of the logs of predictive probabilities
   */
  public double expectedLogDensity() {
    return expectedLogDensity;
  }

  /**
   * The standard error of {@link #expectedLogDensity()}, by the differences between rows.
   *
   * @return above 0
   */
  public double standardError() {
    return standardError;
  }

  /**
   * The log probability of each row's category if the row is left out.
   *
   * @return a copy, one for each row
   */
  public double[] rowDensities() {
    return rowDensities.clone();
  }

  /**
   * The shape k̂ of the importance weights that leave out a row.
   *
   * @return a copy, one for each row
   */
  public double[] rowShapes() {
    return rowShapes.clone();
  }

  /**
   * Rows whose k̂ is above 0.7, so that their {@link #rowDensities()} are not to be trusted.
   *
   * @return their numbers, from 0
   */
  public int[] unreliableRows() {
    return IntStream.range(0, rowShapes.length)
        .filter(row -> rowShapes[row] > Psis.WORST_SHAPE)
        .toArray();
  }

  double[] rowWeights() {
    return rowWeights.clone();
  }

  /**
   * What is not to be trusted.
   *
   * @return sentences; none if every k̂ is at most 0.7
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (shape > Psis.WORST_SHAPE) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s: k-hat of the posterior is %.2f, above %.1f. Taken together, the coefficients"
                  + " differ more from the exact posterior than weights can mend: do not rely on the"
                  + " importance-weighted bound, and check intervals of coefficients against a"
                  + " sampler. Predictions of single rows may hold all the same.",
              name(),
              shape,
              Psis.WORST_SHAPE));
    }
    int[] rows = unreliableRows();
    if (rows.length > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s: k-hat is above %.1f for %d of %d rows, such as %s. These rows have so much"
                  + " influence that leaving them out cannot be computed from draws: the expected log"
                  + " predictive density is not to be trusted.",
              name(),
              Psis.WORST_SHAPE,
              rows.length,
              rowShapes.length,
              IntStream.of(rows)
                  .limit(NAMED)
                  .mapToObj(Integer::toString)
                  .collect(Collectors.joining(", "))));
    }
    return warnings;
  }

  private String name() {
    return String.format(
        Locale.ROOT,
        "%s, %s, alpha %.3g, prior %s",
        member.basis(),
        member.link(),
        member.alpha(),
        member.prior());
  }

  /** One line with all figures. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: weight %.3f, %s posterior, ELBO %.2f, importance-weighted bound %.2f, k-hat %.2f, elpd %.2f"
            + " (standard error %.2f), %d of %d rows with k-hat above %.1f",
        name(),
        member.weight(),
        member.posteriorInWords(),
        elbo,
        importanceBound,
        shape,
        expectedLogDensity,
        standardError,
        unreliableRows().length,
        rowShapes.length,
        Psis.WORST_SHAPE);
  }
}
