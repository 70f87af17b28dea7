// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;

/**
 * From a table's row to the numbers that a model takes.
 *
 * <ul>
 *   <li>A column of numbers is one feature of the column's name. A missing value is the mean of the
 *       training rows; if one is missing there, a second feature {@code column=?} says so by 1.
 *   <li>A column of names is a feature {@code column=value} for each value in the training rows, 1
 *       where the row has it; a missing value is one of them, {@code column=?}.
 *   <li>A value that was never seen in training has no feature: it counts as none of the others.
 * </ul>
 *
 * <p>The features' names and means say all this. Both are in every saved model, so a model file
 * needs nothing beside it. An equals sign in a column's name is written {@code \=} and a backslash
 * {@code \\}, hence the first plain equals sign ends the column's name. Immutable.
 */
public final class RowEncoding {
  private static final String MISSING = "?";
  private static final int NONE = -1;

  /** Numbers in memory, 400 MB, above which tables of all rows and features are not made. */
  private static final long MOST_NUMBERS = 50_000_000;

  private final Map<String, Part> parts;
  private final List<String> features;

  /** A column's features: that of numbers, or one for each value. */
  private static final class Part {
    private int number = NONE;
    private double mean;
    private final Map<String, Integer> values = new LinkedHashMap<>();
  }

  /** A table's columns in the places where an encoding looks for them. */
  private record Place(int column, Part part) {}

  private RowEncoding(List<String> features, double[] means) {
    this.features = List.copyOf(features);
    this.parts = new LinkedHashMap<>();
    for (int m = 0; m < features.size(); m++) {
      String feature = features.get(m);
      int equals = plainEquals(feature);
      String column = equals < 0 ? feature : feature.substring(0, equals);
      Part part = parts.computeIfAbsent(unescaped(column), name -> new Part());
      if (equals < 0) {
        part.number = m;
        part.mean = means[m];
      } else {
        part.values.put(feature.substring(equals + 1), m);
      }
    }
  }

  /**
   * The encoding that a model was fitted with.
   *
   * @param model whose features have names
   * @return the encoding
   */
  public static RowEncoding of(CategoricalModel model) {
    return new RowEncoding(model.featureNames(), model.standardization().center());
  }

