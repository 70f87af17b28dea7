// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predictions of rows that were held out. */
class CrossValidationTest {
  private static final IbCavi SETTINGS = IbCavi.withDefaults().method(Method.BINARY);

  /** With as many folds as rows there is only one way to deal them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachRowIsPredictedByTheModelOfAllOthers(boolean sparse) {
    RandomData rows = RandomData.of(3, 12, 2, 3, 1).weighted(5);
    double[][] offsets = new double[12][3];
    for (int i = 0; i < 12; i++) {
      offsets[i][i % 3] = 0.3 * i;
    }
    TrainingData data = (sparse ? rows.sparse() : rows.dense()).withOffsets(offsets);
    double[][] found = SETTINGS.crossValidate(data, 12);
    for (int row = 0; row < 12; row++) {
      int left = row;
      int[] others = IntStream.range(0, 12).filter(i -> i != left).toArray();
      RandomData some = rows.select(others);
      TrainingData without =
          (sparse ? some.sparse() : some.dense())
              .withOffsets(
                  Arrays.stream(others).mapToObj(i -> offsets[i]).toArray(double[][]::new));
      CategoricalModel model = SETTINGS.fit(without);
      assertArrayEquals(model.probabilities(rows.row(row), offsets[row]), found[row], 1e-12);
    }
  }

  @Test
  void foldsHaveTheSameSharesOfEachCategory() {
    TrainingData data = RandomData.of(7, 103, 2, 4, 1).dense();
    int[] foldOf = CrossValidation.deal(data, 5, new SplittableRandom(1));
    int[][] counts = new int[5][4];
    int[] sizes = new int[5];
    for (int i = 0; i < 103; i++) {
      counts[foldOf[i]][data.label(i)]++;
      sizes[foldOf[i]]++;
    }
    for (int fold = 1; fold < 5; fold++) {
      assertTrue(Math.abs(sizes[fold] - sizes[0]) <= 1, Arrays.toString(sizes));
      for (int k = 0; k < 4; k++) {
        assertTrue(Math.abs(counts[fold][k] - counts[0][k]) <= 1, Arrays.deepToString(counts));
      }
    }
  }

  /** They are predicted all the same. */
  @Test
  void rowsWithoutWeightTeachNothing() {
    RandomData rows = RandomData.of(5, 40, 2, 3, 1);
    double[] weights = new double[40];
    Arrays.fill(weights, 1);
    weights[4] = 0;
    double[][] moved = new double[40][];
    Arrays.setAll(moved, i -> rows.row(i).clone());
    double[][] before = SETTINGS.crossValidate(data(moved, rows.labels(), weights), 4);
    moved[4][0] += 100;
    double[][] after = SETTINGS.crossValidate(data(moved, rows.labels(), weights), 4);
    for (int i = 0; i < 40; i++) {
      if (i == 4) {
        assertTrue(Math.abs(before[i][0] - after[i][0]) > 1e-3, "it is predicted by its features");
      } else {
        assertArrayEquals(before[i], after[i], "row " + i);
      }
    }
  }

  private static TrainingData data(double[][] rows, int[] labels, double[] weights) {
    TrainingData.Builder builder = TrainingData.dense(rows[0].length, 3);
    for (int i = 0; i < rows.length; i++) {
      builder.add(rows[i], labels[i], weights[i]);
    }
    return builder.build();
  }

  @Test
  void theSeedDealsAndThreadsChangeNothing() {
    TrainingData data = RandomData.of(9, 60, 2, 3, 1).dense();
    double[][] one = SETTINGS.crossValidate(data, 3);
    assertArrayEquals(one, SETTINGS.threads(2).crossValidate(data, 3));
    assertTrue(!Arrays.deepEquals(one, SETTINGS.seed(2).crossValidate(data, 3)), "another seed");
  }

  @Test
  void foldsThatCannotBeAreRefused() {
    TrainingData data = RandomData.of(9, 20, 2, 3, 1).dense();
    for (int folds : new int[] {1, 21}) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> SETTINGS.crossValidate(data, folds))
              .getMessage();
      assertEquals(
          "folds " + folds + "; must be at least 2 and at most the number of rows, 20", message);
    }
  }

  @Test
  void selectedRowsKeepNamesAndCategories() {
    TrainingData data =
        RandomData.of(9, 20, 2, 3, 1).dense().withCategoryNames(List.of("a", "b", "c"));
    int[] ofFirst = IntStream.range(0, 20).filter(i -> data.label(i) == 0).toArray();
    TrainingData some = data.selectRows(ofFirst);
    assertEquals(List.of("a", "b", "c"), some.categoryNames());
    assertArrayEquals(new double[] {ofFirst.length, 0, 0}, some.categoryWeights());
    assertEquals(
        "row 20; must be between 0 and 19",
        assertThrows(IllegalArgumentException.class, () -> data.selectRows(1, 20)).getMessage());
  }
}
