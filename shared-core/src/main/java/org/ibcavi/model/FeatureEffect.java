// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;

/**
 * What a feature, or a column of data that became several features, does to the class probabilities
 * (partial dependence, Friedman 2001): it is set to a value in every one of some rows, which stay
 * as they are otherwise, and the rows' probabilities are averaged. The ends of the rows' credible
 * intervals are averaged too: they say how sure the model is of a row's probability there.
 */
public final class FeatureEffect {
  private final String column;
  private final List<String> categories;
  private final List<String> values;
  private final double level;
  private final double[][] mean;
  private final double[][] lower;
  private final double[][] upper;

  private FeatureEffect(CategoricalModel model, String column, List<String> values, double level) {
    this.column = column;
    this.categories = model.categoryNames();
    this.values = List.copyOf(values);
    this.level = level;
    this.mean = new double[values.size()][categories.size()];
    this.lower = new double[values.size()][categories.size()];
    this.upper = new double[values.size()][categories.size()];
  }

  static FeatureEffect of(
      CategoricalModel model,
      String column,
      List<String> values,
      IntFunction<DesignMatrix> rowsWith,
      double level,
      Workers workers) {
    FeatureEffect effect = new FeatureEffect(model, column, values, level);
    // Rows are few, so that it is the values that threads share.
    workers.run(
        values.size(),
        Cancellation.never(),
        v -> {
          Uncertainty[] known = model.uncertainty(rowsWith.apply(v), level);
          for (Uncertainty row : known) {
            add(row.mean(), known.length, effect.mean[v]);
            add(row.lower(), known.length, effect.lower[v]);
            add(row.upper(), known.length, effect.upper[v]);
          }
        });
    return effect;
  }

  /** Rows whose feature is set to a value; sparse ones stay so. */
  static DesignMatrix with(DesignMatrix rows, int feature, double value) {
    DesignMatrix.Builder changed =
        rows.isSparse() ? DesignMatrix.sparse(rows.columns()) : DesignMatrix.dense(rows.columns());
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      row[feature] = value;
      if (rows.isSparse()) {
        int[] stored = IntStream.range(0, row.length).filter(m -> row[m] != 0).toArray();
        changed.add(stored, Arrays.stream(stored).mapToDouble(m -> row[m]).toArray());
      } else {
        changed.add(row);
      }
    }
    return changed.build();
  }

  /**
   * Numbers to set a column to: at equal distances from the 5 % to the 95 % quantile of what was
   * observed, or over its whole range where these are the same.
   *
   * @param observed at least one number, in any order
   * @param count how many are wanted, at least 2
   * @return in increasing order
   */
  public static double[] usualValues(double[] observed, int count) {
    double[] sorted = observed.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    int tail = (int) Math.round(0.5 * (1 - Uncertainty.USUAL_LEVEL) * last);
    int from = sorted[tail] < sorted[last - tail] ? tail : 0;
    double low = sorted[from];
    double high = sorted[last - from];
    double[] values = new double[count];
    Arrays.setAll(values, v -> low + (high - low) * v / (count - 1));
    return values;
  }

  private static void add(double[] terms, int count, double[] sums) {
    Arrays.setAll(sums, k -> sums[k] + terms[k] / count);
  }

  /**
   * The values that the column was set to, as texts.
   *
   * @return an unmodifiable list
   */
  public List<String> values() {
    return values;
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

  /** A table: a line for each value, a column for each category. */
  @Override
  public String toString() {
    List<List<String>> table = new ArrayList<>();
    table.add(values);
    for (int k = 0; k < categories.size(); k++) {
      int category = k;
      table.add(IntStream.range(0, values.size()).mapToObj(v -> cell(v, category)).toList());
    }
    StringJoiner lines = new StringJoiner(System.lineSeparator());
    lines.add(
        String.format(
            Locale.ROOT, "%s: mean probability [mean %s %% interval]", column, Percent.of(level)));
    for (int line = -1; line < values.size(); line++) {
      StringJoiner cells = new StringJoiner("  ");
      for (int c = 0; c < table.size(); c++) {
        String head = c == 0 ? "" : categories.get(c - 1);
        int width = table.get(c).stream().mapToInt(String::length).max().orElse(0);
        String text = line < 0 ? head : table.get(c).get(line);
        cells.add(" ".repeat(Math.max(width, head.length()) - text.length()) + text);
      }
      lines.add(cells.toString());
    }
    return lines.toString();
  }

  private String cell(int v, int k) {
    return String.format(Locale.ROOT, "%.3f [%.3f, %.3f]", mean[v][k], lower[v][k], upper[v][k]);
  }
}
