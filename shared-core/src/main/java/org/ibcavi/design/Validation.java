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
    if (values == null) {
      throw new IllegalArgumentException(
          "row " + row + ": null; every row must have " + columns + " values");
    }
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

  /** The stored values of a sparse row. */
  static void stored(int row, int columns, int[] columnIndices, double[] columnValues) {
    if (columnIndices.length != columnValues.length) {
      throw new IllegalArgumentException(
          "row "
              + row
              + ": "
              + columnIndices.length
              + " columns but "
              + columnValues.length
              + " values; there must be as many of each");
    }
    for (int t = 0; t < columnIndices.length; t++) {
      int column = columnIndices[t];
      if (column < 0 || column >= columns) {
        throw new IllegalArgumentException(
            "row " + row + ": column " + column + "; must be at least 0 and below " + columns);
      }
      if (t > 0 && column <= columnIndices[t - 1]) {
        throw new IllegalArgumentException(
            "row "
                + row
                + ": column "
                + column
                + " after column "
                + columnIndices[t - 1]
                + "; columns must increase strictly");
      }
      finite(row, column, columnValues[t]);
    }
  }
}
