// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Draws against moments by quadrature of the density, within five standard errors. */
class TruncatedNormalTest {
  private static final int COUNT = 100_000;

  /** E[z^power] of N(0, 1) above a bound, by Simpson's rule over ten deviations. */
  private static double moment(double bound, int power) {
    double above = 0;
    double mass = 0;
    double from = Math.max(bound, -10);
    int steps = 20_000;
    double width = 10.0 / steps * (bound > 0 ? 1 : 2);
    for (int s = 0; s <= steps; s++) {
      double z = from + s * width;
      double factor = s == 0 || s == steps ? 1 : s % 2 == 1 ? 4 : 2;
      // Relative to the density at the start, which may be below the least double.
      double density = factor * Math.exp(0.5 * (from - z) * (from + z));
      above += density * Math.pow(z, power);
      mass += density;
    }
    return above / mass;
  }

  @ParameterizedTest
  @CsvSource({"0, -3", "0, -0.4", "0, 0", "2, 2.3", "-1, 1", "0, 8", "-5, 40"})
  void momentsAreThoseOfTheDensity(double mean, double bound) {
    SplittableRandom random = new SplittableRandom(4);
    double[] above = new double[COUNT];
    Arrays.setAll(above, i -> TruncatedNormal.above(mean, bound, random));
    assertTrue(Arrays.stream(above).min().orElseThrow() >= bound);
    double first = moment(bound - mean, 1);
    double second = moment(bound - mean, 2);
    double deviation = Math.sqrt(second - first * first);
    assertEquals(mean + first, Arrays.stream(above).average().orElseThrow(), 5 * error(deviation));
    double[] squares = Arrays.stream(above).map(z -> Math.pow(z - mean - first, 2)).toArray();
    double square = Arrays.stream(squares).average().orElseThrow();
    double spread =
        Math.sqrt(Arrays.stream(squares).map(v -> (v - square) * (v - square)).sum() / COUNT);
    assertEquals(deviation * deviation, square, 5 * error(spread));
  }

  private static double error(double deviation) {
    return deviation / Math.sqrt(COUNT);
  }

  /** Below a bound is above it with signs turned. */
  @ParameterizedTest
  @CsvSource({"1, 0.5", "0, -6"})
  void belowIsTheMirrorImage(double mean, double bound) {
    double down = TruncatedNormal.below(mean, bound, new SplittableRandom(1));
    assertTrue(down <= bound);
    assertEquals(-down, TruncatedNormal.above(-mean, -bound, new SplittableRandom(1)), 0.0);
  }
}
