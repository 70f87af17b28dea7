// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What the builder of dense matrices takes, and how it refuses the rest. */
class DenseMatrixTest {
  @Test
  void aNaNIsRefusedWithRowAndColumn() {
    DesignMatrix.Builder builder = DesignMatrix.dense(3).add(1, 2, 3);
    assertRefused(
        "row 1, column 2: NaN; values must be finite", () -> builder.add(1, 2, Double.NaN));
  }

  @Test
  void infinityIsRefusedWithRowAndColumn() {
    DesignMatrix.Builder builder = DesignMatrix.dense(2);
    assertRefused(
        "row 0, column 0: Infinity; values must be finite",
        () -> builder.add(Double.POSITIVE_INFINITY, 2));
  }

  @Test
  void minusInfinityIsRefusedWithRowAndColumn() {
    DesignMatrix.Builder builder = DesignMatrix.dense(2);
    assertRefused(
        "row 0, column 1: -Infinity; values must be finite",
        () -> builder.add(2, Double.NEGATIVE_INFINITY));
  }

  @Test
  void aRowInALaterChunkIsNamedByItsNumber() {
    DesignMatrix.Builder builder = DesignMatrix.dense(1);
    for (int i = 0; i < 129; i++) {
      builder.add(i);
    }
    assertRefused("row 129, column 0: NaN; values must be finite", () -> builder.add(Double.NaN));
  }

  @Test
  void aShortRowIsRefused() {
    DesignMatrix.Builder builder = DesignMatrix.dense(3).add(1, 2, 3);
    assertRefused("row 1: 2 values; every row must have 3", () -> builder.add(1, 2));
  }

  @Test
  void aLongRowIsRefused() {
    DesignMatrix.Builder builder = DesignMatrix.dense(1);
    assertRefused("row 0: 2 values; every row must have 1", () -> builder.add(1, 2));
  }

  @Test
  void raggedArraysAreRefused() {
    double[][] ragged = {{1, 2}, {3}};
    assertRefused("row 1: 1 values; every row must have 2", () -> DesignMatrix.of(ragged));
  }

  @Test
  void aMatrixWithoutRowsIsRefused() {
    assertRefused("no rows; at least one is needed", () -> DesignMatrix.of(new double[0][]));
  }

  @Test
  void aBuilderWithoutRowsIsRefused() {
    DesignMatrix.Builder builder = DesignMatrix.dense(2);
    assertRefused("no rows; at least one is needed", builder::build);
  }

  @Test
  void aNegativeNumberOfColumnsIsRefused() {
    assertRefused("columns -1; must be between 0 and 16777215", () -> DesignMatrix.dense(-1));
  }

  @Test
  void moreColumnsThanAChunkCanHoldAreRefused() {
    assertRefused(
        "columns 16777216; must be between 0 and 16777215", () -> DesignMatrix.dense(16777216));
  }

  @Test
  void noColumnsAreAllowed() {
    DesignMatrix matrix = DesignMatrix.dense(0).add().add().build();
    assertEquals(2, matrix.rows());
    assertEquals(0, matrix.columns());
  }

  @Test
  void aRefusedRowLeavesTheBuilderAsItWas() {
    DesignMatrix.Builder builder = DesignMatrix.dense(2).add(1, 2);
    assertThrows(IllegalArgumentException.class, () -> builder.add(7, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> builder.add(7));
    DesignMatrix matrix = builder.add(3, 4).build();
    assertEquals(2, matrix.rows());
    assertArrayEquals(new double[] {1, 2}, row(matrix, 0));
    assertArrayEquals(new double[] {3, 4}, row(matrix, 1));
  }

  @Test
  void aRefusedFirstRowOfAChunkLeavesTheBuilderAsItWas() {
    DesignMatrix.Builder builder = DesignMatrix.dense(1);
    for (int i = 0; i < 128; i++) {
      builder.add(i);
    }
    assertThrows(IllegalArgumentException.class, () -> builder.add(Double.NaN));
    DesignMatrix matrix = builder.add(128).build();
    assertEquals(129, matrix.rows());
    assertArrayEquals(new double[] {128}, row(matrix, 128));
  }

  @Test
  void rowsAreCopied() {
    double[] values = {1, 2};
    DesignMatrix matrix = DesignMatrix.dense(2).add(values).build();
    values[0] = 9;
    assertArrayEquals(new double[] {1, 2}, row(matrix, 0));
  }

  @Test
  void arraysOfRowsAreCopied() {
    double[][] values = {{1, 2}, {3, 4}};
    DesignMatrix matrix = DesignMatrix.of(values);
    values[1][0] = 9;
    assertArrayEquals(new double[] {3, 4}, row(matrix, 1));
  }

  @Test
  void rowsAddedAfterBuildingDoNotReachTheMatrixBuilt() {
    DesignMatrix.Builder builder = DesignMatrix.dense(1).add(1);
    DesignMatrix matrix = builder.build();
    builder.add(2);
    assertEquals(1, matrix.rows());
    assertArrayEquals(new double[] {1}, row(matrix, 0));
  }

  @Test
  void zerosCountAsStored() {
    assertEquals(6, DesignMatrix.of(new double[][] {{0, 1}, {0, 0}, {2, 0}}).nonzeros());
  }

  private static double[] row(DesignMatrix matrix, int row) {
    double[] out = new double[matrix.columns()];
    matrix.copyRow(row, out);
    return out;
  }

  private static void assertRefused(String message, Executable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }
}
