// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/** A table of finite numbers with a class for each row. Immutable. */
public final class LabeledTable {
  private final String name;
  private final List<String> features;
  private final List<String> classes;
  private final double[][] rows;
  private final int[] labels;

  private LabeledTable(
      String name, List<String> features, List<String> classes, double[][] rows, int[] labels) {
    this.name = name;
    this.features = features;
    this.classes = classes;
    this.rows = rows;
    this.labels = labels;
  }

  /**
   * A table of given numbers.
   *
   * @param name of the table
   * @param features their names
   * @param classes their names
   * @param rows finite numbers, one for each feature; not copied
   * @param labels for each row an index to the classes; not copied
   * @return the table
   */
  public static LabeledTable of(
      String name, List<String> features, List<String> classes, double[][] rows, int[] labels) {
    return new LabeledTable(name, List.copyOf(features), List.copyOf(classes), rows, labels);
  }

  /**
   * Reads one of the embedded tables: glass, vowel or letter.
   *
   * @param name of the table
   * @return its rows in the order of the file
   * @throws IOException if there is no such table, or it cannot be read
   */
  public static LabeledTable named(String name) throws IOException {
    boolean packed = LabeledTable.class.getResource(name + ".csv") == null;
    String resource = packed ? name + ".csv.gz" : name + ".csv";
    try (InputStream in = LabeledTable.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("table '" + name + "'; there are glass, vowel and letter");
      }
      return read(name, packed ? new GZIPInputStream(in) : in);
    }
  }

  /**
   * Reads comma-separated values: a header, then rows of numbers with the class in the last column.
   *
   * @param name of the table
   * @param in read to its end and left open
   * @return its rows in the order of the file; classes sorted by name
   * @throws IOException if it cannot be read, or a value is no finite number
   */
  public static LabeledTable read(String name, InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String header = reader.readLine();
    if (header == null) {
      throw new IOException(name + ": empty; a header row is needed");
    }
    List<String> names = List.of(header.split(",", -1));
    int columns = names.size() - 1;
    List<double[]> rows = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      String[] cells = line.split(",", -1);
      rows.add(numbers(name, rows.size() + 2, names, cells));
      labels.add(cells[columns]);
    }
    List<String> classes = List.copyOf(new TreeSet<>(labels));
    return new LabeledTable(
        name,
        names.subList(0, columns),
        classes,
        rows.toArray(double[][]::new),
        labels.stream().mapToInt(classes::indexOf).toArray());
  }

  private static double[] numbers(String name, int line, List<String> names, String[] cells)
      throws IOException {
    String place = name + ", line " + line;
    if (cells.length != names.size()) {
      throw new IOException(
          place + ": " + cells.length + " values; the header has " + names.size());
    }
    double[] row = new double[cells.length - 1];
    for (int m = 0; m < row.length; m++) {
      row[m] = number(place + ", column '" + names.get(m) + "'", cells[m]);
    }
    return row;
  }

  private static double number(String place, String cell) throws IOException {
    try {
      double value = Double.parseDouble(cell);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new IOException(place + ": '" + cell + "'; must be a number", e);
    }
    throw new IOException(place + ": " + cell + "; must be finite");
  }

  /**
   * The same rows in another order.
   *
   * @param seed of the order
   * @return a shuffled table
   */
  public LabeledTable shuffled(long seed) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, size()).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    return select(order);
  }

  /**
   * Consecutive rows.
   *
   * @param from the first of them
   * @param to the first after them
   * @return a table with the same features and classes
   */
  public LabeledTable rows(int from, int to) {
    return select(IntStream.range(from, to).boxed().toList());
  }

  /**
   * Some rows.
   *
   * @param indices which
   * @return a table with the same features and classes, in that order
   */
  public LabeledTable selected(int[] indices) {
    return select(Arrays.stream(indices).boxed().toList());
  }

  /**
   * The same rows with every feature shifted and divided to mean 0 and standard deviation 1.
   *
   * @return another table
   */
  public LabeledTable standardized() {
    double[][] scaled = new double[rows.length][features.size()];
    for (int m = 0; m < features.size(); m++) {
      int column = m;
      double mean = Arrays.stream(rows).mapToDouble(row -> row[column]).average().orElse(0);
      double square = Arrays.stream(rows).mapToDouble(row -> Math.pow(row[column] - mean, 2)).sum();
      double deviation = Math.sqrt(square / (rows.length - 1));
      for (int i = 0; i < rows.length; i++) {
        scaled[i][m] = (rows[i][m] - mean) / (deviation == 0 ? 1 : deviation);
      }
    }
    return new LabeledTable(name, features, classes, scaled, labels);
  }

  private LabeledTable select(List<Integer> order) {
    return new LabeledTable(
        name,
        features,
        classes,
        order.stream().map(i -> rows[i]).toArray(double[][]::new),
        order.stream().mapToInt(i -> labels[i]).toArray());
  }

  /**
   * The table in the core's form.
   *
   * @return features and labels
   */
  public TrainingData trainingData() {
    return TrainingData.of(matrix(), labels, classes.size());
  }

  /**
   * The features in the core's form.
   *
   * @return one row for each of the table's
   */
  public DesignMatrix matrix() {
    return DesignMatrix.of(rows);
  }

  /**
   * The table's name.
   *
   * @return such as glass
   */
  public String name() {
    return name;
  }

  /**
   * The names of the features.
   *
   * @return in the order of the columns
   */
  public List<String> features() {
    return features;
  }

  /**
   * The names of the classes.
   *
   * @return sorted; a label is an index to them
   */
  public List<String> classes() {
    return classes;
  }

  /**
   * The number of rows.
   *
   * @return at least 0
   */
  public int size() {
    return rows.length;
  }

  /**
   * The values of a row.
   *
   * @param i from 0
   * @return one for each feature; a copy
   */
  public double[] row(int i) {
    return rows[i].clone();
  }

  /**
   * The class of a row.
   *
   * @param i from 0
   * @return an index to the classes
   */
  public int label(int i) {
    return labels[i];
  }

  /**
   * The classes of all rows.
   *
   * @return a copy
   */
  public int[] labels() {
    return labels.clone();
  }
}
