// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
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
 * @param attributes the attribute that each feature is of; empty unless the grouping asks for them
 * @param common has the variance of the intercepts, which is not learned
 */
public record GroupedVariances(Grouping grouping, List<String> attributes, LearnedScale common)
    implements LearnedStructure {
  /** Which weights share a variance. */
  public enum Grouping {
    /** Those of one feature in all categories (automatic relevance determination). */
    FEATURE,
    /** Those of all features that one attribute or text was made into, in all categories. */
    ATTRIBUTE,
    /** Those of one category. */
    CATEGORY,
    /** None: each weight has its own. */
    WEIGHT
  }

  /** More attributes than these are not told one by one. */
  private static final int MOST_TOLD = 20;

  /** The shape of the variances' prior: half a degree of freedom, which makes Cauchy tails. */
  private static final double SHAPE = 0.5;

  /** Updates of the groups and of s² in turn for the same moments; their steps shrink fast. */
  private static final int ROUNDS = 20;

  /**
   * Checks that nothing is missing.
   *
   * @param grouping which weights share a variance
   * @param attributes the attribute that each feature is of; empty unless the grouping asks for
   *     them
   * @param common has the variance of the intercepts
   */
  public GroupedVariances {
    Objects.requireNonNull(grouping, "grouping");
    Objects.requireNonNull(common, "common");
    attributes = List.copyOf(attributes);
  }

  /**
   * Weights that are grouped without attributes.
   *
   * @param grouping any other than by attribute
   * @param common has the variance of the intercepts
   */
  public GroupedVariances(Grouping grouping, LearnedScale common) {
    this(grouping, List.of(), common);
  }

  @Override
  public boolean shared() {
    return grouping == Grouping.FEATURE || grouping == Grouping.ATTRIBUTE;
  }

  @Override
  public PriorState start(PriorRegressions regressions, double variance) {
    Groups groups = new Groups(regressions, groupOfFeature(regressions.features()), !shared());
    double[] rates = new double[groups.count()];
    Arrays.setAll(rates, g -> groups.shape(g) * variance);
    return new State(groups, names(), common.interceptVariance(), variance, rates);
  }

  /** The group of each feature among those of one regression. */
  private int[] groupOfFeature(int features) {
    return switch (grouping) {
      case FEATURE, WEIGHT -> IntStream.range(0, features).toArray();
      case CATEGORY -> new int[features];
      case ATTRIBUTE -> {
        if (attributes.size() != features) {
          throw new IllegalArgumentException(
              attributes.size() + " attributes of " + features + " features; must be one for each");
        }
        List<String> names = names();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        names.forEach(name -> numbers.put(name, numbers.size()));
        yield attributes.stream().mapToInt(numbers::get).toArray();
      }
    };
  }

  /** The attributes in the order of their first features. */
  private List<String> names() {
    return attributes.stream().distinct().toList();
  }

  /** Numbers groups, and knows how many weights each has. */
  private static final class Groups {
    private final PriorRegressions regressions;
    private final int[] groupOfFeature;
    private final int[] features;
    private final boolean byRegression;

    Groups(PriorRegressions regressions, int[] groupOfFeature, boolean byRegression) {
      this.regressions = regressions;
      this.groupOfFeature = groupOfFeature;
      this.byRegression = byRegression;
      this.features = new int[Arrays.stream(groupOfFeature).max().orElse(-1) + 1];
      Arrays.stream(groupOfFeature).forEach(group -> features[group]++);
    }

    int count() {
      return (byRegression ? regressions.regressions() : 1) * features.length;
    }

    int of(int regression, int feature) {
      return (byRegression ? regression * features.length : 0) + groupOfFeature[feature];
    }

    /** Categories that a regression stands for have groups of their own, which are alike. */
    int copies(int group) {
      return byRegression ? regressions.multiplicity(group / features.length) : 1;
    }

    int weights(int group) {
      return (byRegression ? 1 : regressions.categories()) * features[group % features.length];
    }

    double shape(int group) {
      return SHAPE + 0.5 * weights(group);
    }

    /** How often a regression's weight counts in a group. */
    int share(int regression) {
      return byRegression ? 1 : regressions.multiplicity(regression);
    }

    double copies() {
      return IntStream.range(0, count()).mapToDouble(this::copies).sum();
    }
  }

  /** Gamma(shape, rate) for each group's precision, and s². */
  private static final class State implements PriorState {
    private final Groups groups;
    private final List<String> names;
    private final double interceptVariance;
    private final double squaredScale;
    private final double[] rates;

    State(
        Groups groups,
        List<String> names,
        double interceptVariance,
        double squaredScale,
        double[] rates) {
      this.groups = groups;
      this.names = names;
      this.interceptVariance = interceptVariance;
      this.squaredScale = squaredScale;
      this.rates = rates;
    }

    private double precision(int group) {
      return groups.shape(group) / rates[group];
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
      double[] squares = new double[groups.count()];
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
        precisions += groups.copies(g) * groups.shape(g) / next[g];
      }
      double scale = Math.max(LEAST_VARIANCE, groups.copies() / precisions);
      return new State(groups, names, interceptVariance, scale, next);
    }

    /** E[log p(λ)] − E[log q(λ)], and what E[log λ] is below the log E[λ] of the regressions. */
    @Override
    public double terms() {
      double sum = 0;
      for (int g = 0; g < rates.length; g++) {
        double shape = groups.shape(g);
        double expectedLog = Digamma.value(shape) - Math.log(rates[g]);
        double gap = 0.5 * groups.weights(g) * (expectedLog - Math.log(precision(g)));
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
      if (!names.isEmpty() && names.size() <= MOST_TOLD) {
        return IntStream.range(0, names.size())
            .mapToObj(g -> String.format(Locale.ROOT, "%s %.3g", names.get(g), 1 / precision(g)))
            .collect(Collectors.joining(", ", "prior variances by attribute: ", ""));
      }
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
