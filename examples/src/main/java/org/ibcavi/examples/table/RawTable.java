// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A file's cells as texts, with the lines they come from. A missing value is null. Immutable once
 * it is built.
 */
public final class RawTable {
  private final String name;
  private final List<String> columns;
  private final List<List<String>> declared;
  private final List<String[]> rows = new ArrayList<>();
  private final List<Long> lines = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /**
   * A table without rows.
   *
   * @param declared for each column null if nothing is known of it, no values if it was declared to
   *     hold numbers, else the values that it may have
   */
  RawTable(String name, List<String> columns, List<List<String>> declared) throws TableException {
    this.name = name;
    this.columns = List.copyOf(columns);
    this.declared = new ArrayList<>(declared);
    Map<String, Integer> places = new HashMap<>();
    for (int c = 0; c < columns.size(); c++) {
      Integer before = places.put(columns.get(c), c);
      if (before != null) {
        throw new TableException(
            String.format(
                "%s, column %d: '%s' is the name of column %d too; must be there once",
                name, c + 1, columns.get(c), before + 1));
      }
    }
  }

  void add(long line, String[] cells) {
    rows.add(cells);
    lines.add(line);
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  /**
   * What the values of a column were declared to be.
   *
   * @return null if nothing was declared, no values for numbers
   */
  List<String> declared(int column) {
    return declared.get(column);
  }

  /**
   * The file's name.
   *
   * @return without its folder
   */
  public String name() {
    return name;
  }

  /**
   * The names of the columns.
   *
   * @return in the order of the file
   */
  public List<String> columns() {
    return columns;
  }

  /**
   * The number of rows.
   *
   * @return at least 0
   */
  public int size() {
    return rows.size();
  }

  /**
   * A cell.
   *
   * @param row from 0
   * @param column from 0
   * @return its text, or null if the value is missing
   */
  public String cell(int row, int column) {
    return rows.get(row)[column];
  }

  /**
   * Where a row stands.
   *
   * @param row from 0
   * @return the number of its first line in the file, from 1
   */
  public long line(int row) {
    return lines.get(row);
  }

  /**
   * What a reader should know of how the file was read.
   *
   * @return sentences
   */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Where a column stands.
   *
   * @param wanted its name, or else its number from 1
   * @return its index from 0
   * @throws TableException if there is no such column
   */
  public int indexOf(String wanted) throws TableException {
    int byName = columns.indexOf(wanted);
    if (byName >= 0) {
      return byName;
    }
    int number = wanted.matches("\\d{1,6}") ? Integer.parseInt(wanted) : 0;
    if (number < 1 || number > columns.size()) {
      throw new TableException(
          name + ": no column '" + wanted + "'; there are " + String.join(", ", columns));
    }
    return number - 1;
  }

  /**
   * An error at a cell.
   *
   * @param row from 0
   * @param column from 0
   * @param what the value and the rule
   * @return an exception that begins with the place
   */
  public TableException error(int row, int column, String what) {
    return new TableException(
        String.format(
            "%s, line %d, column %d '%s': %s",
            name, line(row), column + 1, columns.get(column), what));
  }
}
