// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a column is taken for.
 *
 * @param index from 0, in the file
 * @param name in the file
 * @param kind numbers or names
 * @param missing rows in which it has no value
 * @param values the different values: sorted as numbers, or by name
 * @param leftOut why it is not used, or null if it is
 */
public record Column(
    int index, String name, ColumnKind kind, int missing, List<String> values, String leftOut) {
  /**
   * A column in which this share of the values are numbers is meant to hold numbers: the others are
   * mistakes, unless the numbers are so few that they are names.
   */
  private static final double MEANT_AS_NUMBERS = 0.9;

  private static final int FEW_VALUES = 20;

  /** Below this number of rows all values may differ by chance. */
  private static final int LEAST_ROWS_OF_IDENTIFIER = 10;

  /**
   * Whether the model sees it.
   *
   * @return false if it is left out
   */
  public boolean isUsed() {
    return leftOut == null;
  }

  /**
   * Its values in a few words.
   *
   * @return a range for numbers, else the first values
   */
  public String summary() {
    if (values.isEmpty()) {
      return "";
    }
    if (kind == ColumnKind.NUMBER) {
      return values.get(0) + " to " + values.get(values.size() - 1);
    }
    List<String> first =
        values.stream().limit(4).map(value -> value.replaceAll("\\p{Cntrl}+", " ")).toList();
    String shown = String.join(", ", first);
    return values.size() > 4 ? values.size() + " values: " + shown + ", …" : shown;
  }

  /** Guesses what a column is from its rows; the user's choices come first. */
  static Column guess(RawTable table, int index, int[] rows, ColumnChoices choices)
      throws TableException {
    Set<String> different = new TreeSet<>();
    int missing = 0;
    for (int row : rows) {
      String cell = table.cell(row, index);
      if (cell == null) {
        missing++;
      } else {
        different.add(cell);
      }
    }
    boolean asText = chosen(table, index, choices.texts());
    boolean asNumber = chosen(table, index, choices.numbers());
    ColumnKind kind = kind(table, index, rows, asText, asNumber);
    List<String> values =
        kind == ColumnKind.NUMBER ? sortedNumbers(different) : List.copyOf(different);
    Column column = new Column(index, table.columns().get(index), kind, missing, values, null);
    String reason =
        chosen(table, index, choices.leftOut())
            ? "as asked for"
            : column.uselessness(rows.length, asText || asNumber);
    return new Column(index, column.name, kind, missing, values, reason);
  }

  private static boolean chosen(RawTable table, int index, List<String> names)
      throws TableException {
    for (String name : names) {
      if (table.indexOf(name) == index) {
        return true;
      }
    }
    return false;
  }

  private static ColumnKind kind(
      RawTable table, int index, int[] rows, boolean asText, boolean asNumber)
      throws TableException {
    List<String> declared = table.declared(index);
    if (asText || (declared != null && !declared.isEmpty())) {
      return ColumnKind.TEXT;
    }
    Set<String> numbers = new HashSet<>();
    int numeric = 0;
    List<Integer> others = new ArrayList<>();
    for (int row : rows) {
      String cell = table.cell(row, index);
      if (cell != null && Numbers.is(cell)) {
        numeric++;
        numbers.add(cell);
      } else if (cell != null) {
        others.add(row);
      }
    }
    boolean meant = numeric >= MEANT_AS_NUMBERS * (numeric + others.size());
    // As names they would be left out, for they hardly ever repeat.
    boolean differ = numeric >= LEAST_ROWS_OF_IDENTIFIER && 2 * numbers.size() > numeric;
    boolean many = numbers.size() > FEW_VALUES || differ;
    if (!others.isEmpty() && (asNumber || (meant && many))) {
      int row = others.get(0);
      throw table.error(
          row,
          index,
          String.format(
              "'%s'; must be a finite number, as %d of %d values of this column are. Mend it, leave"
                  + " it empty if it is not known, or say --text '%s'",
              table.cell(row, index),
              numeric,
              numeric + others.size(),
              table.columns().get(index)));
    }
    return others.isEmpty() && numeric > 0 ? ColumnKind.NUMBER : ColumnKind.TEXT;
  }

  static List<String> sortedNumbers(Set<String> cells) {
    List<String> sorted = new ArrayList<>(cells);
    sorted.sort((a, b) -> Double.compare(Double.parseDouble(a), Double.parseDouble(b)));
    return List.copyOf(sorted);
  }

  /** Why a column cannot help to tell classes apart; null if it may. */
  private String uselessness(int rows, boolean wanted) {
    if (values.isEmpty()) {
      return "has no values";
    }
    if (values.size() == 1 && missing == 0) {
      return "is always " + values.get(0);
    }
    if (wanted || rows - missing < LEAST_ROWS_OF_IDENTIFIER) {
      return null;
    }
    if (kind == ColumnKind.TEXT) {
      return 2 * values.size() > rows - missing
          ? String.format(
              "looks like an identifier or free text: %d values in %d rows",
              values.size(), rows - missing)
          : null;
    }
    return isIdentifier(rows)
        ? String.format(
            "looks like an identifier: %d whole numbers in %d rows", values.size(), rows)
        : null;
  }

  /**
   * Whether numbers are those of rows, of which some may be left out, or have an identifier's name
   * and seldom come twice.
   */
  private boolean isIdentifier(int rows) {
    double[] numbers = values.stream().mapToDouble(Double::parseDouble).toArray();
    if (missing > 0 || Arrays.stream(numbers).anyMatch(value -> value != Math.rint(value))) {
      return false;
    }
    double range = numbers[numbers.length - 1] - numbers[0];
    boolean counts = numbers.length == rows && range < 2.0 * rows;
    return counts || (2 * numbers.length > rows && isNamedLikeIdentifier());
  }

  private boolean isNamedLikeIdentifier() {
    return name.matches(".*(Id|ID)")
        || name.toLowerCase(Locale.ROOT).matches("(.*[ _.-])?(id|key|index|no|nr)");
  }
}
