// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the builder of sparse matrices takes, and how it refuses the rest. */
class SparseMatrixTest {
  private final DesignMatrix.Builder builder =
      DesignMatrix.sparse(5).add(new int[] {1, 3}, new double[] {10, 30});

  @Test
  void aNaNIsRefusedWithRowAndColumn() {
    assertRowRefused(
        "row 1, column 4: NaN; values must be finite", new int[] {2, 4}, 1, Double.NaN);
  }

  @Test
  void infinityIsRefusedWithRowAndColumn() {
    assertRowRefused(
        "row 1, column 2: Infinity; values must be finite",
        new int[] {2, 4},
        Double.POSITIVE_INFINITY,
        1);
  }

  @Test
  void minusInfinityIsRefusedWithRowAndColumn() {
    assertRowRefused(
        "row 1, column 0: -Infinity; values must be finite",
        new int[] {0},
        Double.NEGATIVE_INFINITY);
  }

  @Test
  void unsortedColumnsAreRefused() {
    assertRowRefused(
        "row 1: column 2 after column 3; columns must increase strictly",
        new int[] {1, 3, 2},
        1,
        1,
        1);
  }

  @Test
  void aRepeatedColumnIsRefused() {
    assertRowRefused(
        "row 1: column 3 after column 3; columns must increase strictly", new int[] {3, 3}, 1, 1);
  }

  @Test
  void aNegativeColumnIsRefused() {
    assertRowRefused("row 1: column -1; must be at least 0 and below 5", new int[] {-1}, 1);
  }

  @Test
  void aColumnPastTheLastIsRefused() {
    assertRowRefused("row 1: column 5; must be at least 0 and below 5", new int[] {0, 5}, 1, 1);
  }

  @Test
  void moreColumnsThanValuesAreRefused() {
    assertRowRefused(
        "row 1: 2 columns but 1 values; there must be as many of each", new int[] {0, 1}, 1);
  }

  @Test
  void moreValuesThanColumnsAreRefused() {
    assertRowRefused(
        "row 1: 0 columns but 2 values; there must be as many of each", new int[0], 1, 1);
  }

  @Test
  void aRowInALaterChunkIsNamedByItsNumber() {
    for (int i = 1; i < 129; i++) {
      builder.add(new int[0], new double[0]);
    }
    assertRowRefused("row 129: column 5; must be at least 0 and below 5", new int[] {5}, 1);
  }

  @Test
  void aBuilderWithoutRowsIsRefused() {
    assertRefused("no rows; at least one is needed", DesignMatrix.sparse(2)::build);
  }

  @Test
  void aNegativeNumberOfColumnsIsRefused() {
    assertRefused("columns -1; must be between 0 and 16777215", () -> DesignMatrix.sparse(-1));
  }

  @Test
  void noColumnsAreAllowed() {
    DesignMatrix matrix = DesignMatrix.sparse(0).add(new int[0], new double[0]).build();
    assertEquals(1, matrix.rows());
    assertEquals(0, matrix.columns());
  }

  @Test
  void aRefusedRowLeavesTheBuilderAsItWas() {
    assertThrows(
        IllegalArgumentException.class,
        () -> builder.add(new int[] {0, 4}, new double[] {7, Double.NaN}));
    assertThrows(
        IllegalArgumentException.class, () -> builder.add(new int[] {4, 0}, new double[] {7, 7}));
    DesignMatrix matrix = builder.add(new int[] {2}, new double[] {20}).build();
    assertEquals(2, matrix.rows());
    assertEquals(3, matrix.nonzeros());
    assertArrayEquals(new double[] {0, 10, 0, 30, 0}, row(matrix, 0));
    assertArrayEquals(new double[] {0, 0, 20, 0, 0}, row(matrix, 1));
  }

  @Test
  void aRefusedFirstRowOfAChunkLeavesTheBuilderAsItWas() {
    for (int i = 1; i < 128; i++) {
      builder.add(new int[0], new double[0]);
    }
    assertThrows(
        IllegalArgumentException.class, () -> builder.add(new int[] {9}, new double[] {7}));
    DesignMatrix matrix = builder.add(new int[] {4}, new double[] {40}).build();
    assertEquals(129, matrix.rows());
    assertArrayEquals(new double[] {0, 0, 0, 0, 40}, row(matrix, 128));
  }

  @Test
  void rowsAreCopied() {
    int[] columns = {0, 4};
    double[] values = {1, 5};
    DesignMatrix matrix = builder.add(columns, values).build();
    columns[0] = 2;
    values[1] = 9;
    assertArrayEquals(new double[] {1, 0, 0, 0, 5}, row(matrix, 1));
  }

  @Test
  void aRowMayHaveMoreValuesThanTheBuilderFirstReserves() {
    int[] columns = new int[1000];
    double[] values = new double[1000];
    for (int m = 0; m < columns.length; m++) {
      columns[m] = m;
      values[m] = m + 1;
    }
    DesignMatrix matrix = DesignMatrix.sparse(1000).add(columns, values).build();
    assertArrayEquals(values, row(matrix, 0));
  }

  @Test
  void onlyValuesGivenCountAsStored() {
    DesignMatrix matrix = builder.add(new int[0], new double[0]).build();
    assertEquals(2, matrix.nonzeros());
  }

  @Test
  void aZeroGivenIsStored() {
    DesignMatrix matrix = builder.add(new int[] {2}, new double[] {0}).build();
    assertEquals(3, matrix.nonzeros());
  }

  @Test
  void aCenteredMatrixIsDenseBecauseZerosDoNotStayZeros() {
    DesignMatrix centered =
        builder.build().standardized(new double[] {0, 0, 0.5, 0, 0}, new double[] {1, 1, 2, 1, 1});
    double[] row = new double[5];
    centered.copyRow(0, row);
    assertEquals(-0.25, row[2]);
    assertEquals(5, centered.nonzeros());
  }

  @Test
  void theLargestValuesAreThoseOfTheRowsThatCount() {
    for (int i = 1; i < 130; i++) {
      builder.add(new int[0], new double[0]);
    }
    DesignMatrix matrix = builder.add(new int[] {0, 3}, new double[] {-1, -50}).build();
    assertArrayEquals(new double[] {1, 10, 0, 50, 0}, matrix.largestValues(row -> true));
    assertArrayEquals(new double[] {1, 0, 0, 50, 0}, matrix.largestValues(row -> row > 0));
    assertArrayEquals(new double[5], matrix.largestValues(row -> false));
  }

  private static double[] row(DesignMatrix matrix, int row) {
    double[] out = new double[matrix.columns()];
    matrix.copyRow(row, out);
    return out;
  }

  private void assertRowRefused(String message, int[] columns, double... values) {
    assertRefused(message, () -> builder.add(columns, values));
  }

  private static void assertRefused(String message, Executable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }

  @Test
  void rowsAddedAfterBuildingDoNotReachTheMatrixBuilt() {
    DesignMatrix first = builder.build();
    DesignMatrix second = builder.add(new int[] {2}, new double[] {20}).build();
    assertEquals(1, first.rows());
    assertArrayEquals(new double[] {0, 0, 20, 0, 0}, row(second, 1));
  }
}
