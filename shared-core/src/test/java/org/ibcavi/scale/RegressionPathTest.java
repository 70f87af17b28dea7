// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.junit.jupiter.api.Test;

class RegressionPathTest {
  private static final int[] REGRESSIONS = {2, 5};

  private final RegressionPath path = new RegressionPath();

  @Test
  void withoutPointsTheOtherVectorsAreTaken() {
    RegressionMeans other = square(7);
    assertSame(other, path.at(1, other));
  }

  @Test
  void onePointServesEverywhere() {
    path.add(3, square(3));
    assertArrayEquals(square(3).mean(1), path.at(-4, null).mean(1));
  }

  @Test
  void betweenThreePointsAParabolaIsExact() {
    for (double x : new double[] {-1, 2, 0.5}) {
      path.add(x, square(x));
    }
    RegressionMeans guess = path.at(1.2, null);
    assertArrayEquals(REGRESSIONS, guess.regressions());
    for (int i = 0; i < REGRESSIONS.length; i++) {
      assertArrayEquals(square(1.2).mean(i), guess.mean(i), 1e-14);
    }
  }

  @Test
  void beyondThePointsALineGoesThroughTheNearestTwo() {
    for (double x : new double[] {-1, 0, 1}) {
      path.add(x, square(x));
    }
    // x² at 0 and 1, so at 2 the line has 2.
    assertEquals(2, path.at(2, null).mean(0)[0], 1e-14);
  }

  @Test
  void aPointIsReplacedByALaterOneAtTheSamePlace() {
    path.add(1, square(5));
    path.add(1, square(1));
    path.add(2, square(2));
    assertEquals(1, path.at(1, null).mean(0)[0], 1e-14);
  }

  @Test
  void largeVectorsAreKeptForOneVarianceOnly() {
    int size = 1 << 20;
    path.add(0, new RegressionModes(new int[] {0}, new double[1][size], new double[1]));
    double[] ones = new double[size];
    ones[0] = 1;
    path.add(1, new RegressionModes(new int[] {0}, new double[][] {ones}, new double[1]));
    assertEquals(1, path.at(0, null).mean(0)[0]);
  }

  @Test
  void aPathThatKeepsAllKeepsLargeVectorsOfThreeVariances() {
    RegressionPath large = RegressionPath.keepingAll();
    for (double x : new double[] {-1, 0, 2, 1}) {
      double[] vector = new double[1 << 20];
      vector[0] = x * x;
      large.add(x, new RegressionModes(new int[] {0}, new double[][] {vector}, new double[1]));
    }
    // Of 0, 1 and 2; −1 was the farthest from the last.
    assertEquals(2.25, large.at(1.5, null).mean(0)[0], 1e-14);
    assertFalse(large.surrounds(-0.5));
  }

  @Test
  void onlyVariancesBetweenThoseTriedAreSurrounded() {
    assertFalse(path.surrounds(0));
    path.add(0, square(0));
    assertTrue(path.surrounds(0));
    path.add(2, square(2));
    assertTrue(path.surrounds(1.5));
    assertFalse(path.surrounds(2.5));
  }

  private static RegressionModes square(double x) {
    return new RegressionModes(
        REGRESSIONS, new double[][] {{x * x, 1}, {x, x * x - x}}, new double[2]);
  }
}
