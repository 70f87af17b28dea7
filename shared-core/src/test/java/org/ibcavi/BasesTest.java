// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.ibcavi.basis.Linear;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.BasisKind;
import org.junit.jupiter.api.Test;

/** Which bases are taken, from sizes alone. */
class BasesTest {
  /** As many bytes as are asked for. */
  private static final DoubleUnaryOperator ENOUGH = DoubleUnaryOperator.identity();

  private static Shape shape(int rows, int features, int categories) {
    double[] weights = new double[categories];
    Arrays.fill(weights, (double) rows / categories);
    return new Shape(rows, features, true, (long) rows * features, weights, category -> 0);
  }

  @Test
  void smallDataGetAllOfThem() {
    Bases bases = Bases.of(BasisKind.AUTO, shape(500, 10, 3), ENOUGH);
    assertEquals(6, bases.chosen().size());
    assertEquals(List.of(), bases.notes());
  }

  /** 60 passes over 10⁶ rows of 10 categories, each with at least 4·20 operations. */
  @Test
  void largeDataLeaveOutWhatTakesTooLongAndSaySo() {
    Bases bases = Bases.of(BasisKind.AUTO, shape(1_000_000, 20, 10), ENOUGH);
    assertEquals(List.of(new Linear()), bases.chosen());
    assertEquals(3, bases.notes().size());
    for (String note : bases.notes()) {
      assertTrue(note.contains("was left out: it would take"), note);
    }
  }

  /** 60 passes over 50 000 rows of 10 categories, each with 4·(20 + 50 + 1) + 100 operations. */
  @Test
  void treesCostWhatTheyStore() {
    Bases bases = Bases.of(BasisKind.AUTO, shape(50_000, 20, 10), ENOUGH);
    assertEquals(6, bases.chosen().size());
    assertEquals(List.of(), bases.notes());
    Bases more = Bases.of(BasisKind.AUTO, shape(500_000, 20, 10), ENOUGH);
    assertTrue(
        more.notes()
            .contains(
                "basis trees was left out: it would take 1.15e+11 operations, more"
                    + " than 1.00e+11"),
        more.notes().toString());
  }

  /** Of sparse rows with 2 values each, all bases but the waves store few. */
  @Test
  void sparseRowsHaveFewSteps() {
    double[] weights = new double[10];
    Arrays.fill(weights, 20_000);
    Shape sparse = new Shape(200_000, 20, true, 400_000, weights, category -> 0);
    Bases bases = Bases.of(BasisKind.AUTO, sparse, ENOUGH);
    assertEquals(List.of("smooth"), leftOut(bases));
    assertEquals(
        List.of("thresholds", "smooth"),
        leftOut(Bases.of(BasisKind.AUTO, shape(200_000, 20, 10), ENOUGH)));
  }

  private static List<String> leftOut(Bases bases) {
    return bases.notes().stream().map(note -> note.split(" ", -1)[1]).toList();
  }

  /** Columns of 10⁶ rows take 8 bytes for each value, whatever the rows store. */
  @Test
  void columnsThatDoNotFitAreLeftOutOrRefused() {
    double[] weights = {5e5, 5e5};
    Shape wide = new Shape(1_000_000, 400, false, 2_000_000, weights, category -> 0);
    String lack = "to fit it would take about 3208 MB of memory, more than are available";
    assertTrue(
        Bases.of(BasisKind.AUTO, wide, bytes -> 1e9)
            .notes()
            .contains("basis trees was left out: " + lack));
    MemoryLimitException refusal =
        assertThrows(
            MemoryLimitException.class, () -> Bases.of(BasisKind.TREES, wide, bytes -> 1e9));
    assertEquals(
        "basis trees: "
            + lack
            + "; use basis none or smooth, fewer rows or features, or a larger heap",
        refusal.getMessage());
    assertEquals(1, Bases.of(BasisKind.TREES, wide, ENOUGH).chosen().size());
  }

  @Test
  void whatWasAskedForByNameIsTakenWhateverItCosts() {
    Bases bases = Bases.of(BasisKind.SMOOTH, shape(1_000_000, 20, 10), ENOUGH);
    assertEquals(3, bases.chosen().size());
    assertEquals(List.of(), bases.notes());
  }
}
