// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.report.PriorReport;

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
    /** The weights of one feature in all categories (automatic relevance determination). */
    FEATURE(PriorReport.Kind.PER_FEATURE),
    /** The weights of all features that one attribute was made into, in all categories. */
    ATTRIBUTE(PriorReport.Kind.PER_ATTRIBUTE),
    /** The weights of one category. */
    CATEGORY(PriorReport.Kind.PER_CATEGORY),
    /** None: each weight has its own. */
    WEIGHT(PriorReport.Kind.HEAVY_TAILED);

    private final PriorReport.Kind kind;

    Grouping(PriorReport.Kind kind) {
      this.kind = kind;
    }
  }

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
  public LearnedVariances start(PriorRegressions regressions, double variance) {
    Groups groups = new Groups(regressions, groupOfFeature(regressions.features()), !shared());
    double[] precisions = new double[groups.count()];
    Arrays.fill(precisions, 1 / variance);
    PriorReport report =
        PriorReport.of(
            grouping.kind, common.at(variance), regressions.features(), regressions.intercept());
    return new LearnedVariances(groups, report, names(), precisions);
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
}
