// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The weights are those of the largest penalised mixture likelihood. */
class StackTest {
  private static final int ROWS = 200;
  private static final double PRIOR_ROWS = 10;

  private static double[] even(int members) {
    double[] rows = new double[members];
    Arrays.fill(rows, PRIOR_ROWS / members);
    return rows;
  }

  private static double[][] densities(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] logs = new double[3][ROWS];
    for (double[] member : logs) {
      Arrays.setAll(member, i -> -3 * random.nextDouble());
    }
    // The first is better on some rows, the second on others, the third nowhere.
    Arrays.setAll(logs[0], i -> logs[0][i] + (i % 3 == 0 ? 2 : 0));
    Arrays.setAll(logs[1], i -> logs[1][i] + (i % 3 != 0 ? 1 : 0));
    Arrays.setAll(logs[2], i -> logs[2][i] - 1);
    return logs;
  }

  private static double objective(double[][] logs, double[] rowWeights, double... weights) {
    double sum = 0;
    for (int i = 0; i < rowWeights.length; i++) {
      double mixed = 0;
      for (int m = 0; m < weights.length; m++) {
        mixed += weights[m] * Math.exp(logs[m][i]);
      }
      sum += rowWeights[i] * Math.log(mixed);
    }
    for (double weight : weights) {
      sum += PRIOR_ROWS / weights.length * Math.log(weight);
    }
    return sum;
  }

  @Test
  void noOtherWeightsAreBetter() {
    double[][] logs = densities(1);
    double[] rowWeights = new double[ROWS];
    Arrays.setAll(rowWeights, i -> 0.5 + i % 2);
    double[] weights = new Stack(logs, rowWeights, even(logs.length)).weights();
    assertEquals(1, Arrays.stream(weights).sum(), 1e-12);
    double best = objective(logs, rowWeights, weights);
    for (double first = 0.005; first < 1; first += 0.005) {
      for (double second = 0.005; first + second < 1; second += 0.005) {
        double other = objective(logs, rowWeights, first, second, 1 - first - second);
        assertTrue(other <= best + 1e-3, first + ", " + second + " is better");
      }
    }
  }

  @Test
  void withoutRowsTheWeightsAreEven() {
    double[] weights = new Stack(new double[4][0], new double[0], even(4)).weights();
    assertArrayEquals(new double[] {0.25, 0.25, 0.25, 0.25}, weights, 1e-15);
  }

  @Test
  void densitiesThatUnderflowAreCompared() {
    double[][] logs = new double[2][ROWS];
    Arrays.fill(logs[0], -5000);
    Arrays.fill(logs[1], -5001);
    double[] rowWeights = new double[ROWS];
    Arrays.fill(rowWeights, 1);
    double[] weights = new Stack(logs, rowWeights, even(logs.length)).weights();
    assertTrue(weights[0] > 0.9 && weights[0] < 1, "weight " + weights[0]);
  }

  /** Two members, of which one is right on each half of the rows: even weights are best. */
  @Test
  void theDensityIsThatOfTheMixture() {
    double[] right = {Math.log(0.8), Math.log(0.8), Math.log(0.2), Math.log(0.2)};
    double[] other = {Math.log(0.2), Math.log(0.2), Math.log(0.8), Math.log(0.8)};
    double[] rowWeights = {1, 1, 1, 1};
    Stack stack = new Stack(new double[][] {right, other}, rowWeights, even(2));
    assertEquals(4 * Math.log(0.5), stack.logDensity(), 1e-9);
    Stack far = new Stack(new double[][] {{-5000}, {-5000}}, new double[] {3}, even(2));
    assertEquals(-15000, far.logDensity(), 1e-9);
  }
}
