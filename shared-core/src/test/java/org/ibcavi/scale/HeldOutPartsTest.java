// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.problem.Problem;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldOutPartsTest {
  private static final int ROWS = 180;
  private static final int CATEGORIES = 3;
  private static final int[] ALL = {0, 1, 2};

  /** Each row has a feature of its own, whose sum of squares tells how often the row is there. */
  private static Problem rowsWithMarks() {
    TrainingData.Builder data = TrainingData.sparse(ROWS, CATEGORIES);
    for (int i = 0; i < ROWS; i++) {
      data.add(new int[] {i}, new double[] {1}, i % CATEGORIES);
    }
    TrainingData built = data.build();
    return Problem.of(built, built.features(), false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aRowThatTakesPartIsHeldOutOnceAndFittedElse(int share) {
    Problem problem = rowsWithMarks();
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    HeldOutParts parts = new HeldOutParts(new LocalPass(problem, context), ALL, share, 7);
    assertEquals(ROWS / share, parts.dealt());
    assertEquals(HeldOutParts.FOLDS, parts.count());
    assertEquals(ROWS / share, parts.rows());
    double[] fitted = new double[ROWS];
    for (int part = 0; part < HeldOutParts.FOLDS; part++) {
      double[] others = parts.others(part).squareSums();
      double held = Arrays.stream(parts.folds().weights(part)).sum();
      assertEquals(parts.rows(), held + Arrays.stream(others).sum());
      Arrays.setAll(fitted, i -> fitted[i] + others[i]);
    }
    int[] ofCategory = new int[CATEGORIES];
    for (int i = 0; i < ROWS; i++) {
      assertEquals(fitted[i] > 0 ? HeldOutParts.FOLDS - 1 : 0, fitted[i]);
      ofCategory[i % CATEGORIES] += fitted[i] > 0 ? 1 : 0;
    }
    int each = ROWS / CATEGORIES / share;
    assertArrayEquals(IntStream.generate(() -> each).limit(CATEGORIES).toArray(), ofCategory);
  }
}
