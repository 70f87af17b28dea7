// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/**
 * A matrix laid over an array: element (i, j) is {@code data[offset + i*rowStride +
 * j*columnStride]}.
 */
final class Strided {
  private final double[] data;
  private final int offset;
  private final int rowStride;
  private final int columnStride;

  Strided(double[] data, int offset, int rowStride, int columnStride) {
    this.data = data;
    this.offset = offset;
    this.rowStride = rowStride;
    this.columnStride = columnStride;
  }

  static Strided rowMajor(double[] data, int offset, int rowStride) {
    return new Strided(data, offset, rowStride, 1);
  }

  Strided transposed() {
    return new Strided(data, offset, columnStride, rowStride);
  }

  /** The part of the matrix from a row and a column on. */
  Strided from(int row, int column) {
    return new Strided(data, index(row, column), rowStride, columnStride);
  }

  int index(int row, int column) {
    return offset + row * rowStride + column * columnStride;
  }

  /** The array below. Not copied. */
  double[] data() {
    return data;
  }

  /** Distance from a row to the next. */
  int rowStride() {
    return rowStride;
  }

  /** Distance from a column to the next. */
  int columnStride() {
    return columnStride;
  }
}
