// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Counts and limits, by hand. */
class CostTest {
  /** Of dense rows: columns with an intercept, and a regression for each category. */
  private static Cost cost(int rows, int size, int categories) {
    return cost(rows, size, categories, (long) rows * (size - 1));
  }

  private static Cost cost(int rows, int size, int categories, long nonzeros) {
    double[] weights = new double[categories];
    Arrays.fill(weights, 1);
    return new Cost(new Shape(rows, size - 1, true, nonzeros, weights, category -> 0));
  }

  /** 60 passes over 50 rows and 3 categories, each 4 operations a stored value and 100 beside. */
  @Test
  void aMemberTakesSixtyPasses() {
    assertEquals(60.0 * 50 * 3 * (4 * 11 + 100), cost(50, 11, 3).member());
    assertEquals(60.0 * 50 * 3 * (4 * 5 + 100), cost(50, 11, 3, 200).member());
  }

  /**
   * 60 passes with 16 draws, and unless covariances are diagonal a round of variances and factors
   * after each 10 of them.
   */
  @Test
  void aVariationalPosteriorTakesRoundsOfFactors() {
    double passes = 60.0 * 50 * 3 * (4 * 11 + 16 * 100);
    assertEquals(passes, cost(50, 11, 3).variational(16, 10, true));
    double rounds = 6 * (50 * 3 * 121 / 2.0 + 3 * 1331);
    assertEquals(passes + rounds, cost(50, 11, 3).variational(16, 10, false), 1e-6);
  }

  /** ½·rows·3·100² are 1e10 at 666 666 rows: beyond it variances are not found row by row. */
  @Test
  void manyRowsHaveNoExactVariances() {
    for (int rows : new int[] {666_666, 666_667}) {
      Cost cost = cost(rows, 100, 3);
      double more = cost.variational(2, 10, false) - cost.variational(2, 10, true);
      double products = rows == 666_666 ? 0.5 * rows * 3 * 1e4 : 0;
      assertEquals(6 * (products + 3e6), more, 1e-3);
    }
  }

  @Test
  void curvaturesAndTheirFactors() {
    assertEquals(3 * 20 * 121.0, cost(50, 11, 3).curvatures(20));
    assertEquals(3 * 20 * 121 + 1331.0, cost(50, 11, 3).factors(20), 1e-9);
    assertEquals(3 * 66.0, cost(50, 11, 3).factorValues());
  }

  /** 2²⁴ values: 2 factors of 4095·4096/2 are 16 773 120, of 4096·4097/2 more. */
  @Test
  void factorsThatAreHeldHaveALimit() {
    assertTrue(cost(9, 4095, 1).affordsFactors(2));
    assertFalse(cost(9, 4096, 1).affordsFactors(2));
    assertTrue(cost(9, 4096, 1).affordsFactors(1));
    assertTrue(cost(9, 2048, 4).affordsOwnMatrices());
    assertFalse(cost(9, 2048, 5).affordsOwnMatrices());
    assertTrue(cost(9, 4096, 1).affordsSharedMatrix());
    assertFalse(cost(9, 4097, 1).affordsSharedMatrix());
  }

  /** A solve costs 2P², a pass 4·nonzeros; nobody notices a factor of 793³ < 5e8 operations. */
  @Test
  void aSharedMatrixPaysWhereItsSolvesAreCheap() {
    assertTrue(cost(9, 793, 1, 1).sharedMatrixPays());
    assertFalse(cost(9, 794, 1, 1).sharedMatrixPays());
    assertTrue(cost(9, 800, 1, 40_000).sharedMatrixPays());
    assertFalse(cost(9, 800, 1, 39_999).sharedMatrixPays());
    assertFalse(cost(9, 4097, 1, 1L << 40).sharedMatrixPays());
  }

  @Test
  void evidenceMisleadsWhereCoefficientsOutnumberRowsOrFactors() {
    assertFalse(cost(20, 20, 2).misleadsEvidence());
    assertTrue(cost(20, 21, 2).misleadsEvidence());
    assertFalse(cost(1_000_000, 2154, 2).misleadsEvidence());
    assertTrue(cost(1_000_000, 2155, 2).misleadsEvidence());
    assertTrue(cost(9, 2154, 2).factorsDeterminants());
    assertFalse(cost(9, 2155, 2).factorsDeterminants());
    assertTrue(Cost.averagingMatters(299, 10));
    assertFalse(Cost.averagingMatters(300, 10));
  }

  /** All rows where that is quick; else 10 rows a coefficient, 5 for what only preconditions. */
  @Test
  void rowsAreSampledWhereAllWouldTakeLong() {
    assertEquals(50, cost(50, 11, 3).searchRows());
    assertEquals(50, cost(50, 11, 3).metricRows());
    // 5e8 operations of 3·100² each are 16 666.
    assertEquals(16_666, cost(1_000_000, 100, 3).searchRows());
    assertEquals(16_666, cost(1_000_000, 100, 3).metricRows());
    assertEquals(33_333, cost(1_000_000, 100, 3).curvatureRows(1e9));
    assertEquals(20_000, cost(1_000_000, 2000, 100).searchRows());
    assertEquals(10_000, cost(1_000_000, 2000, 100).metricRows());
  }
}
