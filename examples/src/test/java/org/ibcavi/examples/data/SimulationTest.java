// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;
import org.junit.jupiter.api.Test;

/** Generators follow the laws they state. */
class SimulationTest {
  /** Σ([y=k] − p) has mean 0 and variance Σ p(1−p). */
  @Test
  void labelsFollowTheTrueProbabilities() {
    SoftmaxSimulation.Draw draw = SoftmaxSimulation.of(20_000, 4, 8, 2).draw(3);
    int[] labels = draw.labels();
    for (int k = 0; k < 4; k++) {
      double excess = 0;
      double variance = 0;
      for (int i = 0; i < labels.length; i++) {
        double p = draw.truth()[i][k];
        excess += (labels[i] == k ? 1 : 0) - p;
        variance += p * (1 - p);
      }
      assertEquals(0, excess, 5 * Math.sqrt(variance));
    }
  }

  @Test
  void divergenceIsZeroForTheTruthAndPositiveElsewhere() {
    SoftmaxSimulation.Draw draw = SoftmaxSimulation.of(500, 3, 6, 2).draw(1);
    assertEquals(0, draw.divergence(draw.truth()), 1e-15);
    double[][] uniform = new double[draw.truth().length][3];
    Arrays.stream(uniform).forEach(row -> Arrays.fill(row, 1.0 / 3));
    // KL(p ‖ uniform) = log K − H(p).
    assertEquals(Math.log(3) - draw.entropy(), draw.divergence(uniform), 1e-12);
  }

  @Test
  void strengthMakesLabelsPredictable() {
    double weak = SoftmaxSimulation.of(2000, 3, 6, 0.1).draw(1).entropy();
    double strong = SoftmaxSimulation.of(2000, 3, 6, 2).draw(1).entropy();
    assertTrue(weak > 1.0 && weak <= Math.log(3));
    assertTrue(strong < 0.8 * weak);
  }

  @Test
  void usersHaveHabitsOfTheirOwnAndSeedsRepeat() {
    ProcessStarts first = ProcessStarts.ofUser(100, 1000, 0, 1);
    assertArrayEquals(first.testLabels(), ProcessStarts.ofUser(100, 1000, 0, 1).testLabels());
    assertFalse(
        Arrays.equals(first.testLabels(), ProcessStarts.ofUser(100, 1000, 1, 1).testLabels()));
    assertEquals(800, first.training().rows());
    assertEquals(200, first.testLabels().length);
  }

  /** The event just before is among a row's features, and no weight exceeds 1. */
  @Test
  void recentProgramsAreTheFeatures() {
    ProcessStarts user = ProcessStarts.ofUser(100, 1000, 2, 1);
    DesignMatrix rows = user.test();
    int[] labels = user.testLabels();
    double[] row = new double[100];
    for (int i = 1; i < labels.length; i++) {
      rows.copyRow(i, row);
      assertTrue(row[labels[i - 1]] > 0);
      long nonzero = Arrays.stream(row).filter(value -> value != 0).count();
      assertTrue(nonzero >= 1 && nonzero <= ProcessStarts.WINDOW);
      assertTrue(Arrays.stream(row).allMatch(value -> value >= 0 && value <= 1));
    }
  }
}
