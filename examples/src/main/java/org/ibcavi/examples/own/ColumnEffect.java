// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.table.Column;
import org.ibcavi.examples.table.ColumnKind;
import org.ibcavi.examples.table.DataSet;
import org.ibcavi.examples.table.RowEncoding;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;

/**
 * What a column does to the class probabilities (partial dependence, Friedman 2001): some rows get
 * each of its values in turn and stay as they are otherwise; their probabilities are averaged. All
 * features of a column of names change together.
 */
final class ColumnEffect {
  private static final int MOST_NAMES = 8;
  private static final double LEVEL = 0.9;

  /** Values of a column of numbers in a picture, and where columns are only compared. */
  private static final int DRAWN = 9;

  private static final int COMPARED = 3;

  private final Column column;
  private final List<String> values;
  private final double[][] mean;
  private final double[][] lower;
  private final double[][] upper;

  private ColumnEffect(Column column, List<String> values, int classes) {
    this.column = column;
    this.values = values;
    this.mean = new double[values.size()][classes];
    this.lower = new double[values.size()][classes];
    this.upper = new double[values.size()][classes];
  }

  static ColumnEffect of(
      CategoricalModel model,
      DataSet data,
      RowEncoding encoding,
      LabeledTable rows,
      Column column) {
    ColumnEffect effect =
        new ColumnEffect(column, typical(data, column, DRAWN), model.categories());
    for (int v = 0; v < effect.values.size(); v++) {
      DesignMatrix changed = changed(encoding, rows, column, effect.values.get(v));
      Uncertainty[] known = model.uncertainty(changed, LEVEL);
      for (Uncertainty row : known) {
        addShare(row.mean(), known.length, effect.mean[v]);
        addShare(row.lower(), known.length, effect.lower[v]);
        addShare(row.upper(), known.length, effect.upper[v]);
      }
    }
    return effect;
  }

  /**
   * By how much a row's class probabilities change at most between the column's usual values, on
   * average over rows.
   */
  static double influence(
      CategoricalModel model,
      DataSet data,
      RowEncoding encoding,
      LabeledTable rows,
      Column column) {
    double[][] least = new double[rows.size()][model.categories()];
    double[][] most = new double[rows.size()][model.categories()];
    Arrays.stream(least).forEach(row -> Arrays.fill(row, 1));
    for (String value : typical(data, column, COMPARED)) {
      double[][] p = model.probabilities(changed(encoding, rows, column, value));
      for (int i = 0; i < p.length; i++) {
        for (int k = 0; k < p[i].length; k++) {
          least[i][k] = Math.min(least[i][k], p[i][k]);
          most[i][k] = Math.max(most[i][k], p[i][k]);
        }
      }
    }
    double sum = 0;
    for (int i = 0; i < least.length; i++) {
      double largest = 0;
      for (int k = 0; k < least[i].length; k++) {
        largest = Math.max(largest, most[i][k] - least[i][k]);
      }
      sum += largest;
    }
    return sum / rows.size();
  }

  private static DesignMatrix changed(
      RowEncoding encoding, LabeledTable rows, Column column, String value) {
    DesignMatrix.Builder changed = DesignMatrix.dense(encoding.features().size());
    for (int i = 0; i < rows.size(); i++) {
      double[] row = rows.row(i);
      encoding.put(column.name(), value, row);
      changed.add(row);
    }
    return changed.build();
  }

  private static void addShare(double[] terms, int count, double[] sums) {
    Arrays.setAll(sums, k -> sums[k] + terms[k] / count);
  }

  /** Numbers from the 5 % to the 95 % quantile at equal distances, or the most frequent names. */
  private static List<String> typical(DataSet data, Column column, int steps) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < data.size(); i++) {
      String cell = data.cell(i, column);
      if (cell != null) {
        cells.add(cell);
      }
    }
    return column.kind() == ColumnKind.NUMBER ? spaced(cells, steps) : frequent(cells);
  }

  private static List<String> spaced(List<String> cells, int steps) {
    double[] sorted = cells.stream().mapToDouble(Double::parseDouble).sorted().toArray();
    double low = sorted[(int) Math.round(0.05 * (sorted.length - 1))];
    double high = sorted[(int) Math.round(0.95 * (sorted.length - 1))];
    if (low == high) {
      low = sorted[0];
      high = sorted[sorted.length - 1];
    }
    List<String> values = new ArrayList<>();
    for (int s = 0; s < steps; s++) {
      values.add(String.valueOf(low + (high - low) * s / (steps - 1)));
    }
    return values;
  }

  private static List<String> frequent(List<String> cells) {
    Map<String, Integer> counts = new HashMap<>();
    cells.forEach(cell -> counts.merge(cell, 1, Integer::sum));
    Comparator<String> byCount = Comparator.comparingInt(cell -> -counts.get(cell));
    return counts.keySet().stream()
        .sorted(byCount.thenComparing(Comparator.naturalOrder()))
        .limit(MOST_NAMES)
        .toList();
  }

  String column() {
    return column.name();
  }

  boolean isNumber() {
    return column.kind() == ColumnKind.NUMBER;
  }

  List<String> values() {
    return values;
  }

  double[] numbers() {
    return values.stream().mapToDouble(Double::parseDouble).toArray();
  }

  double mean(int value, int category) {
    return mean[value][category];
  }

  double lower(int value, int category) {
    return lower[value][category];
  }

  double upper(int value, int category) {
    return upper[value][category];
  }
}
