// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Draws against the closed forms of Polson et al. (2013), within five standard errors. */
class PolyaGammaTest {
  private static final int COUNT = 150_000;

  private static double[] draws(double z) {
    SplittableRandom random = new SplittableRandom(11);
    double[] draws = new double[COUNT];
    Arrays.setAll(draws, i -> PolyaGamma.draw(z, random));
    return draws;
  }

  private static void assertMean(double expected, double[] draws, DoubleUnaryOperator of) {
    double mean = Arrays.stream(draws).map(of).average().orElseThrow();
    double square = Arrays.stream(draws).map(of).map(v -> (v - mean) * (v - mean)).sum() / COUNT;
    assertEquals(expected, mean, 5 * Math.sqrt(square / COUNT));
  }

  private static double mean(double z) {
    return z == 0 ? 0.25 : Math.tanh(z / 2) / (2 * z);
  }

  private static double variance(double z) {
    double cosh = Math.cosh(z / 2);
    return z == 0 ? 1.0 / 24 : (Math.sinh(z) - z) / (4 * z * z * z * cosh * cosh);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, -1.5, 3, 7, 20})
  void momentsAreThePublishedOnes(double z) {
    double[] draws = draws(z);
    double expected = mean(Math.abs(z));
    assertMean(expected, draws, v -> v);
    assertMean(variance(Math.abs(z)), draws, v -> (v - expected) * (v - expected));
  }

  /** E exp(−tω) = cosh(z/2) / cosh(√((z²/2 + t)/2)). */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.3, -1.5, 3, 7, 20})
  void laplaceTransformIsThePublishedOne(double z) {
    double[] draws = draws(z);
    for (double t : new double[] {0.5, 4, 30}) {
      double expected = Math.cosh(z / 2) / Math.cosh(Math.sqrt((z * z / 2 + t) / 2));
      assertMean(expected, draws, v -> Math.exp(-t * v));
    }
  }
}
