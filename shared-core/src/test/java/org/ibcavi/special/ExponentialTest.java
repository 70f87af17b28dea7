// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExponentialTest {
  private static final MathContext DIGITS = new MathContext(40);

  /** What {@link Math#exp} promises is one unit in the last place, too. */
  @Test
  void valuesAgreeWithThoseOfTheLibraryOverTheWholeRange() {
    double[] x = new Random(1).doubles(1_000_000, -750, 715).toArray();
    double[] y = x.clone();
    Exponential.of(y, 0, y.length);
    for (int i = 0; i < x.length; i++) {
      double expected = Math.exp(x[i]);
      // Infinite results have an infinite unit, which would allow anything.
      double regression = Double.isInfinite(expected) ? 0 : Math.ulp(expected);
      assertEquals(expected, y[i], 2 * regression);
    }
  }

  @Test
  void valuesAreWithinOneAndAHalfUnitsInTheLastPlaceOfTheSeries() {
    double[] x = new Random(2).doubles(2000, -30, 30).toArray();
    double[] y = x.clone();
    Exponential.of(y, 0, y.length);
    for (int i = 0; i < x.length; i++) {
      double error = new BigDecimal(y[i]).subtract(series(x[i])).doubleValue();
      assertEquals(0, error / Math.ulp(y[i]), 1.5);
    }
  }

  @Test
  void edgesAreThoseOfTheLibrary() {
    double[] x = {
      0,
      -0.0,
      Double.MIN_VALUE,
      -1e-300,
      707.9999999999999,
      708,
      709.782712893384,
      709.7827128933841,
      -708,
      -745.1332191019411,
      -745.1332191019412,
      1e300,
      -1e300,
      Double.MAX_VALUE,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NaN
    };
    double[] y = x.clone();
    Exponential.of(y, 0, y.length);
    for (int i = 0; i < x.length; i++) {
      double expected = Math.exp(x[i]);
      double error = Double.isFinite(expected) ? 2 * Math.ulp(expected) : 0;
      assertEquals(expected, y[i], error, "e^" + x[i]);
    }
  }

  @Test
  void aValueDoesNotDependOnItsNeighbours() {
    double[] x = new Random(3).doubles(1000, -20, 20).toArray();
    double[] together = x.clone();
    Exponential.of(together, 0, x.length);
    double[] apart = x.clone();
    for (int i = 0; i < x.length; i += 3) {
      Exponential.of(apart, i, Math.min(3, x.length - i));
    }
    assertArrayEquals(together, apart);
  }

  @Test
  void onlyTheRangeAskedForIsReplaced() {
    double[] x = {5, 0, 0, 5};
    Exponential.of(x, 1, 2);
    assertArrayEquals(new double[] {5, 1, 1, 5}, x);
  }

  /** e^x = (e^(x/1024))^1024 from the power series. */
  private static BigDecimal series(double x) {
    BigDecimal small = new BigDecimal(x).divide(new BigDecimal(1024), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int n = 1; n <= 40; n++) {
      term = term.multiply(small, DIGITS).divide(new BigDecimal(n), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    return sum.pow(1024, DIGITS);
  }
}
