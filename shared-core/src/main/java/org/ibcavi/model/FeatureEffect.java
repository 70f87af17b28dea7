// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;

/**
 * What a feature does to the class probabilities (partial dependence, Friedman 2001): it is set to
 * a value in every one of some rows, which stay as they are otherwise, and the rows' probabilities
 * are averaged. The ends of the rows' credible intervals are averaged too: they say how sure the
 * model is of a row's probability there.
 */
public final class FeatureEffect {
  private final String feature;
  private final List<String> categories;
  private final double[] values;
  private final double level;
  private final double[][] mean;
  private final double[][] lower;
  private final double[][] upper;

  private FeatureEffect(CategoricalModel model, int feature, double[] values, double level) {
    this.feature = model.featureNames().get(feature);
    this.categories = model.categoryNames();
    this.values = values.clone();
    this.level = level;
    this.mean = new double[values.length][categories.size()];
    this.lower = new double[values.length][categories.size()];
    this.upper = new double[values.length][categories.size()];
  }

  static FeatureEffect of(
      CategoricalModel model, DesignMatrix rows, int feature, double[] values, double level) {
    if (feature < 0 || feature >= model.features()) {
      throw new IllegalArgumentException(
          "feature " + feature + "; must be between 0 and " + (model.features() - 1));
    }
    FeatureEffect effect = new FeatureEffect(model, feature, values, level);
    for (int v = 0; v < values.length; v++) {
      Uncertainty[] known = model.uncertainty(with(rows, feature, values[v]), level);
      for (Uncertainty row : known) {
        add(row.mean(), known.length, effect.mean[v]);
        add(row.lower(), known.length, effect.lower[v]);
        add(row.upper(), known.length, effect.upper[v]);
      }
    }
    return effect;
  }

  private static DesignMatrix with(DesignMatrix rows, int feature, double value) {
    DesignMatrix.Builder changed = DesignMatrix.dense(rows.columns());
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      row[feature] = value;
      changed.add(row);
    }
    return changed.build();
  }

  private static void add(double[] terms, int count, double[] sums) {
    Arrays.setAll(sums, k -> sums[k] + terms[k] / count);
  }

  /**
   * The values that the feature was set to.
   *
   * @return a copy
   */
  public double[] values() {
    return values.clone();
  }

  /**
   * The probability that a row's credible interval holds.
   *
   * @return such as 0.9
   */
  public double level() {
    return level;
  }

  /**
   * The mean of the rows' probabilities of a category.
   *
   * @param value which of the values
   * @param category from 0
   * @return over the categories they sum to 1
   */
  public double mean(int value, int category) {
    return mean[value][category];
  }

  /**
   * The mean of the lower ends of the rows' intervals.
   *
   * @param value which of the values
   * @param category from 0
   * @return a probability
   */
  public double lower(int value, int category) {
    return lower[value][category];
  }

  /**
   * The mean of the upper ends of the rows' intervals.
   *
   * @param value which of the values
   * @param category from 0
   * @return a probability
   */
  public double upper(int value, int category) {
    return upper[value][category];
  }

  /** A line for each value, with the probability of each category. */
  @Override
  public String toString() {
    StringJoiner lines = new StringJoiner(System.lineSeparator());
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: mean probability [mean %s %% interval] of %s",
            feature,
            Percent.of(level),
            String.join(", ", categories)));
    for (int v = 0; v < values.length; v++) {
      lines.add(line(v));
    }
    return lines.toString();
  }

  private String line(int v) {
    return String.format(Locale.ROOT, "%.4g:", values[v])
        + String.join(
            "",
            IntStream.range(0, categories.size())
                .mapToObj(
                    k ->
                        String.format(
                            Locale.ROOT,
                            " %.3f [%.3f, %.3f]",
                            mean[v][k],
                            lower[v][k],
                            upper[v][k]))
                .toList());
  }
}
