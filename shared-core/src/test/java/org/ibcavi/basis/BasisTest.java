// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.ibcavi.design.DesignMatrix;
import org.junit.jupiter.api.Test;

/** What the bases make of rows, against their definitions. */
class BasisTest {
  private static final int FEATURES = 4;

  private static double[][] rows(int count, long seed) {
    Random random = new Random(seed);
    double[][] rows = new double[count][FEATURES];
    for (double[] row : rows) {
      Arrays.setAll(row, m -> random.nextGaussian());
      row[1] = random.nextInt(2); // Binary.
      row[2] = Math.rint(2 * row[2]) + 0.0; // Ties, and no negative zero.
    }
    return rows;
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static Steps steps(double[][] rows, double[] weights, int perFeature) {
    return assertInstanceOf(
        Steps.class, new Thresholds(perFeature).fit(DesignMatrix.of(rows), weights, 1));
  }

  private static double[] column(double... values) {
    double[][] rows =
        Arrays.stream(values).mapToObj(v -> new double[] {v}).toArray(double[][]::new);
    return steps(rows, ones(rows.length), 3).cuts(0);
  }

  private static double[][] values(DesignMatrix matrix) {
    double[][] values = new double[matrix.rows()][matrix.columns()];
    for (int i = 0; i < values.length; i++) {
      matrix.copyRow(i, values[i]);
    }
    return values;
  }

  @Test
  void stepsAreOneOnTheFarSideOfTheirCuts() {
    double[][] rows = rows(150, 1);
    Steps basis = steps(rows, ones(150), 9);
    double[][] mapped = values(basis.apply(DesignMatrix.of(rows)));
    for (int i = 0; i < rows.length; i++) {
      assertArrayEquals(rows[i], Arrays.copyOf(mapped[i], FEATURES));
      int at = FEATURES;
      for (int m = 0; m < FEATURES; m++) {
        for (double cut : basis.cuts(m)) {
          double far = cut < 0 ? (rows[i][m] <= cut ? 1 : 0) : (rows[i][m] > cut ? 1 : 0);
          assertEquals(far, mapped[i][at++]);
        }
      }
      assertEquals(at, mapped[i].length);
    }
  }

  @Test
  void cutsStandBetweenTheQuartersOfARow() {
    assertArrayEquals(new double[] {2.5, 4.5, 6.5}, column(8, 1, 7, 2, 6, 3, 5, 4));
  }

  @Test
  void fewValuesHaveACutBetweenEachTwo() {
    assertArrayEquals(new double[] {1.5, 6}, column(1, 2, 10, 2, 1, 1, 1, 10));
  }

  @Test
  void valuesThatAreTiedAcrossSeveralQuantilesHaveOneCut() {
    assertArrayEquals(new double[] {0.5, 2.5}, column(0, 0, 0, 0, 0, 0, 1, 2, 3, 4));
  }

  @Test
  void noCutIsAboveAllValues() {
    assertArrayEquals(new double[] {2.5}, column(1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 0));
  }

  @Test
  void constantAndBinaryFeaturesAddNothing() {
    double[][] rows = {{0, 7}, {1, 7}, {1, 7}, {0, 7}};
    FittedBasis basis = new Thresholds(9).fit(DesignMatrix.of(rows), ones(4), 1);
    assertTrue(basis.isLinear());
    assertEquals(2, basis.columns());
  }

  @Test
  void aWeightOfTwoIsTheRowTwice() {
    double[][] rows = rows(60, 2);
    double[] weights = ones(60);
    Arrays.fill(weights, 0, 20, 2);
    double[][] copied = Arrays.copyOf(rows, 80);
    System.arraycopy(rows, 0, copied, 60, 20);
    Steps weighted = steps(rows, weights, 9);
    Steps repeated = steps(copied, ones(80), 9);
    for (int m = 0; m < FEATURES; m++) {
      assertArrayEquals(repeated.cuts(m), weighted.cuts(m));
    }
  }

  @Test
  void sparseRowsStaySparseAndMeanTheSame() {
    double[][] rows = rows(200, 3);
    DesignMatrix.Builder builder = DesignMatrix.sparse(FEATURES);
    for (double[] row : rows) {
      row[0] = row[0] > 0.5 ? row[0] : 0;
      int[] at = java.util.stream.IntStream.range(0, FEATURES).filter(m -> row[m] != 0).toArray();
      builder.add(at, Arrays.stream(at).mapToDouble(m -> row[m]).toArray());
    }
    DesignMatrix sparse = builder.build();
    for (Basis basis : new Basis[] {new Thresholds(9), new Smooth(1, 20)}) {
      FittedBasis fitted = basis.fit(sparse, ones(200), 1);
      double[][] ofDense = values(fitted.apply(DesignMatrix.of(rows)));
      double[][] ofSparse = values(fitted.apply(sparse));
      for (int i = 0; i < rows.length; i++) {
        assertArrayEquals(ofDense[i], ofSparse[i]);
      }
    }
    FittedBasis steps = new Thresholds(9).fit(sparse, ones(200), 1);
    assertInstanceOf(DesignMatrix.class, steps.apply(sparse));
  }

  /** Of dense rows and of sparse ones of few values, before the map is fitted and after. */
  @Test
  void noMoreIsStoredOfARowThanIsCounted() {
    double[][] dense = rows(200, 11);
    DesignMatrix.Builder builder = DesignMatrix.sparse(FEATURES);
    for (double[] row : dense) {
      builder.add(new int[] {0, 2}, new double[] {row[0], row[2]});
    }
    for (DesignMatrix rows : List.of(DesignMatrix.of(dense), builder.build())) {
      double stored = (double) rows.nonzeros() / rows.rows();
      for (Basis basis : List.of(new Thresholds(9), new Smooth(1, 20), new Trees(5, 8))) {
        FittedBasis fitted = basis.fit(rows, ones(200), 1);
        double actual = (double) fitted.apply(rows).nonzeros() / rows.rows();
        assertTrue(actual <= fitted.valuesPerRow(stored), basis + " stores " + actual);
        assertTrue(fitted.valuesPerRow(stored) <= basis.valuesPerRow(FEATURES, stored));
        assertTrue(fitted.valuesPerRow(stored) <= fitted.columns());
      }
    }
    FittedBasis trees = new Trees(50, 16).fit(DesignMatrix.of(dense), ones(200), 1);
    assertEquals(FEATURES + 50, trees.valuesPerRow(FEATURES));
    assertEquals(12 * (FEATURES + 50), trees.bytesPerRow(FEATURES));
  }

  private static Waves waves(int pairs, double length, long seed) {
    return assertInstanceOf(
        Waves.class, new Smooth(length, pairs).fit(DesignMatrix.of(rows(5, 4)), ones(5), seed));
  }

  @Test
  void wavesAreCosinesAndSinesOfTheirFrequencies() {
    double[][] rows = rows(300, 5);
    Waves basis = waves(7, 0.5, 1);
    double[][] mapped = values(basis.apply(DesignMatrix.of(rows)));
    double[] frequencies = basis.frequencies();
    for (int i = 0; i < rows.length; i++) {
      assertArrayEquals(rows[i], Arrays.copyOf(mapped[i], FEATURES));
      for (int j = 0; j < 7; j++) {
        double phase = 0;
        for (int m = 0; m < FEATURES; m++) {
          phase += rows[i][m] * frequencies[m * 7 + j];
        }
        assertEquals(basis.amplitude() * Math.cos(phase), mapped[i][FEATURES + 2 * j], 1e-13);
        assertEquals(basis.amplitude() * Math.sin(phase), mapped[i][FEATURES + 2 * j + 1], 1e-13);
      }
    }
  }

  @Test
  void aRowIsMappedAloneAsAmongOthers() {
    double[][] rows = rows(300, 6);
    for (FittedBasis basis : new FittedBasis[] {waves(30, 1, 1), steps(rows, ones(300), 9)}) {
      double[][] all = values(basis.apply(DesignMatrix.of(rows)));
      for (int i = 0; i < rows.length; i += 37) {
        double[] alone = values(basis.apply(DesignMatrix.ofRow(FEATURES, rows[i])))[0];
        assertArrayEquals(all[i], alone);
      }
    }
  }

  @Test
  void rowsFarBeyondAllOthersAreStillMappedToNumbers() {
    double[] far = {1e200, -1e200, 1e200, 0};
    for (double value : values(waves(30, 1, 1).apply(DesignMatrix.ofRow(FEATURES, far)))[0]) {
      assertTrue(Double.isFinite(value));
    }
  }

  /** The root of the mean squared difference from the Gaussian kernel, over pairs of rows. */
  private static double kernelError(int pairs) {
    double[][] rows = rows(30, 7);
    double length = 0.7 * Math.sqrt(FEATURES);
    double sum = 0;
    int count = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Waves basis = waves(pairs, 0.7, seed);
      double total = basis.amplitude() * basis.amplitude() * pairs;
      double[][] mapped = values(basis.apply(DesignMatrix.of(rows)));
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < i; j++) {
          double product = 0;
          double distance = 0;
          for (int p = FEATURES; p < basis.columns(); p++) {
            product += mapped[i][p] * mapped[j][p];
          }
          for (int m = 0; m < FEATURES; m++) {
            distance += (rows[i][m] - rows[j][m]) * (rows[i][m] - rows[j][m]);
          }
          double error = product / total - Math.exp(-distance / (2 * length * length));
          sum += error * error;
          count++;
        }
      }
    }
    return Math.sqrt(sum / count);
  }

  @Test
  void theErrorOfTheKernelFallsWithTheRootOfTheNumberOfWaves() {
    double few = kernelError(40);
    double many = kernelError(640);
    assertTrue(few < 0.15, "error " + few);
    assertEquals(4, few / many, 1);
  }

  @Test
  void wavesAreAsLongAsTheFeaturesTimesTheirShare() {
    double[][] mapped = values(waves(50, 1, 1).apply(DesignMatrix.of(rows(10, 8))));
    for (double[] row : mapped) {
      double squares = 0;
      for (int p = FEATURES; p < row.length; p++) {
        squares += row[p] * row[p];
      }
      assertEquals(4.0 * FEATURES, squares, 1e-12);
    }
  }
}
