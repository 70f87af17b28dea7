// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What dense and sparse matrices both promise, at and around the ends of their chunks. */
class DesignMatrixTest {
  private static final int COLUMNS = 7;

  /** One vector, a few, and enough for the tiled product. */
  private static final int[] WIDTHS = {1, 3, 30};

  private final Random random = new Random(11);

  static Stream<Arguments> formsAndRowCounts() {
    return Arrays.stream(Form.values())
        .flatMap(
            form -> IntStream.of(1, 127, 128, 129, 300).mapToObj(rows -> Arguments.of(form, rows)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "127, 1, 127", "128, 1, 128", "129, 2, 1", "256, 2, 128", "300, 3, 44"})
  void rowsAreSplitIntoChunksOf128(int rows, int chunks, int lastSize) {
    for (Form form : Form.values()) {
      DesignMatrix matrix = form.of(new double[rows][COLUMNS]);
      assertEquals(chunks, matrix.chunks());
      assertEquals(128 * (chunks - 1), matrix.chunkStart(chunks - 1));
      assertEquals(lastSize, matrix.chunkSize(chunks - 1));
    }
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void theShapeIsThatOfTheRows(Form form, int rows) {
    DesignMatrix matrix = form.of(new double[rows][COLUMNS]);
    assertEquals(rows, matrix.rows());
    assertEquals(COLUMNS, matrix.columns());
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void copiedRowsAreThoseGiven(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    assertRowsEqual(x, form.of(x));
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void copyingARowOverwritesItsColumnsAndNothingElse(Form form) {
    double[] out = {9, 9, 9, 9};
    form.of(new double[][] {{0, 2, 0}}).copyRow(0, out);
    assertArrayEquals(new double[] {0, 2, 0, 9}, out);
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void theProductIsAddedToWhatIsThere(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    DesignMatrix matrix = form.of(x);
    for (int width : WIDTHS) {
      double[] b = Form.randomVector(random, COLUMNS * width);
      for (int chunk = 0; chunk < matrix.chunks(); chunk++) {
        double[] out = Form.randomVector(random, matrix.chunkSize(chunk) * width);
        double[] expected = out.clone();
        for (int i = 0; i < matrix.chunkSize(chunk); i++) {
          for (int m = 0; m < COLUMNS; m++) {
            for (int j = 0; j < width; j++) {
              expected[i * width + j] += x[128 * chunk + i][m] * b[m * width + j];
            }
          }
        }
        matrix.addProduct(chunk, b, width, out);
        assertArrayEquals(expected, out, 1e-13);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void transposedProductsOfTheChunksAddUpToThatOfTheMatrix(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    DesignMatrix matrix = form.of(x);
    for (int width : WIDTHS) {
      double[] r = Form.randomVector(random, rows * width);
      double[] out = Form.randomVector(random, COLUMNS * width);
      double[] expected = out.clone();
      for (int i = 0; i < rows; i++) {
        for (int m = 0; m < COLUMNS; m++) {
          for (int j = 0; j < width; j++) {
            expected[m * width + j] += x[i][m] * r[i * width + j];
          }
        }
      }
      for (int chunk = 0; chunk < matrix.chunks(); chunk++) {
        matrix.addTransposedProduct(chunk, partOf(r, matrix, chunk, width), width, out);
      }
      assertArrayEquals(expected, out, 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void gramsOfTheChunksAddUpToThatOfTheMatrix(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    double[] weights = Form.randomVector(random, rows);
    double[] gram = Form.randomVector(random, COLUMNS * COLUMNS);
    double[] expected = withNaiveGram(gram, x, weights);
    addGrams(form.of(x), weights, false, gram);
    assertArrayEquals(expected, gram, 1e-12);
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void theGramWithAnInterceptIsThatOfALastColumnOfOnes(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    double[][] withOnes = new double[rows][];
    for (int i = 0; i < rows; i++) {
      withOnes[i] = Arrays.copyOf(x[i], COLUMNS + 1);
      withOnes[i][COLUMNS] = 1;
    }
    double[] weights = Form.randomVector(random, rows);
    double[] gram = Form.randomVector(random, (COLUMNS + 1) * (COLUMNS + 1));
    double[] expected = withNaiveGram(gram, withOnes, weights);
    addGrams(form.of(x), weights, true, gram);
    assertArrayEquals(expected, gram, 1e-12);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void theGramLeavesTheLowerTriangleAlone(Form form) {
    int size = COLUMNS + 1;
    double[] gram = new double[size * size];
    Arrays.fill(gram, 5);
    double[] weights = Form.randomVector(random, 20);
    form.of(Form.randomRows(random, 20, COLUMNS)).addUpperGram(0, weights, true, gram);
    for (int p = 0; p < size; p++) {
      for (int q = 0; q < p; q++) {
        assertEquals(5, gram[p * size + q]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 127, 128, 129, 300})
  void denseAndSparseProductsAreTheSameBits(int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    for (int width : WIDTHS) {
      double[] b = Form.randomVector(random, COLUMNS * width);
      double[] start = Form.randomVector(random, 128 * width);
      for (int chunk = 0; chunk < (rows + 127) / 128; chunk++) {
        double[] dense = start.clone();
        double[] sparse = start.clone();
        Form.DENSE.of(x).addProduct(chunk, b, width, dense);
        Form.SPARSE.of(x).addProduct(chunk, b, width, sparse);
        assertArrayEquals(dense, sparse);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 127, 128, 129, 300})
  void denseAndSparseTransposedProductsAreTheSameBits(int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    for (int width : WIDTHS) {
      double[] r = Form.randomVector(random, 128 * width);
      double[] dense = Form.randomVector(random, COLUMNS * width);
      double[] sparse = dense.clone();
      for (int chunk = 0; chunk < (rows + 127) / 128; chunk++) {
        Form.DENSE.of(x).addTransposedProduct(chunk, r, width, dense);
        Form.SPARSE.of(x).addTransposedProduct(chunk, r, width, sparse);
      }
      assertArrayEquals(dense, sparse);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, false", "128, false", "300, false", "1, true", "129, true", "300, true"})
  void denseAndSparseGramsAreTheSameBits(int rows, boolean intercept) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    double[] weights = Form.randomVector(random, rows);
    double[] dense = Form.randomVector(random, (COLUMNS + 1) * (COLUMNS + 1));
    double[] sparse = dense.clone();
    addGrams(Form.DENSE.of(x), weights, intercept, dense);
    addGrams(Form.SPARSE.of(x), weights, intercept, sparse);
    assertArrayEquals(dense, sparse);
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void squaresAreThoseOfTheValues(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    double[][] squares = new double[rows][COLUMNS];
    for (int i = 0; i < rows; i++) {
      for (int m = 0; m < COLUMNS; m++) {
        squares[i][m] = x[i][m] * x[i][m];
      }
    }
    assertRowsEqual(squares, form.of(x).squared());
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void squaringLeavesTheMatrixAsItWas(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    DesignMatrix matrix = form.of(x);
    matrix.squared();
    assertRowsEqual(x, matrix);
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void columnsAreDividedByTheirScales(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    double[] scale = random.doubles(COLUMNS, 0.1, 2).toArray();
    double[][] scaled = new double[rows][COLUMNS];
    for (int i = 0; i < rows; i++) {
      for (int m = 0; m < COLUMNS; m++) {
        scaled[i][m] = x[i][m] / scale[m];
      }
    }
    assertRowsEqual(scaled, form.of(x).standardized(new double[COLUMNS], scale));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 127, 128, 129, 300})
  void denseColumnsAreShiftedByTheirCenters(int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    double[] center = Form.randomVector(random, COLUMNS);
    double[] scale = Form.randomVector(random, COLUMNS);
    double[][] standardized = new double[rows][COLUMNS];
    for (int i = 0; i < rows; i++) {
      for (int m = 0; m < COLUMNS; m++) {
        standardized[i][m] = (x[i][m] - center[m]) / scale[m];
      }
    }
    assertRowsEqual(standardized, DesignMatrix.of(x).standardized(center, scale));
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void standardizingLeavesTheMatrixAsItWas(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    DesignMatrix matrix = form.of(x);
    double[] twos = new double[COLUMNS];
    Arrays.fill(twos, 2);
    matrix.standardized(new double[COLUMNS], twos);
    assertRowsEqual(x, matrix);
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void selectedRowsComeInTheOrderAskedForAndMayRepeat(Form form, int rows) {
    double[][] x = Form.randomRows(random, rows, COLUMNS);
    int[] selected = random.ints(200, 0, rows).toArray();
    double[][] expected = new double[selected.length][];
    Arrays.setAll(expected, i -> x[selected[i]]);
    assertRowsEqual(expected, form.of(x).selectRows(selected));
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void selectingNoRowsIsRefused(Form form) {
    DesignMatrix matrix = form.of(new double[][] {{1}});
    Exception e = assertThrows(IllegalArgumentException.class, () -> matrix.selectRows(new int[0]));
    assertEquals("no rows; at least one is needed", e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("formsAndRowCounts")
  void withoutColumnsAProductAddsNothing(Form form, int rows) {
    DesignMatrix matrix = form.of(new double[rows][0]);
    for (int chunk = 0; chunk < matrix.chunks(); chunk++) {
      double[] out = Form.randomVector(random, matrix.chunkSize(chunk) * 3);
      double[] before = out.clone();
      matrix.addProduct(chunk, new double[0], 3, out);
      assertArrayEquals(before, out);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void withoutColumnsTheGramIsTheSumOfTheWeights(Form form) {
    double[] gram = {1};
    form.of(new double[3][0]).addUpperGram(0, new double[] {2, 4, 8}, true, gram);
    assertArrayEquals(new double[] {15}, gram);
  }

  private static double[] partOf(double[] all, DesignMatrix matrix, int chunk, int width) {
    int from = matrix.chunkStart(chunk) * width;
    return Arrays.copyOfRange(all, from, from + matrix.chunkSize(chunk) * width);
  }

  private static void addGrams(
      DesignMatrix matrix, double[] weights, boolean intercept, double[] gram) {
    for (int chunk = 0; chunk < matrix.chunks(); chunk++) {
      matrix.addUpperGram(chunk, partOf(weights, matrix, chunk, 1), intercept, gram);
    }
  }

  private static double[] withNaiveGram(double[] start, double[][] x, double[] weights) {
    double[] gram = start.clone();
    int size = x[0].length;
    for (int i = 0; i < x.length; i++) {
      for (int p = 0; p < size; p++) {
        for (int q = p; q < size; q++) {
          gram[p * size + q] += weights[i] * x[i][p] * x[i][q];
        }
      }
    }
    return gram;
  }

  private static void assertRowsEqual(double[][] expected, DesignMatrix matrix) {
    assertEquals(expected.length, matrix.rows());
    for (int i = 0; i < expected.length; i++) {
      double[] row = new double[expected[i].length];
      matrix.copyRow(i, row);
      assertArrayEquals(expected[i], row, "row " + i);
    }
  }
}
