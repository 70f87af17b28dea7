// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The posterior of one category's coefficients on one scale of the features. Where categories are
 * modelled together, adding the same to all of them changes no probability: an interval is that of
 * a coefficient's distance from the mean over the categories.
 */
public final class CoefficientSummary {
  /** Coefficients in the text; the others would make it unreadable. */
  private static final int SHOWN = 20;

  private static final String INTERCEPT = "(intercept)";

  private final String category;
  private final List<String> features;
  private final double level;
  private final double quantile;
  private final double[] mean;
  private final double[] standardDeviation;
  private final double[] inclusions;

  CoefficientSummary(
      String category,
      List<String> features,
      double level,
      double quantile,
      double[] mean,
      double[] standardDeviation,
      double[] inclusions) {
    this.category = category;
    this.features = features;
    this.level = level;
    this.quantile = quantile;
    this.mean = mean;
    this.standardDeviation = standardDeviation;
    this.inclusions = inclusions;
  }

  /** What coefficients multiply, the intercept last. */
  static List<String> names(List<String> features, boolean intercept) {
    return intercept
        ? Stream.concat(features.stream(), Stream.of(INTERCEPT)).toList()
        : List.copyOf(features);
  }

  /**
   * How many coefficients there are.
   *
   * @return the features, and the intercept where there is one, which comes last
   */
  public int size() {
    return mean.length;
  }

  /**
   * What a coefficient multiplies.
   *
   * @param coefficient which one
   * @return the name of its feature, or (intercept)
   */
  public String name(int coefficient) {
    return coefficient < features.size() ? features.get(coefficient) : INTERCEPT;
  }

  /**
   * The probability that an interval holds.
   *
   * @return such as 0.95
   */
  public double level() {
    return level;
  }

  /**
   * A coefficient's posterior mean.
   *
   * @param coefficient which one
   * @return its mean
   */
  public double mean(int coefficient) {
    return mean[coefficient];
  }

  /**
   * A coefficient's posterior standard deviation.
   *
   * @param coefficient which one
   * @return its standard deviation
   */
  public double standardDeviation(int coefficient) {
    return standardDeviation[coefficient];
  }

  /**
   * The lower end of a coefficient's central credible interval.
   *
   * @param coefficient which one
   * @return the lower end
   */
  public double lower(int coefficient) {
    return mean[coefficient] - quantile * standardDeviation[coefficient];
  }

  /**
   * The upper end of a coefficient's central credible interval.
   *
   * @param coefficient which one
   * @return the upper end
   */
  public double upper(int coefficient) {
    return mean[coefficient] + quantile * standardDeviation[coefficient];
  }

  /**
   * How probable a weight is not to be zero, where the prior says of some that they are (spike and
   * slab).
   *
   * @param coefficient which one
   * @return the probability; empty for the intercept, under other priors, and in models from files
   */
  public OptionalDouble inclusion(int coefficient) {
    return coefficient < inclusions.length
        ? OptionalDouble.of(inclusions[coefficient])
        : OptionalDouble.empty();
  }

  /** A line for each coefficient, the one whose sign is most certain first. */
  @Override
  public String toString() {
    int shown = Math.min(SHOWN, size());
    StringJoiner lines = new StringJoiner(System.lineSeparator());
    lines.add("coefficients of category " + category);
    IntStream.range(0, size())
        .boxed()
        .sorted(Comparator.comparingDouble(p -> -Math.abs(mean[p]) / standardDeviation[p]))
        .limit(shown)
        .forEach(p -> lines.add(line(p)));
    if (shown < size()) {
      lines.add("… and " + (size() - shown) + " whose sign is less certain");
    }
    return lines.toString();
  }

  private String line(int p) {
    return String.format(
        Locale.ROOT,
        "%s %.6g, %s %% interval [%.6g, %.6g]%s",
        name(p),
        mean[p],
        Percent.of(level),
        lower(p),
        upper(p),
        inclusion(p).isPresent()
            ? String.format(Locale.ROOT, ", not zero with probability %.3f", inclusions[p])
            : "");
  }
}
