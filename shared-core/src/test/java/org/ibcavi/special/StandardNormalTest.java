// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quantiles; the other functions have rows of their own in {@link SpecialFunctionsTest}. */
class StandardNormalTest {
  /** Expected values: mpmath, {@code findroot} of the cdf at 400 digits. */
  @ParameterizedTest
  @CsvSource({
    "1e-300, -37.047096299361199237",
    "1e-20, -9.2623400897984075796",
    "1e-05, -4.2648907939228246102",
    "0.025, -1.9599639845400542118",
    "0.3, -0.52440051270804081597",
    "0.8, 0.8416212335729143638",
    "0.975, 1.9599639845400538556",
    "0.999999, 4.7534243088170877657",
  })
  void quantileAgreesWithMpmath(double p, double expected) {
    assertEquals(expected, StandardNormal.quantile(p), 1e-13 * Math.abs(expected));
  }

  @Test
  void quantileOfOneHalfIsZero() {
    assertEquals(0, StandardNormal.quantile(0.5), 0);
  }

  @Test
  void quantilesOfTheEndsAreInfinite() {
    assertEquals(Double.NEGATIVE_INFINITY, StandardNormal.quantile(0));
    assertEquals(Double.POSITIVE_INFINITY, StandardNormal.quantile(1));
    assertTrue(Double.isNaN(StandardNormal.quantile(1.1)));
  }
}
