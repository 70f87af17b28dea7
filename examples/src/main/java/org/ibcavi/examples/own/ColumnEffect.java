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
import org.ibcavi.model.FeatureEffect;

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
  private final FeatureEffect effect;

  private ColumnEffect(Column column, FeatureEffect effect) {
    this.column = column;
    this.effect = effect;
  }

  static ColumnEffect of(
      CategoricalModel model,
      DataSet data,
      RowEncoding encoding,
      LabeledTable rows,
      Column column) {
    List<String> values = typical(data, column, DRAWN);
    return new ColumnEffect(
        column,
        model.effect(
            column.name(), values, v -> changed(encoding, rows, column, values.get(v)), LEVEL));
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
    double[] numbers = cells.stream().mapToDouble(Double::parseDouble).toArray();
    return Arrays.stream(FeatureEffect.usualValues(numbers, steps))
        .mapToObj(String::valueOf)
        .toList();
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
    return effect.values();
  }

  double[] numbers() {
    return values().stream().mapToDouble(Double::parseDouble).toArray();
  }

  double mean(int value, int category) {
    return effect.mean(value, category);
  }

  double lower(int value, int category) {
    return effect.lower(value, category);
  }

  double upper(int value, int category) {
    return effect.upper(value, category);
  }
}
