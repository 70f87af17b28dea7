// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Diagnostics of chains whose correlations are known. */
class ChainsTest {
  private static final int LENGTH = 20_000;

  /** Autoregressive chains x' = ρx + noise of variance 1 in all. */
  private static double[][] chains(double correlation) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] chains = new double[4][LENGTH];
    for (double[] chain : chains) {
      double x = random.nextGaussian();
      for (int t = 0; t < LENGTH; t++) {
        x = correlation * x + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
        chain[t] = x;
      }
    }
    return chains;
  }

  /** The sum of the correlations ρ^|lag| is (1 + ρ)/(1 − ρ). */
  @Test
  void theEffectiveSizeIsThatOfTheCorrelations() {
    double expected = 4 * LENGTH * (1 - 0.8) / (1 + 0.8);
    assertEquals(1, new Chains(chains(0.8)).effectiveSize() / expected, 0.1);
    assertEquals(1, new Chains(chains(0)).effectiveSize() / (4 * LENGTH), 0.05);
  }

  @Test
  void chainsThatAgreeHaveAnRhatOfOne() {
    assertEquals(1, new Chains(chains(0.5)).splitRhat(), 0.001);
  }

  /** Two of the eight halves lie at 1, the others at 0: their variance is 1.5/7. */
  @Test
  void aChainElsewhereShows() {
    double[][] chains = chains(0);
    for (int t = 0; t < LENGTH; t++) {
      chains[0][t]++;
    }
    Chains shifted = new Chains(chains);
    assertEquals(Math.sqrt(1 + 1.5 / 7), shifted.splitRhat(), 0.01);
    assertTrue(shifted.effectiveSize() < 50);
  }

  /** Quantiles of the standard normal distribution. */
  @Test
  void widthsAreThoseBetweenQuantiles() {
    assertEquals(2 * 1.6449, new Chains(chains(0)).width(0.05, 0.95), 0.03);
  }
}
