// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which offsets and weights of categories are taken, and how others are refused. */
class OffsetsTest {
  private static final int[] LABELS = {0, 1, 1};
  private static final double[] WEIGHTS = {1, 2, 0.5};
  private static final TrainingData DATA =
      TrainingData.of(DesignMatrix.of(new double[][] {{1}, {2}, {3}}), LABELS, WEIGHTS, 2);

  private static void assertRefused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void offsetsThatAreNotFiniteAreRefusedWithTheirPlace(double value) {
    double[][] rows = {{0, 1}, {0, value}, {0, 0}};
    assertRefused(
        "row 1, category 1: offset " + value + "; must be finite", () -> DATA.withOffsets(rows));
  }

  @Test
  void anotherNumberOfOffsetsIsRefused() {
    assertRefused(
        "2 rows of offsets for 3 rows; there must be one for each row",
        () -> DATA.withOffsets(new double[2][2]));
    assertRefused(
        "offsets of 2 rows for 3 rows; each must have its own",
        () -> DATA.withOffsets(Offsets.same(2, new double[2])));
    assertRefused(
        "3 offsets in a row for 2 categories; there must be one for each",
        () -> DATA.withOffsets(new double[3][3]));
    assertRefused(
        "row 2: 1 offsets; every row must have 2, one for each category",
        () -> DATA.withOffsets(new double[][] {{0, 0}, {0, 0}, {0}}));
  }

  @Test
  void offsetsAreCopied() {
    double[][] rows = {{0, 1}, {2, 3}, {4, 5}};
    TrainingData data = DATA.withOffsets(rows);
    rows[1][0] = 7;
    assertEquals(2, data.offsets().get(1, 0));
    assertEquals("offsets of 3 rows and 2 categories", data.offsets().toString());
  }

  @Test
  void zerosAreNone() {
    assertTrue(DATA.offsets().areNone());
    assertSame(Offsets.none(), DATA.withOffsets(new double[3][2]).offsets());
    assertEquals(0, DATA.offsets().get(2, 1));
    assertEquals("no offsets", Offsets.none().toString());
  }

  @Test
  void theSameForEveryRowIsHeldOnce() {
    Offsets same = Offsets.same(3, new double[] {0, 2});
    assertTrue(same.sameRows(0, 2));
    assertEquals(same.rowHash(0), same.rowHash(2));
    assertEquals(2, same.get(2, 1));
  }

  @Test
  void rowsAreSelectedWithTheirOffsets() {
    Offsets offsets = Offsets.of(new double[][] {{0, 1}, {2, 3}, {0, 1}});
    Offsets some = offsets.selectRows(new int[] {1, 0});
    assertEquals(2, some.get(0, 0));
    assertEquals(1, some.get(1, 1));
    assertTrue(offsets.sameRows(0, 2));
    assertFalse(offsets.sameRows(0, 1));
  }

  @Test
  void rowsWithoutWeightTakeTheirOffsetsWithThem() {
    double[] weights = {1, 0, 1};
    TrainingData data =
        TrainingData.of(DATA.features(), LABELS, weights, 2)
            .withOffsets(new double[][] {{0, 1}, {2, 3}, {4, 5}});
    assertEquals(4, data.withoutWeightlessRows().offsets().get(1, 0));
    TrainingData zeros =
        TrainingData.of(DATA.features(), LABELS, weights, 2)
            .withOffsets(new double[][] {{0, 0}, {2, 3}, {0, 0}});
    assertTrue(zeros.withoutWeightlessRows().offsets().areNone());
  }

  @Test
  void namesAndWeightsKeepOffsetsAndOffsetsKeepNames() {
    double[][] rows = {{0, 1}, {2, 3}, {4, 5}};
    TrainingData data =
        DATA.withOffsets(rows)
            .withFeatureNames(List.of("length"))
            .withCategoryNames(List.of("a", "b"))
            .withCategoryWeights(2, 1);
    assertEquals(3, data.offsets().get(1, 1));
    assertEquals(List.of("a", "b"), data.withOffsets(rows).categoryNames());
    assertEquals(List.of("length"), data.featureNames());
  }

  @Test
  void aCategorysWeightMultipliesThoseOfItsRows() {
    TrainingData data = DATA.withCategoryWeights(3, 0.5);
    assertEquals(3, data.weight(0));
    assertEquals(1, data.weight(1));
    assertEquals(0.25, data.weight(2));
    assertArrayEquals(new double[] {3, 1.25}, data.categoryWeights());
    assertEquals(2, DATA.weight(1));
  }

  @Test
  void weightsOfCategoriesThatCannotBeAreRefused() {
    assertRefused(
        "3 weights for 2 categories; there must be one for each category",
        () -> DATA.withCategoryWeights(1, 1, 1));
    assertRefused(
        "category 1: weight -1.0; must be finite and at least 0",
        () -> DATA.withCategoryWeights(1, -1));
    assertRefused(
        "category 0: weight NaN; must be finite and at least 0",
        () -> DATA.withCategoryWeights(Double.NaN, 1));
    assertRefused(
        "the weights sum to 0.0; the sum must be finite and above 0",
        () -> DATA.withCategoryWeights(0, 0));
  }
}
