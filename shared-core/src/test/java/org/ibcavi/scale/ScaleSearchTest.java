// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The one-dimensional search behind learned scales. */
class ScaleSearchTest {
  @ParameterizedTest
  @ValueSource(doubles = {-9, -3.3, -0.4, 0, 0.1, 2.5, 8.8})
  void findsTheTopOfASkewHill(double top) {
    ScaleSearch search = new ScaleSearch(x -> (x - top) - Math.exp(x - top), -14, 14, 1e-5, false);
    assertEquals(top, search.maximise(0, 1.4), 1e-4);
    assertEquals(-1, search.maximum(), 1e-8);
    assertTrue(search.evaluations() < 30, search.evaluations() + " evaluations");
  }

  @Test
  void aRoughToleranceIsCheap() {
    ScaleSearch search = new ScaleSearch(x -> -(x - 1) * (x - 1), -14, 14, 0.05, false);
    assertEquals(1, search.maximise(0, 1.4), 0.05);
    assertTrue(search.evaluations() <= 4, search.evaluations() + " evaluations");
  }

  @Test
  void climbsToABoundary() {
    assertEquals(3, new ScaleSearch(x -> x, -2, 3, 1e-3, false).maximise(0, 1));
    assertEquals(-2, new ScaleSearch(x -> -x, -2, 3, 1e-3, false).maximise(0, 1));
  }

  @Test
  void aFlatFunctionEnds() {
    double best = new ScaleSearch(x -> 0, -2, 3, 1e-3, false).maximise(0, 1);
    assertTrue(best >= -2 && best <= 3);
  }
}
