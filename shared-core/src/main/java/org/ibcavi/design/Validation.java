// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

/** The rules that rows have to keep, each with the message that names place, value and rule. */
final class Validation {
  /** A chunk of dense rows is one array, and so bounds the number of columns. */
  private static final int MAX_COLUMNS = (Integer.MAX_VALUE - 8) / DesignMatrix.CHUNK_ROWS;

  private Validation() {}

  static int columnCount(int columns) {
    if (columns < 0 || columns > MAX_COLUMNS) {
      throw new IllegalArgumentException(
          "columns " + columns + "; must be between 0 and " + MAX_COLUMNS);
    }
    return columns;
  }

  static int chunkLength(int columns) {
    return DesignMatrix.CHUNK_ROWS * columns;
  }

  static void roomForRow(int rows) {
    if (rows == Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("row " + rows + "; more rows than an array can index");
    }
  }

  static void someRows(int rows) {
    if (rows == 0) {
      throw new IllegalArgumentException("no rows; at least one is needed");
    }
  }

  static void row(int row, int columns, double[] values) {
    if (values.length != columns) {
      throw new IllegalArgumentException(
          "row " + row + ": " + values.length + " values; every row must have " + columns);
    }
    for (int m = 0; m < values.length; m++) {
      finite(row, m, values[m]);
    }
  }

  static void finite(int row, int column, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "row " + row + ", column " + column + ": " + value + "; values must be finite");
    }
  }
}
