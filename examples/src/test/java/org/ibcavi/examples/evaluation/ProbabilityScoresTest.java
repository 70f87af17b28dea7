// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.evaluation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Scores computed by hand. */
class ProbabilityScoresTest {
  private static final double[][] PROBABILITIES = {
    {0.7, 0.2, 0.1}, {0.7, 0.2, 0.1}, {0.25, 0.25, 0.5}, {0.5, 0.5, 0}
  };
  private static final int[] LABELS = {0, 1, 2, 0};

  private final ProbabilityScores scores = new ProbabilityScores(PROBABILITIES, LABELS);

  @Test
  void tiesCountInParts() {
    assertEquals((1 + 0 + 1 + 0.5) / 4, scores.accuracy(), 1e-15);
  }

  @Test
  void logLossAndBrierAreMeans() {
    assertEquals(-Math.log(0.7 * 0.2 * 0.5 * 0.5) / 4, scores.logLoss(), 1e-12);
    double squares = (0.09 + 0.04 + 0.01) + (0.49 + 0.64 + 0.01) + (0.0625 * 2 + 0.25) + 0.5;
    assertEquals(squares / 4, scores.brierScore(), 1e-12);
  }

  /** Bins (7/15, 8/15] and (10/15, 11/15] hold two rows each. */
  @Test
  void calibrationComparesConfidenceWithHits() {
    assertEquals((Math.abs(1 - 1.4) + Math.abs(1.5 - 1.0)) / 4, scores.calibrationError(), 1e-12);
    double[][] points = scores.reliability(2);
    assertArrayEquals(new double[] {0.5, 0.7}, points[0], 1e-12);
    assertArrayEquals(new double[] {0.75, 0.5}, points[1], 1e-12);
    assertEquals(0, scores.reliability(3)[0].length);
  }
}
