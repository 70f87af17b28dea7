// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.local.Thinning;
import org.junit.jupiter.api.Test;

/** Samples of regressions and rows that stand for all. */
class SamplingTest {
  @Test
  void aSampleHasNothingTwiceAndKeepsTheOrder() {
    for (int seed = 0; seed < 2000; seed++) {
      int[] sample = Sampling.stratified(100, 60, new SplittableRandom(seed));
      for (int i = 1; i < sample.length; i++) {
        assertTrue(sample[i] > sample[i - 1], "seed " + seed + ": " + Arrays.toString(sample));
      }
    }
  }

  @Test
  void aSampleOfAllIsAll() {
    int[] all = IntStream.range(0, 7).toArray();
    assertArrayEquals(all, Sampling.stratified(7, 7, new SplittableRandom(1)));
  }

  @Test
  void everyElementIsDrawnAsOftenAsTheOthersWhereStretchesAreEqual() {
    int[] counts = new int[20];
    for (int seed = 0; seed < 10_000; seed++) {
      for (int i : Sampling.stratified(20, 4, new SplittableRandom(seed))) {
        counts[i]++;
      }
    }
    // Binomial(10000, 1/5): standard deviation 40.
    for (int count : counts) {
      assertEquals(2000, count, 5 * 40);
    }
  }

  @Test
  void thinnedWeightsKeepTheirSumOnAverage() {
    double[] weights = new SplittableRandom(3).doubles(500).map(u -> u * u * u).toArray();
    double total = Arrays.stream(weights).sum();
    double sum = 0;
    double squares = 0;
    int runs = 400;
    for (int seed = 0; seed < runs; seed++) {
      double[] thinned = weights.clone();
      new Thinning(seed * 1_000_003L).apply(thinned, 100);
      double thinnedTotal = Arrays.stream(thinned).sum();
      sum += thinnedTotal;
      squares += thinnedTotal * thinnedTotal;
    }
    double mean = sum / runs;
    double standardError = Math.sqrt((squares / runs - mean * mean) / runs);
    assertEquals(total, mean, 4 * standardError);
  }

  @Test
  void thinningKeepsLargeWeightsAsTheyAreAndAboutTheWantedNumber() {
    double[] weights = new SplittableRandom(4).doubles(5000).map(u -> 0.01 * u).toArray();
    weights[17] = 5;
    weights[4711] = 3;
    new Thinning(1).apply(weights, 300);
    assertEquals(5, weights[17]);
    assertEquals(3, weights[4711]);
    int kept = (int) Arrays.stream(weights).filter(weight -> weight > 0).count();
    assertEquals(300, kept, 5 * Math.sqrt(300));
  }

  @Test
  void thinningToMoreThanThereAreChangesNothing() {
    double[] weights = {0.1, 0.2, 0.3};
    new Thinning(1).apply(weights, 3);
    assertArrayEquals(new double[] {0.1, 0.2, 0.3}, weights);
  }
}
