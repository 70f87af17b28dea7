// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/**
 * C += ±A·B for shapes too small for vector loops: several chains side by side hide the latency.
 */
final class ScalarProduct {

  private ScalarProduct() {}

  /** C += ±A·B column by column of C, for a column stride of A of 1 and very few columns. */
  static void addByColumns(
      double sign, int rows, int inner, int columns, Strided a, Strided b, Strided c) {
    final double[][] packed = new double[columns][inner];
    for (int j = 0; j < columns; j++) {
      for (int p = 0; p < inner; p++) {
        packed[j][p] = sign * b.data()[b.index(p, j)];
      }
    }
    int i = 0;
    for (; i + 8 <= rows; i += 8) {
      for (int j = 0; j < columns; j++) {
        addEightDots(inner, a.data(), a.index(i, 0), a.rowStride(), packed[j], c, c.index(i, j));
      }
    }
    for (; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        final int at = c.index(i, j);
        c.data()[at] = chain(inner, a.data(), a.index(i, 0), packed[j], c.data()[at]);
      }
    }
  }

  private static double chain(int inner, double[] a, int offset, double[] b, double start) {
    double sum = start;
    for (int p = 0; p < inner; p++) {
      sum = Math.fma(a[offset + p], b[p], sum);
    }
    return sum;
  }

  private static void addEightDots(
      int inner, double[] a, int offset, int stride, double[] b, Strided c, int at) {
    final double[] out = c.data();
    final int step = c.rowStride();
    double c0 = out[at];
    double c1 = out[at + step];
    double c2 = out[at + 2 * step];
    double c3 = out[at + 3 * step];
    double c4 = out[at + 4 * step];
    double c5 = out[at + 5 * step];
    double c6 = out[at + 6 * step];
    double c7 = out[at + 7 * step];
    for (int p = 0; p < inner; p++) {
      final double v = b[p];
      final int q = offset + p;
      c0 = Math.fma(a[q], v, c0);
      c1 = Math.fma(a[q + stride], v, c1);
      c2 = Math.fma(a[q + 2 * stride], v, c2);
      c3 = Math.fma(a[q + 3 * stride], v, c3);
      c4 = Math.fma(a[q + 4 * stride], v, c4);
      c5 = Math.fma(a[q + 5 * stride], v, c5);
      c6 = Math.fma(a[q + 6 * stride], v, c6);
      c7 = Math.fma(a[q + 7 * stride], v, c7);
    }
    out[at] = c0;
    out[at + step] = c1;
    out[at + 2 * step] = c2;
    out[at + 3 * step] = c3;
    out[at + 4 * step] = c4;
    out[at + 5 * step] = c5;
    out[at + 6 * step] = c6;
    out[at + 7 * step] = c7;
  }

  /** The general case for a handful of rows and columns: four chains at a time in registers. */
  static void add(double sign, int rows, int inner, int columns, Strided a, Strided b, Strided c) {
    for (int i = 0; i < rows; i++) {
      int j = 0;
      for (; j + 4 <= columns; j += 4) {
        addFour(sign, inner, a, i, b, j, c.data(), c.index(i, j), c.columnStride());
      }
      for (; j < columns; j++) {
        addOne(sign, inner, a, i, b, j, c.data(), c.index(i, j));
      }
    }
  }

  private static void addFour(
      double sign,
      int inner,
      Strided a,
      int row,
      Strided b,
      int column,
      double[] out,
      int at,
      int step) {
    final double[] left = a.data();
    final double[] right = b.data();
    final int next = b.columnStride();
    int from = a.index(row, 0);
    int q = b.index(0, column);
    double c0 = out[at];
    double c1 = out[at + step];
    double c2 = out[at + 2 * step];
    double c3 = out[at + 3 * step];
    for (int p = 0; p < inner; p++) {
      final double scale = sign * left[from];
      c0 = Math.fma(scale, right[q], c0);
      c1 = Math.fma(scale, right[q + next], c1);
      c2 = Math.fma(scale, right[q + 2 * next], c2);
      c3 = Math.fma(scale, right[q + 3 * next], c3);
      from += a.columnStride();
      q += b.rowStride();
    }
    out[at] = c0;
    out[at + step] = c1;
    out[at + 2 * step] = c2;
    out[at + 3 * step] = c3;
  }

  private static void addOne(
      double sign, int inner, Strided a, int row, Strided b, int column, double[] out, int at) {
    int from = a.index(row, 0);
    int q = b.index(0, column);
    double sum = out[at];
    for (int p = 0; p < inner; p++) {
      sum = Math.fma(sign * a.data()[from], b.data()[q], sum);
      from += a.columnStride();
      q += b.rowStride();
    }
    out[at] = sum;
  }
}
