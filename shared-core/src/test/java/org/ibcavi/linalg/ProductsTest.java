// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProductsTest {

  private final Random random = new Random(20240601);

  @Test
  void everyElementOfAProductIsTheSequentialFmaChain() {
    for (int trial = 0; trial < 600; trial++) {
      checkProduct(size(40), size(40), size(40), random.nextBoolean());
    }
  }

  @Test
  void theChainHoldsForRowsAndColumnsBeyondATile() {
    checkProduct(300, 57, 5, false);
    checkProduct(300, 57, 5, true);
    checkProduct(131, 50, 130, false);
    checkProduct(131, 50, 130, true);
    checkProduct(7, 25, 300, false);
  }

  @Test
  void theChainHoldsForAFewRowsOrColumns() {
    for (int few = 1; few <= 9; few++) {
      for (int many = 1; many <= 140; many += 23) {
        checkProduct(many, 29, few, false);
        checkProduct(many, 29, few, true);
        checkProduct(few, 29, many, false);
        checkProduct(few, 29, many, true);
      }
    }
  }

  @Test
  void aProductOfNothingChangesNothing() {
    final double[] c = normals(12);
    final double[] before = c.clone();
    Products.addProduct(0, 3, 4, normals(12), 0, 3, 1, normals(12), 0, 4, c, 0, 4);
    Products.addProduct(3, 0, 4, normals(12), 0, 3, 1, normals(12), 0, 4, c, 0, 4);
    Products.addProduct(3, 4, 0, normals(12), 0, 4, 1, normals(12), 0, 1, c, 0, 4);
    Products.addUpperGram(0, 3, normals(9), 0, 3, normals(9), 0, 3, c, 0, 4);
    assertBits(before, c);
  }

  @Test
  void aNegativeZeroKeepsItsSign() {
    final double[] c = constants(60 * 60, -0.0);
    Products.addProduct(60, 2, 60, new double[120], 0, 2, 1, constants(120, -1), 0, 60, c, 0, 60);
    assertBits(constants(60 * 60, -0.0), c);
  }

  @Test
  void infinitiesAndNotANumbersStayInTheirRowAndColumn() {
    final int n = 40;
    final double[] a = constants(n * n, 1);
    final double[] b = constants(n * n, 1);
    a[3 * n + 5] = Double.NaN;
    b[7 * n + 11] = Double.POSITIVE_INFINITY;
    final double[] c = new double[n * n];
    Products.addProduct(n, n, n, a, 0, n, 1, b, 0, n, c, 0, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        final double expected = i == 3 ? Double.NaN : j == 11 ? Double.POSITIVE_INFINITY : n;
        assertEquals(expected, c[i * n + j]);
      }
    }
  }

  @Test
  void aProductInBlocksOfRowsColumnsAndTermsHasTheBitsOfTheWhole() {
    final int rows = 50;
    final int inner = 70;
    final int columns = 60;
    final double[] a = normals(rows * inner);
    final double[] b = normals(inner * columns);
    final double[] whole = new double[rows * columns];
    final double[] parts = new double[rows * columns];
    Products.addProduct(rows, inner, columns, a, 0, inner, 1, b, 0, columns, whole, 0, columns);
    final int[] rowCuts = {0, 1, 9, 50};
    final int[] innerCuts = {0, 33, 70};
    final int[] columnCuts = {0, 1, 4, 20, 60};
    for (int r = 1; r < rowCuts.length; r++) {
      for (int q = 1; q < columnCuts.length; q++) {
        for (int p = 1; p < innerCuts.length; p++) {
          Products.addProduct(
              rowCuts[r] - rowCuts[r - 1],
              innerCuts[p] - innerCuts[p - 1],
              columnCuts[q] - columnCuts[q - 1],
              a,
              rowCuts[r - 1] * inner + innerCuts[p - 1],
              inner,
              1,
              b,
              innerCuts[p - 1] * columns + columnCuts[q - 1],
              columns,
              parts,
              rowCuts[r - 1] * columns + columnCuts[q - 1],
              columns);
        }
      }
    }
    assertBits(whole, parts);
  }

  @Test
  void aProductIsWithinRoundingOfTheExactOne() {
    final int n = 30;
    final double[] a = normals(n * n);
    final double[] b = normals(n * n);
    final double[] c = new double[n * n];
    Products.addProduct(n, n, n, a, 0, n, 1, b, 0, n, c, 0, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        BigDecimal exact = BigDecimal.ZERO;
        for (int p = 0; p < n; p++) {
          exact = exact.add(new BigDecimal(a[i * n + p]).multiply(new BigDecimal(b[p * n + j])));
        }
        assertEquals(exact.doubleValue(), c[i * n + j], 1e-13);
      }
    }
  }

  @Test
  void theUpperGramIsTheChainAboveTheDiagonalAndUntouchedBelow() {
    for (int trial = 0; trial < 300; trial++) {
      checkGram(size(40), size(40));
    }
    checkGram(30, 127);
    checkGram(30, 129);
    checkGram(50, 300);
  }

  private void checkProduct(int rows, int inner, int columns, boolean transposed) {
    final int aRow = transposed ? 1 : inner + random.nextInt(4);
    final int aColumn = transposed ? rows + random.nextInt(4) : 1 + random.nextInt(8) / 7;
    final int aRowStride = transposed ? 1 : aRow * aColumn;
    final int bStride = columns + random.nextInt(4);
    final int cStride = columns + random.nextInt(4);
    final int aOffset = random.nextInt(5);
    final int bOffset = random.nextInt(5);
    final int cOffset = random.nextInt(5);
    final double[] a = normals(aOffset + rows * aRowStride + inner * aColumn);
    final double[] b = normals(bOffset + inner * bStride);
    final double[] c = normals(cOffset + rows * cStride);
    final double[] expected = c.clone();
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = c[cOffset + i * cStride + j];
        for (int p = 0; p < inner; p++) {
          sum =
              Math.fma(
                  a[aOffset + i * aRowStride + p * aColumn], b[bOffset + p * bStride + j], sum);
        }
        expected[cOffset + i * cStride + j] = sum;
      }
    }
    Products.addProduct(
        rows,
        inner,
        columns,
        a,
        aOffset,
        aRowStride,
        aColumn,
        b,
        bOffset,
        bStride,
        c,
        cOffset,
        cStride);
    assertBits(expected, c);
  }

  private void checkGram(int rows, int columns) {
    final int xStride = columns + random.nextInt(4);
    final int sStride = columns + random.nextInt(4);
    final int gStride = columns + random.nextInt(4);
    final int xOffset = random.nextInt(5);
    final int sOffset = random.nextInt(5);
    final int gOffset = random.nextInt(5);
    final double[] x = normals(xOffset + rows * xStride);
    final double[] s = normals(sOffset + rows * sStride);
    final double[] g = normals(gOffset + columns * gStride);
    final double[] expected = g.clone();
    for (int p = 0; p < columns; p++) {
      for (int q = p; q < columns; q++) {
        double sum = g[gOffset + p * gStride + q];
        for (int i = 0; i < rows; i++) {
          sum = Math.fma(x[xOffset + i * xStride + p], s[sOffset + i * sStride + q], sum);
        }
        expected[gOffset + p * gStride + q] = sum;
      }
    }
    Products.addUpperGram(
        rows, columns, x, xOffset, xStride, s, sOffset, sStride, g, gOffset, gStride);
    assertBits(expected, g);
  }

  /** Arrays equal bit by bit, so that 0.0 and −0.0 differ. */
  private static void assertBits(double[] expected, double[] actual) {
    assertArrayEquals(bits(expected), bits(actual));
  }

  private static long[] bits(double[] values) {
    final long[] bits = new long[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Double.doubleToLongBits(values[i]);
    }
    return bits;
  }

  private int size(int max) {
    return 1 + random.nextInt(max);
  }

  private static double[] constants(int length, double value) {
    final double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }

  private double[] normals(int length) {
    return random.doubles(length, -1, 1).toArray();
  }
}
