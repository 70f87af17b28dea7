// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Normalising against sums of many digits. */
class SoftmaxTest {
  private static final MathContext DIGITS = new MathContext(40);

  /** log Σ m e^t, the sum with 40 digits; good for scores that do not overflow. */
  private static double logSum(double[] scores, int[] multiplicities) {
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k < scores.length; k++) {
      BigDecimal term = new BigDecimal(Math.exp(scores[k]));
      sum = sum.add(term.multiply(new BigDecimal(multiplicities[k]), DIGITS), DIGITS);
    }
    return Math.log(sum.doubleValue());
  }

  private static int[] ones(int count) {
    int[] ones = new int[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void logProbabilitiesOfManyCategoriesDoNotDrift() {
    double[] scores = new Random(1).doubles(100_000, -1, 1).toArray();
    double expected = logSum(scores, ones(scores.length));
    double[] logs = scores.clone();
    Softmax.logProbabilities(logs, logs.length);
    for (int k = 0; k < 100; k++) {
      assertEquals(scores[k] - expected, logs[k], 1e-14 * expected);
    }
  }

  @Test
  void sumsCountMultiplicitiesFromAnyPlace() {
    Random random = new Random(2);
    for (int count : new int[] {1, 3, 4, 127, 128, 129, 1000}) {
      double[] scores = random.doubles(count, -3, 3).toArray();
      int[] multiplicities = random.ints(count, 1, 5).toArray();
      double[] within = new double[count + 9];
      Arrays.fill(within, 1e9);
      System.arraycopy(scores, 0, within, 7, count);
      double max = Softmax.maximum(within, 7, count);
      assertEquals(Arrays.stream(scores).max().orElseThrow(), max);
      double sum = Softmax.exponentiate(within, 7, multiplicities, max);
      double expected = Math.exp(logSum(scores, multiplicities) - max);
      assertEquals(expected, sum, 1e-13 * expected);
      for (int k = 0; k < count; k++) {
        assertEquals(Math.exp(scores[k] - max), within[7 + k], 1e-15);
      }
      assertEquals(1e9, within[6]);
      assertEquals(1e9, within[7 + count]);
    }
  }

  @Test
  void sumsOfScoresThatDifferByThousandsHaveLogs() {
    double[] scores = {-9000, Double.NEGATIVE_INFINITY, -12000, -9000 + Math.log(3)};
    assertEquals(-9000 + Math.log(4), Softmax.logSum(scores), 1e-11);
    assertEquals(8000 + Math.log(2), Softmax.logSum(new double[] {8000, 8000}), 1e-11);
    double[] many = new Random(3).doubles(1000, -5, 5).toArray();
    assertEquals(logSum(many, ones(many.length)), Softmax.logSum(many), 1e-13);
  }

  @Test
  void scoresThatDifferByThousandsHaveProbabilities() {
    double[] p = Softmax.probabilities(new double[] {-9000, -12000, -9000 + Math.log(3)});
    assertArrayEquals(new double[] {0.25, 0, 0.75}, p, 1e-12);
    double[] logs = {2e4, -2e4};
    Softmax.logProbabilities(logs, 2);
    assertEquals(0, logs[0]);
    assertEquals(-4e4, logs[1]);
    double[] worst = {0, Double.NEGATIVE_INFINITY};
    Softmax.logProbabilities(worst, 2);
    assertTrue(Double.isFinite(worst[1]));
  }
}