  /**
   * Learns means and values from rows.
   *
   * @param data the data
   * @param rows those that may be looked at
   * @return an encoding of the columns that are used
   */
  public static RowEncoding learn(DataSet data, int[] rows) {
    List<String> features = new ArrayList<>();
    List<Double> means = new ArrayList<>();
    for (Column column : data.used()) {
      String name = escaped(column.name());
      TreeSet<String> values = new TreeSet<>();
      boolean missing = false;
      double sum = 0;
      int count = 0;
      for (int row : rows) {
        String cell = data.cell(row, column);
        missing |= cell == null;
        if (cell != null && column.kind() == ColumnKind.TEXT) {
          values.add(cell);
        } else if (cell != null) {
          sum += Double.parseDouble(cell);
          count++;
        }
      }
      if (column.kind() == ColumnKind.NUMBER) {
        features.add(name);
        means.add(count == 0 ? 0 : sum / count);
      }
      if (missing) {
        values.add(MISSING);
      }
      for (String value : values) {
        features.add(name + "=" + value);
        means.add(0.0);
      }
    }
    return new RowEncoding(features, means.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static int plainEquals(String feature) {
    for (int i = 0; i < feature.length(); i++) {
      if (feature.charAt(i) == '\\') {
        i++;
      } else if (feature.charAt(i) == '=') {
        return i;
      }
    }
    return NONE;
  }

  private static String escaped(String column) {
    return column.replace("\\", "\\\\").replace("=", "\\=");
  }

  private static String unescaped(String column) {
    return column.replaceAll("\\\\(.)", "$1");
  }

  /**
   * The names of the features.
   *
   * @return in the order of a row's numbers
   */
  public List<String> features() {
    return features;
  }

  /**
   * The columns that a table must have.
   *
   * @return their names
   */
  public List<String> columns() {
    return List.copyOf(parts.keySet());
  }

  /**
   * Puts a value of a column into a row.
   *
   * @param column its name
   * @param cell the value, or null if it is missing; for a column of numbers it must be one
   * @param row changed
   * @return whether the value was seen in training
   */
  public boolean put(String column, String cell, double[] row) {
    return put(parts.get(column), cell, row);
  }

  private static boolean put(Part part, String cell, double[] row) {
    part.values.values().forEach(feature -> row[feature] = 0);
    Integer feature = part.values.get(cell == null ? MISSING : cell);
    boolean number = part.number != NONE;
    if (number) {
      row[part.number] = cell == null ? part.mean : Double.parseDouble(cell);
    }
    if (feature != null && (cell == null || !number)) {
      row[feature] = 1;
    }
    return feature != null || number;
  }

  /**
   * Some rows of a data set.
   *
   * @param data with the columns of this encoding
   * @param rows which
   * @return their numbers and classes
   * @throws TableException if there would be too many numbers
   */
  public LabeledTable table(DataSet data, int[] rows) throws TableException {
    List<Place> places = places(data.table());
    requireRoom(data.name(), rows.length);
    double[][] numbers = new double[rows.length][features.size()];
    for (int i = 0; i < rows.length; i++) {
      fill(data.table(), places, data.tableRow(rows[i]), numbers[i], new ArrayList<>());
    }
    int[] labels = Arrays.stream(rows).map(data::label).toArray();
    return LabeledTable.of(data.name(), features, data.classes(), numbers, labels);
  }

  /**
   * Some rows of a data set as the core takes them, with the names that make a saved model known to
   * {@link #of}.
   *
   * @param data with the columns of this encoding
   * @param rows which
   * @return features and labels
   * @throws TableException if there would be too many numbers
   */
  public TrainingData trainingData(DataSet data, int[] rows) throws TableException {
    return table(data, rows)
        .trainingData()
        .withFeatureNames(features)
        .withCategoryNames(data.classes());
  }

  /**
   * All rows of a table.
   *
   * @param table with the columns of this encoding, among others
   * @param remarks gets for each row the values that were never seen in training
   * @return numbers for each row
   * @throws TableException if a column is not there, or a value of a column of numbers is none
   */
  public double[][] rows(RawTable table, List<List<String>> remarks) throws TableException {
    List<Place> places = places(table);
    requireRoom(table.name(), table.size());
    double[][] numbers = new double[table.size()][features.size()];
    for (int i = 0; i < numbers.length; i++) {
      List<String> unseen = new ArrayList<>();
      fill(table, places, i, numbers[i], unseen);
      remarks.add(unseen);
    }
    return numbers;
  }

  private void requireRoom(String name, int rows) throws TableException {
    if ((long) rows * features.size() > MOST_NUMBERS) {
      throw new TableException(
          String.format(
              "%s: %d rows with %d features; must be at most %d numbers in all. Leave out columns"
                  + " of many values by --leave-out, or use the library with sparse rows",
              name, rows, features.size(), MOST_NUMBERS));
    }
  }

  private List<Place> places(RawTable table) throws TableException {
    List<String> absent =
        parts.keySet().stream().filter(name -> !table.columns().contains(name)).toList();
    if (!absent.isEmpty()) {
      throw new TableException(
          String.format(
              "%s: has no column '%s', which the model needs; there are %s",
              table.name(), String.join("', '", absent), String.join(", ", table.columns())));
    }
    return parts.entrySet().stream()
        .map(entry -> new Place(table.columns().indexOf(entry.getKey()), entry.getValue()))
        .toList();
  }

  private static void fill(
      RawTable table, List<Place> places, int row, double[] numbers, List<String> unseen)
      throws TableException {
    for (Place place : places) {
      String cell = table.cell(row, place.column());
      if (cell != null && place.part().number != NONE && !Numbers.is(cell)) {
        throw table.error(
            row, place.column(), "'" + cell + "'; must be a finite number, as in training");
      }
      if (!put(place.part(), cell, numbers)) {
        String column = table.columns().get(place.column());
        unseen.add(column + (cell == null ? " is missing" : "=" + cell) + ", never so in training");
      }
    }
  }

  /**
   * Where the features of a column stand.
   *
   * @param column its name
   * @return indices to a row's numbers
   */
  public int[] featuresOf(String column) {
    Part part = parts.get(column);
    IntStream number = part.number == NONE ? IntStream.empty() : IntStream.of(part.number);
    return IntStream.concat(number, part.values.values().stream().mapToInt(Integer::intValue))
        .toArray();
  }
}
