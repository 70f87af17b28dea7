// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ibcavi.design.TrainingData;
import org.junit.jupiter.api.Test;

/** Rows of one feature, with hashes given by hand. */
class CategoryOrderTest {
  private static Problem problem(int categories, int... labels) {
    TrainingData.Builder data = TrainingData.dense(1, categories);
    for (int i = 0; i < labels.length; i++) {
      data.add(new double[] {i}, labels[i]);
    }
    TrainingData built = data.build();
    return Problem.of(built, built.features(), true);
  }

  @Test
  void theSmallestNumberDecides() {
    Problem problem = problem(3, 0, 1, 2, 0, 1, 2);
    assertArrayEquals(
        new int[] {2, 0, 1}, CategoryOrder.of(problem, new long[] {-3, 4, 0, 9, 5, -8}));
  }

  @Test
  void equalOnesGoByTheLargestNumberAndThenByWeight() {
    Problem problem = problem(3, 0, 0, 0, 1, 1, 2, 2);
    assertArrayEquals(
        new int[] {2, 1, 0}, CategoryOrder.of(problem, new long[] {1, 7, 7, 1, 7, 1, 6}));
  }

  @Test
  void columnsGoToTheCategoriesInOrder() {
    Draws draws = Draws.of(4, 3, 1);
    Draws moved = draws.inOrder(new int[] {2, 0, 1});
    assertEquals(draws.sets(), moved.sets());
    for (int set = 0; set < draws.sets(); set++) {
      double[] before = draws.set(set);
      double[] expected = {before[1], before[2], before[0], before[4], before[5], before[3]};
      assertArrayEquals(expected, moved.set(set));
    }
  }

  /** As sums in another order leave them. */
  @Test
  void hashesOverlookTheLastDigits() {
    double[] row = {0.1 + 0.2, 1e-17, 1};
    assertEquals(Hash.ofRow(new double[] {0.3, 0, 1}), Hash.ofRow(row));
  }
}
