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
    DenseMatrix.Builder builder = DenseMatrix.builder(3).add(1, 2, 3);
    assertRefused(
        "row 1, column 2: NaN; values must be finite", () -> builder.add(1, 2, Double.NaN));
  }

  @Test
  void infinityIsRefusedWithRowAndColumn() {
    DenseMatrix.Builder builder = DenseMatrix.builder(2);
    assertRefused(
        "row 0, column 0: Infinity; values must be finite",
        () -> builder.add(Double.POSITIVE_INFINITY, 2));
  }

  @Test
  void minusInfinityIsRefusedWithRowAndColumn() {
    DenseMatrix.Builder builder = DenseMatrix.builder(2);
    assertRefused(
        "row 0, column 1: -Infinity; values must be finite",
        () -> builder.add(2, Double.NEGATIVE_INFINITY));
  }

  @Test
  void aRowInALaterChunkIsNamedByItsNumber() {
    DenseMatrix.Builder builder = DenseMatrix.builder(1);
    for (int i = 0; i < 129; i++) {
      builder.add(i);
    }
    assertRefused("row 129, column 0: NaN; values must be finite", () -> builder.add(Double.NaN));
  }

  @Test
  void aShortRowIsRefused() {
    DenseMatrix.Builder builder = DenseMatrix.builder(3).add(1, 2, 3);
    assertRefused("row 1: 2 values; every row must have 3", () -> builder.add(1, 2));
  }

  @Test
  void aLongRowIsRefused() {
    DenseMatrix.Builder builder = DenseMatrix.builder(1);
    assertRefused("row 0: 2 values; every row must have 1", () -> builder.add(1, 2));
  }

  @Test
  void raggedArraysAreRefused() {
    double[][] ragged = {{1, 2}, {3}};
    assertRefused("row 1: 1 values; every row must have 2", () -> DenseMatrix.of(ragged));
  }

  @Test
  void aMatrixWithoutRowsIsRefused() {
    assertRefused("no rows; at least one is needed", () -> DenseMatrix.of(new double[0][]));
  }

  @Test
  void aBuilderWithoutRowsIsRefused() {
    DenseMatrix.Builder builder = DenseMatrix.builder(2);
    assertRefused("no rows; at least one is needed", builder::build);
  }

  @Test
  void aNegativeNumberOfColumnsIsRefused() {
    assertRefused("columns -1; must be between 0 and 16777215", () -> DenseMatrix.builder(-1));
  }

  @Test
  void moreColumnsThanAChunkCanHoldAreRefused() {
    assertRefused(
        "columns 16777216; must be between 0 and 16777215", () -> DenseMatrix.builder(16777216));
  }

  @Test
  void noColumnsAreAllowed() {
    DenseMatrix matrix = DenseMatrix.builder(0).add().add().build();
    assertEquals(2, matrix.rows());
    assertEquals(0, matrix.columns());
  }

  @Test
  void aRefusedRowLeavesTheBuilderAsItWas() {
    DenseMatrix.Builder builder = DenseMatrix.builder(2).add(1, 2);
    assertThrows(IllegalArgumentException.class, () -> builder.add(7, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> builder.add(7));
    DenseMatrix matrix = builder.add(3, 4).build();
    assertEquals(2, matrix.rows());
    assertArrayEquals(new double[] {1, 2}, row(matrix, 0));
    assertArrayEquals(new double[] {3, 4}, row(matrix, 1));
  }

  @Test
  void aRefusedFirstRowOfAChunkLeavesTheBuilderAsItWas() {
    DenseMatrix.Builder builder = DenseMatrix.builder(1);
    for (int i = 0; i < 128; i++) {
      builder.add(i);
    }
    assertThrows(IllegalArgumentException.class, () -> builder.add(Double.NaN));
    DenseMatrix matrix = builder.add(128).build();
    assertEquals(129, matrix.rows());
    assertArrayEquals(new double[] {128}, row(matrix, 128));
  }

  @Test
  void rowsAreCopied() {
    double[] values = {1, 2};
    DenseMatrix matrix = DenseMatrix.builder(2).add(values).build();
    values[0] = 9;
    assertArrayEquals(new double[] {1, 2}, row(matrix, 0));
  }

  @Test
  void arraysOfRowsAreCopied() {
    double[][] values = {{1, 2}, {3, 4}};
    DenseMatrix matrix = DenseMatrix.of(values);
    values[1][0] = 9;
    assertArrayEquals(new double[] {3, 4}, row(matrix, 1));
  }

  @Test
  void rowsAddedAfterBuildingDoNotReachTheMatrixBuilt() {
    DenseMatrix.Builder builder = DenseMatrix.builder(1).add(1);
    DenseMatrix matrix = builder.build();
    builder.add(2);
    assertEquals(1, matrix.rows());
    assertArrayEquals(new double[] {1}, row(matrix, 0));
  }

  @Test
  void zerosCountAsStored() {
    assertEquals(6, DenseMatrix.of(new double[][] {{0, 1}, {0, 0}, {2, 0}}).nonzeros());
  }

  private static double[] row(DenseMatrix matrix, int row) {
    double[] out = new double[matrix.columns()];
    matrix.copyRow(row, out);
    return out;
  }

  private static void assertRefused(String message, Executable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }
}
