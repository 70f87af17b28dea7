// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.basis.Linear;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.BasisKind;
import org.junit.jupiter.api.Test;

/** Which bases are taken, from sizes alone. */
class BasesTest {
  private static Shape shape(int rows, int features, int categories) {
    double[] weights = new double[categories];
    Arrays.fill(weights, (double) rows / categories);
    return new Shape(rows, features, true, (long) rows * features, weights, category -> 0);
  }

  @Test
  void smallDataGetAllOfThem() {
    Bases bases = Bases.of(BasisKind.AUTO, shape(500, 10, 3));
    assertEquals(6, bases.chosen().size());
    assertEquals(List.of(), bases.notes());
  }

  /** 60 passes over 10⁶ rows of 10 categories, each with at least 4·20 operations. */
  @Test
  void largeDataLeaveOutWhatTakesTooLongAndSaySo() {
    Bases bases = Bases.of(BasisKind.AUTO, shape(1_000_000, 20, 10));
    assertEquals(List.of(new Linear()), bases.chosen());
    assertEquals(3, bases.notes().size());
    for (String note : bases.notes()) {
      assertTrue(note.contains("was left out: it would take"), note);
    }
  }

  @Test
  void whatWasAskedForByNameIsTakenWhateverItCosts() {
    Bases bases = Bases.of(BasisKind.SMOOTH, shape(1_000_000, 20, 10));
    assertEquals(3, bases.chosen().size());
    assertEquals(List.of(), bases.notes());
  }
}
