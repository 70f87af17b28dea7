// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.report.PriorReport;

/** What is known of {@link GroupedVariances}: the expectation of each group's precision, and s². */
public final class LearnedVariances implements PriorState {
  /** The shape of the variances' prior: half a degree of freedom, which makes Cauchy tails. */
  private static final double SHAPE = 0.5;

  /** More attributes than these are not told one by one. */
  private static final int MOST_TOLD = 20;

  private final Groups groups;
  private final PriorReport report;
  private final List<String> names;
  private final double[] precisions;

  /**
   * Takes them.
   *
   * @param groups whose precisions they are
   * @param report what prior it is, with s² for its variance
   * @param names of the groups; empty if they have none
   * @param precisions one for each group, not copied
   */
  LearnedVariances(Groups groups, PriorReport report, List<String> names, double[] precisions) {
    this.groups = groups;
    this.report = report;
    this.names = names;
    this.precisions = precisions;
  }

  private double squaredScale() {
    return report.weightVariance();
  }

  @Override
  public RegressionPriors priors() {
    if (groups.shared()) {
      return RegressionPriors.shared(density(0));
    }
    GaussianPrior[] each = new GaussianPrior[groups.regressions().regressions()];
    Arrays.setAll(each, this::density);
    return RegressionPriors.each(each);
  }

  private GaussianPrior density(int regression) {
    double[] precision = new double[groups.regressions().size()];
    Arrays.fill(precision, 1 / report.interceptVariance());
    for (int m = 0; m < groups.regressions().features(); m++) {
      precision[m] = precisions[groups.of(regression, m)];
    }
    return GaussianPrior.diagonal(new double[precision.length], precision);
  }

  @Override
  public LearnedVariances next(Moments moments) {
    double[] squares =
        groups.sums(
            (regression, m) ->
                moments.mean(regression, m) * moments.mean(regression, m)
                    + moments.variance(regression, m));
    LearnedVariances before = this;
    LearnedVariances next = given(squares);
    for (int step = 1; step < Convergence.STEPS && !next.isNear(before); step++) {
      before = next;
      next = next.given(squares);
    }
    return next;
  }

  /** Whether groups and s², updated in turn for the same moments, have settled. */
  private boolean isNear(LearnedVariances before) {
    return Convergence.reached(squaredScale(), before.squaredScale());
  }

  /** Gamma(½ + n/2, ½s² + ½ΣE[β²]) for each group, and then s². */
  private LearnedVariances given(double[] squares) {
    double[] next = new double[precisions.length];
    Arrays.setAll(next, g -> shape(g) / (0.5 * (squaredScale() + squares[g])));
    return with(next);
  }

  private double shape(int group) {
    return SHAPE + 0.5 * groups.weights(group);
  }

  private LearnedVariances with(double[] next) {
    double sum = 0;
    for (int g = 0; g < next.length; g++) {
      sum += groups.copies(g) * next[g];
    }
    return with(next, Math.max(LEAST_VARIANCE, groups.copies() / sum));
  }

  private LearnedVariances with(double[] next, double squaredScale) {
    return new LearnedVariances(groups, report.with(report.kind(), squaredScale), names, next);
  }

  /**
   * A longer step to where {@link #next} settles if the moments are those under these variances:
   *
   * <pre>
   *   1/E[λ_g] = (s² + Σβ²) / (1 + Σγ),    γ = 1 − Var[β] E[λ_g]
   * </pre>
   *
   * <p>with γ the share of a weight that the data determine (MacKay 1992), sums over the weights of
   * the group. The two agree where nothing changes any more; this one is soon there even where data
   * say little, and promises nothing about the way.
   *
   * @param moments of the coefficients under these variances
   * @return the next variances
   */
  public LearnedVariances leap(Moments moments) {
    double[] squares =
        groups.sums((regression, m) -> moments.mean(regression, m) * moments.mean(regression, m));
    double[] determined =
        groups.sums(
            (regression, m) ->
                Math.max(
                    0, 1 - moments.variance(regression, m) * precisions[groups.of(regression, m)]));
    double[] next = new double[precisions.length];
    Arrays.setAll(next, g -> (1 + determined[g]) / (squaredScale() + squares[g]));
    return with(next);
  }

  /**
   * All variances times a factor.
   *
   * @param factor above 0
   * @return the multiples
   */
  public LearnedVariances times(double factor) {
    return with(
        Arrays.stream(precisions).map(precision -> precision / factor).toArray(),
        factor * squaredScale());
  }

  /** E[log p(λ)] − E[log q(λ)], and what E[log λ] is below the log E[λ] of the regressions. */
  @Override
  public double terms() {
    double sum = 0;
    for (int g = 0; g < precisions.length; g++) {
      double shape = shape(g);
      double logRate = Math.log(shape / precisions[g]);
      double expectedLog = Digamma.value(shape) - logRate;
      double gap = 0.5 * groups.weights(g) * (expectedLog - Math.log(precisions[g]));
      double prior =
          SHAPE * Math.log(0.5 * squaredScale())
              - LogGamma.value(SHAPE)
              + (SHAPE - 1) * expectedLog
              - 0.5 * squaredScale() * precisions[g];
      double entropy = shape - logRate + LogGamma.value(shape) + (1 - shape) * Digamma.value(shape);
      sum += groups.copies(g) * (gap + prior + entropy);
    }
    return sum;
  }

  @Override
  public PriorReport report() {
    return report;
  }

  @Override
  public String summary() {
    if (!names.isEmpty() && names.size() <= MOST_TOLD) {
      return IntStream.range(0, names.size())
          .mapToObj(g -> String.format(Locale.ROOT, "%s %.3g", names.get(g), 1 / precisions[g]))
          .collect(Collectors.joining(", ", "prior variances by attribute: ", ""));
    }
    double[] variances = Arrays.stream(precisions).map(own -> 1 / own).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "prior variances from %.3g to %.3g, median %.3g",
        variances[0],
        variances[variances.length - 1],
        variances[variances.length / 2]);
  }
}
