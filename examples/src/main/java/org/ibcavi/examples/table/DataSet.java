// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** The rows of a table that have a class, with what its columns are taken for. Immutable. */
public final class DataSet {
  /** Numbers that are classes are few, and each stands in several rows. */
  private static final int MOST_NUMBERS_AS_CLASSES = 50;

  private static final int LEAST_ROWS_OF_NUMBER = 4;

  private final RawTable table;
  private final int classIndex;
  private final List<Column> columns = new ArrayList<>();
  private final List<String> classes;
  private final int[] rows;
  private final int[] labels;
  private final List<String> notes;

  private DataSet(RawTable table, ColumnChoices choices) throws TableException {
    this.table = table;
    this.notes = new ArrayList<>(table.notes());
    this.classIndex =
        choices.classColumn() == null
            ? table.columns().size() - 1
            : table.indexOf(choices.classColumn());
    this.rows =
        IntStream.range(0, table.size()).filter(i -> table.cell(i, classIndex) != null).toArray();
    this.classes = findClasses();
    Map<String, Integer> places = new HashMap<>();
    classes.forEach(name -> places.put(name, places.size()));
    this.labels = Arrays.stream(rows).map(i -> places.get(table.cell(i, classIndex))).toArray();
    noteRowsWithoutClass();
    for (int c = 0; c < table.columns().size(); c++) {
      if (c != classIndex) {
        columns.add(Column.guess(table, c, rows, choices));
      }
    }
    if (columns.stream().noneMatch(Column::isUsed)) {
      throw new TableException(
          table.name() + ": no column is left beside '" + className() + "'; must be at least one");
    }
  }

  /**
   * Finds the class column and guesses what the others are.
   *
   * @param table a file's cells
   * @param choices what the user says of columns
   * @return the rows that have a class
   * @throws TableException if the column has no classes, or a value is a mistake
   */
  public static DataSet of(RawTable table, ColumnChoices choices) throws TableException {
    return new DataSet(table, choices);
  }

  private List<String> findClasses() throws TableException {
    NavigableSet<String> different = new TreeSet<>();
    for (int row : rows) {
      different.add(table.cell(row, classIndex));
    }
    String place = table.name() + ", column " + (classIndex + 1) + " '" + className() + "': ";
    if (different.size() < 2) {
      throw new TableException(
          place
              + (different.isEmpty() ? "no class" : "one class, '" + different.first() + "'")
              + "; must be at least two. "
              + others());
    }
    List<String> declared = table.declared(classIndex);
    boolean numbers =
        (declared == null || declared.isEmpty()) && different.stream().allMatch(Numbers::is);
    int most =
        numbers
            ? Math.min(MOST_NUMBERS_AS_CLASSES, Math.max(2, rows.length / LEAST_ROWS_OF_NUMBER))
            : Math.max(2, rows.length / 2);
    if (different.size() > most) {
      throw new TableException(
          place
              + different.size()
              + " different "
              + (numbers ? "numbers" : "values")
              + " in "
              + rows.length
              + " rows; classes must be at most "
              + most
              + ". "
              + others());
    }
    if (numbers) {
      notes.add(
          "The " + different.size() + " numbers of '" + className() + "' are taken for classes.");
      return Column.sortedNumbers(different);
    }
    if (declared == null || declared.isEmpty()) {
      return List.copyOf(different);
    }
    List<String> absent = declared.stream().filter(name -> !different.contains(name)).toList();
    if (!absent.isEmpty()) {
      notes.add("Classes without rows are left out: " + String.join(", ", absent) + ".");
    }
    return declared.stream().filter(different::contains).toList();
  }

  private String others() {
    return "Name another column by --class: " + String.join(", ", table.columns());
  }

  private void noteRowsWithoutClass() {
    int without = table.size() - rows.length;
    if (without > 0) {
      int first =
          IntStream.range(0, table.size())
              .filter(i -> table.cell(i, classIndex) == null)
              .findFirst()
              .orElseThrow();
      notes.add(
          String.format(
              "Rows without class are left out: %d, the first in line %d.",
              without, table.line(first)));
    }
  }

  /**
   * The file's name.
   *
   * @return without its folder
   */
  public String name() {
    return table.name();
  }

  /**
   * The name of the class column.
   *
   * @return as in the file
   */
  public String className() {
    return table.columns().get(classIndex);
  }

  /**
   * The names of the classes.
   *
   * @return as declared, else sorted; a label is an index to them
   */
  public List<String> classes() {
    return classes;
  }

  /**
   * The columns beside the class, those that are left out too.
   *
   * @return in the order of the file
   */
  public List<Column> columns() {
    return List.copyOf(columns);
  }

  /**
   * The columns that the model sees.
   *
   * @return in the order of the file
   */
  public List<Column> used() {
    return columns.stream().filter(Column::isUsed).toList();
  }

  /**
   * The number of rows that have a class.
   *
   * @return at least 2
   */
  public int size() {
    return rows.length;
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

  /**
   * The number of rows of each class.
   *
   * @return one count for each
   */
  public int[] counts() {
    int[] counts = new int[classes.size()];
    for (int label : labels) {
      counts[label]++;
    }
    return counts;
  }

  /**
   * Where a row stands in the file.
   *
   * @param i from 0
   * @return its line, from 1
   */
  public long line(int i) {
    return table.line(rows[i]);
  }

  /**
   * A cell.
   *
   * @param i the row, from 0
   * @param column one of the columns
   * @return its text, or null if the value is missing
   */
  public String cell(int i, Column column) {
    return table.cell(rows[i], column.index());
  }

  /**
   * What a reader should know of how the file was read.
   *
   * @return sentences
   */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  RawTable table() {
    return table;
  }

  int tableRow(int i) {
    return rows[i];
  }
}
