// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.LogGamma;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.prior.LearnedScale;

/**
 * Weights in groups, each group with a variance of its own: for weights β of group g
 *
 * <pre>
 *   β ~ N(0, 1/λ_g),    λ_g ~ Gamma(½, ½s²),    s² learned.
 * </pre>
 *
 * <p>A group of one weight has a Cauchy prior of scale s; a larger one leaves nearly everything to
 * its data. The posterior of λ_g given moments of its n weights is Gamma(½ + n/2, ½s² + ½ΣE[β²]),
 * and the bound is largest where 1/s² is the mean of E[λ_g].
 *
 * @param grouping which weights share a variance
 * @param common has the variance of the intercepts, which is not learned
 */
public record GroupedVariances(Grouping grouping, LearnedScale common) implements LearnedStructure {
  /** Which weights share a variance. */
  public enum Grouping {
    /** Those of one feature in all categories (automatic relevance determination). */
    FEATURE,
    /** Those of one category. */
    CATEGORY,
    /** None: each weight has its own. */
    WEIGHT
  }

  /** The shape of the variances' prior: half a degree of freedom, which makes Cauchy tails. */
  private static final double SHAPE = 0.5;

  /** Updates of the groups and of s² in turn for the same moments; their steps shrink fast. */
  private static final int ROUNDS = 20;

  /**
   * Checks that nothing is missing.
   *
   * @param grouping which weights share a variance
   * @param common has the variance of the intercepts
   */
  public GroupedVariances {
    Objects.requireNonNull(grouping, "grouping");
    Objects.requireNonNull(common, "common");
  }

  @Override
  public boolean shared() {
    return grouping == Grouping.FEATURE;
  }

  @Override
  public PriorState start(PriorRegressions regressions, double variance) {
    Groups groups = new Groups(regressions, grouping);
    double[] rates = new double[groups.count];
    Arrays.setAll(rates, g -> groups.shape() * variance);
    return new State(groups, common.interceptVariance(), variance, rates);
  }

  /** Numbers groups, and knows how many weights each has. */
  private static final class Groups {
    private final PriorRegressions regressions;
    private final boolean byRegression;
    private final boolean byFeature;
    private final int count;

    Groups(PriorRegressions regressions, Grouping grouping) {
      this.regressions = regressions;
      this.byRegression = grouping != Grouping.FEATURE;
      this.byFeature = grouping != Grouping.CATEGORY;
      this.count = (byRegression ? regressions.regressions() : 1) * perRegression();
    }

    private int perRegression() {
      return byFeature ? regressions.features() : 1;
    }

    int of(int regression, int feature) {
      return (byRegression ? regression * perRegression() : 0) + (byFeature ? feature : 0);
    }

    /** Categories that a regression stands for have groups of their own, which are alike. */
    int copies(int group) {
      return byRegression ? regressions.multiplicity(group / perRegression()) : 1;
    }

    int weights() {
      return (byRegression ? 1 : regressions.categories())
          * (byFeature ? 1 : regressions.features());
    }

    double shape() {
      return SHAPE + 0.5 * weights();
    }

    /** How often a regression's weight counts in a group. */
    int share(int regression) {
      return byRegression ? 1 : regressions.multiplicity(regression);
    }

    double copies() {
      return IntStream.range(0, count).mapToDouble(this::copies).sum();
    }
  }

  /** Gamma(shape, rate) for each group's precision, and s². */
  private static final class State implements PriorState {
    private final Groups groups;
    private final double interceptVariance;
    private final double squaredScale;
    private final double[] rates;

    State(Groups groups, double interceptVariance, double squaredScale, double[] rates) {
      this.groups = groups;
      this.interceptVariance = interceptVariance;
      this.squaredScale = squaredScale;
      this.rates = rates;
    }

    private double precision(int group) {
      return groups.shape() / rates[group];
    }

    @Override
    public GaussianPrior of(int regression) {
      double[] precision = new double[groups.regressions.size()];
      for (int m = 0; m < groups.regressions.features(); m++) {
        precision[m] = precision(groups.of(regression, m));
      }
      if (groups.regressions.intercept()) {
        precision[precision.length - 1] = 1 / interceptVariance;
      }
      return GaussianPrior.diagonal(new double[precision.length], precision);
    }

    @Override
    public PriorState next(double[][] means, double[][] variances) {
      double[] squares = new double[groups.count];
      for (int regression = 0; regression < means.length; regression++) {
        for (int m = 0; m < groups.regressions.features(); m++) {
          squares[groups.of(regression, m)] +=
              groups.share(regression)
                  * (means[regression][m] * means[regression][m] + variances[regression][m]);
        }
      }
      State next = this;
      for (int round = 0; round < ROUNDS; round++) {
        next = next.given(squares);
      }
      return next;
    }

    private State given(double[] squares) {
      double[] next = new double[rates.length];
      double precisions = 0;
      for (int g = 0; g < next.length; g++) {
        next[g] = 0.5 * (squaredScale + squares[g]);
        precisions += groups.copies(g) * groups.shape() / next[g];
      }
      double scale = Math.max(LEAST_VARIANCE, groups.copies() / precisions);
      return new State(groups, interceptVariance, scale, next);
    }

    /** E[log p(λ)] − E[log q(λ)], and what E[log λ] is below the log E[λ] of the regressions. */
    @Override
    public double terms() {
      double sum = 0;
      for (int g = 0; g < rates.length; g++) {
        double shape = groups.shape();
        double expectedLog = Digamma.value(shape) - Math.log(rates[g]);
        double gap = 0.5 * groups.weights() * (expectedLog - Math.log(precision(g)));
        double prior =
            SHAPE * Math.log(0.5 * squaredScale)
                - LogGamma.value(SHAPE)
                + (SHAPE - 1) * expectedLog
                - 0.5 * squaredScale * precision(g);
        double entropy =
            shape - Math.log(rates[g]) + LogGamma.value(shape) + (1 - shape) * Digamma.value(shape);
        sum += groups.copies(g) * (gap + prior + entropy);
      }
      return sum;
    }

    @Override
    public double weightVariance() {
      return squaredScale;
    }

    @Override
    public double interceptVariance() {
      return groups.regressions.intercept() ? interceptVariance : Double.NaN;
    }

    @Override
    public String summary() {
      double[] variances =
          IntStream.range(0, rates.length).mapToDouble(g -> 1 / precision(g)).sorted().toArray();
      return String.format(
          Locale.ROOT,
          "prior variances from %.3g to %.3g, median %.3g",
          variances[0],
          variances[variances.length - 1],
          variances[variances.length / 2]);
    }
  }
}
