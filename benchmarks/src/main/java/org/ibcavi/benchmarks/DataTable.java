// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/**
 * A CSV file with a header and the class in the last column as numbers: a column that has text is
 * nominal and becomes one column of 0 and 1 for each of its values; {@code ?} is missing, which is
 * 0 in all columns of a nominal value and the mean of the training rows in a numeric one.
 */
final class DataTable {
  private static final String MISSING = "?";

  private final double[][] rows;
  private final int[] labels;
  private final int categories;

  private DataTable(double[][] rows, int[] labels, int categories) {
    this.rows = rows;
    this.labels = labels;
    this.categories = categories;
  }

  static DataTable read(Path file) throws IOException {
    return parse(Files.readAllLines(file));
  }

  static DataTable parse(List<String> lines) {
    String[][] cells =
        lines.stream().skip(1).map(line -> line.split(",", -1)).toArray(String[][]::new);
    int last = cells[0].length - 1;
    List<double[]> columns = new ArrayList<>();
    for (int column = 0; column < last; column++) {
      int at = column;
      addColumns(Arrays.stream(cells).map(row -> row[at]).toArray(String[]::new), columns);
    }
    double[][] rows = new double[cells.length][columns.size()];
    for (int i = 0; i < rows.length; i++) {
      int row = i;
      Arrays.setAll(rows[i], m -> columns.get(m)[row]);
    }
    List<String> classes = levels(Arrays.stream(cells).map(row -> row[last]).toList());
    int[] labels = Arrays.stream(cells).mapToInt(row -> classes.indexOf(row[last])).toArray();
    return new DataTable(rows, labels, classes.size());
  }

  private static List<String> levels(List<String> values) {
    return values.stream().filter(value -> !value.equals(MISSING)).distinct().sorted().toList();
  }

  private static void addColumns(String[] values, List<double[]> columns) {
    List<String> levels = levels(Arrays.asList(values));
    if (levels.stream().allMatch(DataTable::isNumber)) {
      columns.add(
          Arrays.stream(values)
              .mapToDouble(v -> v.equals(MISSING) ? Double.NaN : Double.parseDouble(v))
              .toArray());
      return;
    }
    for (String level : levels) {
      columns.add(Arrays.stream(values).mapToDouble(v -> v.equals(level) ? 1 : 0).toArray());
    }
  }

  private static boolean isNumber(String value) {
    return value.matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");
  }

  private DataTable select(int[] selected) {
    double[][] some =
        Arrays.stream(selected).mapToObj(i -> rows[i].clone()).toArray(double[][]::new);
    return new DataTable(some, Arrays.stream(selected).map(i -> labels[i]).toArray(), categories);
  }

  /**
   * Deals the rows to parts, class by class: each class's rows are shuffled, and the j-th of all
   * goes to part j mod {@code parts}, counted through over the classes.
   */
  int[] deal(int parts, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] part = new int[rows.length];
    int next = 0;
    for (int k = 0; k < categories; k++) {
      int[] members = rowsOf(k);
      for (int j = members.length - 1; j > 0; j--) {
        int other = random.nextInt(j + 1);
        int swap = members[j];
        members[j] = members[other];
        members[other] = swap;
      }
      for (int row : members) {
        part[row] = next++ % parts;
      }
    }
    return part;
  }

  private int[] rowsOf(int category) {
    return IntStream.range(0, labels.length).filter(i -> labels[i] == category).toArray();
  }

  /** One part for testing and the others for training, where missing values are filled in. */
  Split split(int[] part, int testPart) {
    DataTable training = select(rowsWhere(part, testPart, false));
    DataTable test = select(rowsWhere(part, testPart, true));
    for (int m = 0; m < rows[0].length; m++) {
      int column = m;
      double mean =
          Arrays.stream(training.rows)
              .mapToDouble(row -> row[column])
              .filter(value -> !Double.isNaN(value))
              .average()
              .orElse(0);
      training.fill(column, mean);
      test.fill(column, mean);
    }
    return new Split(training, test);
  }

  private static int[] rowsWhere(int[] part, int which, boolean equal) {
    return IntStream.range(0, part.length).filter(i -> (part[i] == which) == equal).toArray();
  }

  private void fill(int column, double value) {
    for (double[] row : rows) {
      row[column] = Double.isNaN(row[column]) ? value : row[column];
    }
  }

  int rows() {
    return rows.length;
  }

  int columns() {
    return rows[0].length;
  }

  int categories() {
    return categories;
  }

  /** The values of a row, not copied. */
  double[] row(int row) {
    return rows[row];
  }

  int label(int row) {
    return labels[row];
  }

  TrainingData toTrainingData() {
    return TrainingData.of(DesignMatrix.of(rows), labels, categories);
  }

  DesignMatrix toMatrix() {
    return DesignMatrix.of(rows);
  }

  /**
   * Rows to learn from and rows to predict.
   *
   * @param training the former
   * @param test the latter
   */
  record Split(DataTable training, DataTable test) {}
}
