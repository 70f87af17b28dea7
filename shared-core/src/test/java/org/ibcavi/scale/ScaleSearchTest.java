// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
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

  @ParameterizedTest
  @ValueSource(doubles = {-9, -3.3, -0.4, 0, 0.1, 2.5, 8.8})
  void findsTheSameTopWhenItLooksDownFirst(double top) {
    ScaleSearch search = new ScaleSearch(x -> (x - top) - Math.exp(x - top), -14, 14, 1e-5, false);
    assertEquals(top, search.maximise(0, -1.4), 1e-4);
    assertTrue(search.evaluations() < 30, search.evaluations() + " evaluations");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1.7, -0.3, 0.3, 1.7})
  void looksFirstToTheSideOfTheGuess(double top) {
    List<Double> looked = new ArrayList<>();
    DoubleUnaryOperator hill =
        variance -> {
          looked.add(Math.log(variance) / ScaleSearch.STEP);
          return -Math.pow(Math.log(variance) / ScaleSearch.STEP - top, 2);
        };
    double guess = Math.exp(0.4 * Math.signum(top) * ScaleSearch.STEP);
    double found = ScaleSearch.bestVariance(hill, guess, ScaleSearch.strideTowards(guess), 1);
    assertEquals(top, Math.log(found) / ScaleSearch.STEP, 1e-9);
    assertEquals(0, looked.get(0), 1e-9);
    assertEquals(Math.signum(top), looked.get(1), 1e-9);
    assertTrue(looked.size() <= 4, looked.toString());
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
    assertEquals(3, new ScaleSearch(x -> x, -2, 3, 1e-3, false).maximise(3, -1));
    assertEquals(3, new ScaleSearch(x -> x, -2, 3, 1e-3, false).maximise(3, 1));
  }

  @Test
  void aFlatFunctionEnds() {
    double best = new ScaleSearch(x -> 0, -2, 3, 1e-3, false).maximise(0, 1);
    assertTrue(best >= -2 && best <= 3);
  }
}
