// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SimulatedDataTest {
  @Test
  void divergenceIsThatOfTheFormula() {
    double[] p = {0.5, 0.5};
    double[] q = {0.25, 0.75};
    assertEquals(0.5 * Math.log(4.0 / 3), SimulatedData.divergence(p, q), 1e-15);
    assertEquals(Math.log(2), SimulatedData.divergence(new double[] {1, 0}, p), 1e-15);
  }

  /** The number of test labels in each category is a sum of independent draws from the truth. */
  @Test
  void labelsAreDrawnFromTheTruth() {
    SimulatedData data = SimulatedData.of(20_000, 6, 4, 2, 1);
    double[] expected = new double[4];
    double[] variance = new double[4];
    int[] counts = new int[4];
    int rows = data.testRows().rows();
    for (int i = 0; i < rows; i++) {
      double[] truth = data.truth(i);
      for (int k = 0; k < truth.length; k++) {
        expected[k] += truth[k];
        variance[k] += truth[k] * (1 - truth[k]);
      }
      counts[data.testLabel(i)]++;
    }
    for (int k = 0; k < counts.length; k++) {
      assertTrue(Math.abs(counts[k] - expected[k]) < 4 * Math.sqrt(variance[k]), "category " + k);
    }
  }
}
