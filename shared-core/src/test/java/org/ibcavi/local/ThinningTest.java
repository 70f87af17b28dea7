// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Thinned weights against what sampling with probabilities in proportion to size promises. */
class ThinningTest {
  private static final int ROWS = 400;
  private static final int COUNT = 60;
  private static final int SEEDS = 2000;

  /** From 1e-4 to 1: some are certain to be kept, most are not. */
  private static double[] spreadWeights() {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = new double[ROWS];
    Arrays.setAll(weights, i -> Math.pow(10, -4 * random.nextDouble()));
    return weights;
  }

  @Test
  void keepsAboutTheCountAndTheExpectedSums() {
    double[] weights = spreadWeights();
    double[] values = new double[ROWS];
    Arrays.setAll(values, i -> Math.sin(i) + 2);
    double wanted = 0;
    for (int i = 0; i < ROWS; i++) {
      wanted += weights[i] * values[i];
    }
    double kept = 0;
    double sum = 0;
    double squares = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      double[] thinned = weights.clone();
      new Thinning(seed).apply(thinned, COUNT);
      double estimate = 0;
      for (int i = 0; i < ROWS; i++) {
        kept += thinned[i] > 0 ? 1 : 0;
        estimate += thinned[i] * values[i];
      }
      sum += estimate;
      squares += estimate * estimate;
    }
    double mean = sum / SEEDS;
    double error = Math.sqrt((squares / SEEDS - mean * mean) / SEEDS);
    assertEquals(wanted, mean, 4 * error);
    assertEquals(COUNT, kept / SEEDS, 4 * Math.sqrt((double) COUNT / SEEDS));
  }

  @Test
  void largeWeightsStayAsTheyAre() {
    double[] weights = spreadWeights();
    double[] thinned = weights.clone();
    new Thinning(1).apply(thinned, COUNT);
    double least = Arrays.stream(thinned).filter(weight -> weight > 0).min().orElseThrow();
    for (int i = 0; i < ROWS; i++) {
      if (weights[i] > least) {
        assertEquals(weights[i], thinned[i], "row " + i);
      }
    }
  }

  @Test
  void asManyEqualWeightsAsAreWantedAreAllKept() {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, 0, COUNT, 0.7);
    weights[ROWS - 1] = 1e-18;
    double[] thinned = weights.clone();
    new Thinning(1).apply(thinned, COUNT);
    for (int i = 0; i < COUNT; i++) {
      assertEquals(0.7, thinned[i], 1e-12, "row " + i);
    }
  }

  @Test
  void nothingIsDoneWhereAllRowsAreWantedOrNoneHasWeight() {
    double[] weights = spreadWeights();
    double[] all = weights.clone();
    new Thinning(1).apply(all, ROWS);
    assertArrayEquals(weights, all);
    double[] none = new double[ROWS];
    new Thinning(1).apply(none, COUNT);
    assertTrue(Arrays.stream(none).allMatch(weight -> weight == 0));
  }

  @Test
  void rowsInTwoPlacesAreThinnedAsInOne() {
    double[] weights = spreadWeights();
    double[] together = weights.clone();
    new Thinning(1).apply(together, COUNT);
    double[] left = Arrays.copyOf(weights, 150);
    double[] right = Arrays.copyOfRange(weights, 150, ROWS);
    Thinning.Search search = new Thinning.Search(Arrays.stream(weights).sum(), COUNT);
    while (!search.ended()) {
      Thinning.Below one = Thinning.Below.of(left, search.threshold());
      Thinning.Below other = Thinning.Below.of(right, search.threshold());
      search.take(new Thinning.Below(one.certain() + other.certain(), one.rest() + other.rest()));
    }
    new Thinning(1).apply(left, search.threshold(), 0);
    new Thinning(1).apply(right, search.threshold(), left.length);
    assertArrayEquals(Arrays.copyOf(together, 150), left, 1e-12);
    assertArrayEquals(Arrays.copyOfRange(together, 150, ROWS), right, 1e-12);
  }
}
