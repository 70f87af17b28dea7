// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.junit.jupiter.api.Test;

/** Leaves of random trees, against what they are defined to be. */
class TreesTest {
  private static final int FEATURES = 3;

  private static double[][] rows(int count, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[count][FEATURES];
    for (double[] row : rows) {
      row[0] = random.nextGaussian();
      row[1] = random.nextInt(2);
      row[2] = random.nextInt(4) - 1.5; // Ties.
    }
    return rows;
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static Leaves leaves(double[][] rows, int trees, int leaves, long seed) {
    FittedBasis basis =
        new Trees(trees, leaves).fit(DesignMatrix.of(rows), ones(rows.length), seed);
    return assertInstanceOf(Leaves.class, basis);
  }

  private static double[][] values(DesignMatrix matrix) {
    double[][] values = new double[matrix.rows()][matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      matrix.copyRow(i, values[i]);
    }
    return values;
  }

  /**
   * A leaf is a box: the conditions under which a row comes to the leaf, followed backwards from
   * the split that made the leaf.
   */
  private static boolean isIn(double[] row, List<Split> splits, int leaf) {
    int at = leaf;
    for (int s = splits.size() - 1; s >= 0; s--) {
      Split split = splits.get(s);
      boolean above = row[split.feature()] > split.cut();
      boolean wrong = at == s + 1 ? !above : at == split.leaf() && above;
      if (wrong) {
        return false;
      }
      at = at == s + 1 ? split.leaf() : at;
    }
    return true;
  }

  @Test
  void aRowHasTheIndicatorOfItsBoxInEachTree() {
    Leaves basis = leaves(rows(200, 1), 7, 6, 1);
    double[][] fresh = rows(300, 2);
    double[][] mapped = values(basis.apply(DesignMatrix.of(fresh)));
    for (int i = 0; i < fresh.length; i++) {
      assertArrayEquals(fresh[i], Arrays.copyOf(mapped[i], FEATURES));
      int at = FEATURES;
      for (List<Split> splits : basis.trees()) {
        assertEquals(5, splits.size());
        for (int leaf = 0; leaf <= splits.size(); leaf++) {
          assertEquals(isIn(fresh[i], splits, leaf) ? basis.value() : 0, mapped[i][at++]);
        }
      }
      assertEquals(basis.columns(), at);
    }
  }

  @Test
  void indicatorsAreAsLongAsTheFeaturesTimesTheirShare() {
    double value = leaves(rows(50, 3), 25, 8, 1).value();
    assertEquals(4.0 * FEATURES, 25 * value * value, 1e-12);
  }

  @Test
  void everyLeafHasRowsAndTheHeaviestWasSplitFirst() {
    double[][] rows = rows(200, 4);
    for (List<Split> splits : leaves(rows, 20, 10, 1).trees()) {
      int[] count = new int[splits.size() + 1];
      count[0] = rows.length;
      for (int s = 0; s < splits.size(); s++) {
        List<Split> grown = splits.subList(0, s + 1);
        int split = splits.get(s).leaf();
        assertEquals(Arrays.stream(count).max().orElseThrow(), count[split]);
        for (int leaf : new int[] {split, s + 1}) {
          count[leaf] = (int) Arrays.stream(rows).filter(row -> isIn(row, grown, leaf)).count();
          assertTrue(count[leaf] > 0);
        }
      }
    }
  }

  @Test
  void aTreeEndsWhereAllRowsOfALeafAreAlike() {
    double[][] rows = {{0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}};
    for (List<Split> splits : leaves(rows, 5, 9, 1).trees()) {
      assertEquals(2, splits.size());
      assertTrue(splits.stream().allMatch(split -> split.feature() < 2), "a constant feature");
    }
  }

  @Test
  void oneFeatureOfTwoValuesAddsNothing() {
    double[][] binary = {{0, 7}, {1, 7}, {1, 7}};
    double[][] constant = {{7, 7}, {7, 7}};
    for (double[][] rows : List.of(binary, constant)) {
      FittedBasis basis = new Trees(4, 8).fit(DesignMatrix.of(rows), ones(rows.length), 1);
      assertTrue(basis.isLinear());
      assertEquals(2, basis.columns());
    }
  }

  @Test
  void cutsStandBetweenNeighbouringNumbers() {
    double[][] rows = {{1, 0, 0}, {Math.nextUp(1.0), 0, 0}, {2, 0, 0}};
    for (List<Split> splits : leaves(rows, 20, 3, 1).trees()) {
      assertEquals(2, splits.size());
    }
  }

  @Test
  void aWeightOfTwoIsTheRowTwice() {
    double[][] rows = rows(60, 5);
    double[] weights = ones(60);
    Arrays.fill(weights, 0, 20, 2);
    double[][] copied = Arrays.copyOf(rows, 80);
    System.arraycopy(rows, 0, copied, 60, 20);
    FittedBasis weighted = new Trees(10, 8).fit(DesignMatrix.of(rows), weights, 1);
    Leaves repeated = leaves(copied, 10, 8, 1);
    assertEquals(repeated.trees(), assertInstanceOf(Leaves.class, weighted).trees());
  }

  @Test
  void sparseRowsGiveTheSameTreesAndValues() {
    double[][] rows = rows(150, 6);
    DesignMatrix.Builder builder = DesignMatrix.sparse(FEATURES);
    for (double[] row : rows) {
      builder.add(new int[] {0, 1, 2}, row);
    }
    DesignMatrix sparse = builder.build();
    Leaves basis = leaves(rows, 10, 8, 1);
    FittedBasis same = new Trees(10, 8).fit(sparse, ones(150), 1);
    DesignMatrix mapped = same.apply(sparse);
    assertInstanceOf(DesignMatrix.class, mapped);
    double[][] ofDense = values(basis.apply(DesignMatrix.of(rows)));
    for (int i = 0; i < rows.length; i++) {
      assertArrayEquals(ofDense[i], values(mapped)[i]);
      double[] alone = values(basis.apply(DesignMatrix.ofRow(FEATURES, rows[i])))[0];
      assertArrayEquals(ofDense[i], alone);
    }
  }

  /** The share of trees that hold two rows in one leaf. */
  private static double kernel(Leaves basis, double[] one, double[] other) {
    double[][] mapped = values(basis.apply(DesignMatrix.of(new double[][] {one, other})));
    double product = 0;
    for (int p = FEATURES; p < basis.columns(); p++) {
      product += mapped[0][p] * mapped[1][p];
    }
    return product / (basis.value() * basis.value() * basis.trees().size());
  }

  /**
   * Trees of two leaves of evenly spread values: rows are apart if the feature that was drawn has
   * its cut between them, which has the probability of their mean distance in shares of the range.
   */
  @Test
  void theKernelIsTheShareOfCutsThatDoNotPart() {
    double[][] rows = {{0, 0, 0}, {1, 2, 4}, {0.3, 1, 1}, {0.8, 0.5, 1}};
    double distance = (0.5 + 0.25 + 0) / 3;
    List<List<Split>> firstSplits =
        leaves(rows, 4000, 3, 1).trees().stream().map(splits -> splits.subList(0, 1)).toList();
    Leaves stumps = new Leaves(FEATURES, 1, firstSplits);
    double deviation = Math.sqrt(distance * (1 - distance) / 4000);
    assertEquals(1 - distance, kernel(stumps, rows[2], rows[3]), 4 * deviation);
  }

  private static double[] kernels(Leaves basis, double[][] rows) {
    return IntStream.range(1, rows.length)
        .mapToDouble(i -> kernel(basis, rows[0], rows[i]))
        .toArray();
  }

  /** The root of the mean squared difference of few trees' kernel from that of very many. */
  private static double kernelError(int trees, double[][] rows, double[] ofMany) {
    int seeds = 20;
    double sum = 0;
    for (long seed = 1; seed <= seeds; seed++) {
      double[] ofFew = kernels(leaves(rows, trees, 8, seed), rows);
      for (int i = 0; i < ofMany.length; i++) {
        sum += (ofFew[i] - ofMany[i]) * (ofFew[i] - ofMany[i]);
      }
    }
    return Math.sqrt(sum / (seeds * ofMany.length));
  }

  @Test
  void theErrorOfTheKernelFallsWithTheRootOfTheNumberOfTrees() {
    double[][] rows = rows(20, 7);
    double[] ofMany = kernels(leaves(rows, 5000, 8, 99), rows);
    double few = kernelError(10, rows, ofMany);
    double more = kernelError(160, rows, ofMany);
    assertTrue(few < 0.2, "error " + few);
    assertEquals(4, few / more, 1);
  }
}
