// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ibcavi.design.TrainingData;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;
import org.junit.jupiter.api.Test;

/** What is chosen for sizes alone: no data of these sizes are made. */
class PlanTest {
  private static Shape shape(int rows, long values) {
    TrainingData few = RandomData.of(1, 60, 20, 30, 1).sparse();
    return Problem.of(few, few.features(), true, category -> 0).shape().withRows(rows, values);
  }

  private static Choices choices(Settings settings) {
    return new Choices(settings.with(Option.MEMORY_LIMIT, 1L << 40), null, null, null, null);
  }

  @Test
  void whatWouldTakeMoreThanMinutesIsLeftToTheBinaryStage() {
    // 60 passes · 30 categories · (4·21 + 100) operations are 3.3e5 a row: 2e12 at six million.
    Plan large = Plan.of(choices(Settings.none()), shape(5_000_000, 100_000_000L), 2, true);
    Plan larger = Plan.of(choices(Settings.none()), shape(7_000_000, 140_000_000L), 2, true);
    assertEquals(Method.CATEGORICAL, large.method());
    assertEquals(Method.BINARY, larger.method());
    assertTrue(larger.reason().contains("operations, more than 2.00e+12"), larger.reason());
  }

  @Test
  void basesThatWereLeftToChooseAreNoMistakeThere() {
    Choices auto = choices(Settings.none().with(Option.BASIS, BasisKind.AUTO));
    assertTrue(auto.leavesBasesOut(Method.BINARY));
    assertDoesNotThrow(() -> auto.requireActing(Method.BINARY));
    Choices asked = choices(Settings.none().with(Option.BASIS, BasisKind.SMOOTH));
    assertThrows(IllegalArgumentException.class, () -> asked.requireActing(Method.BINARY));
  }
}
