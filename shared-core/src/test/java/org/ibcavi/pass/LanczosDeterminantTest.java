// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.ibcavi.RandomData;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.prior.Prior;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against determinants by EJML. */
class LanczosDeterminantTest {
  private static final int SIZE = 201;

  private final RandomData data = RandomData.of(3, 300, SIZE - 1, 3, 0.05);
  private final double[] weights = new SplittableRandom(2).doubles(data.count(), 0, 0.5).toArray();

  private double[][] matrix(double variance) {
    double[][] matrix = new double[SIZE][SIZE];
    for (int p = 0; p < SIZE; p++) {
      matrix[p][p] = p < SIZE - 1 ? 1 / variance : 1 / 25.0;
    }
    for (int i = 0; i < data.count(); i++) {
      double[] row = Arrays.copyOf(data.row(i), SIZE);
      row[SIZE - 1] = 1;
      for (int p = 0; p < SIZE; p++) {
        for (int q = 0; q < SIZE; q++) {
          matrix[p][q] += weights[i] * row[p] * row[q];
        }
      }
    }
    return matrix;
  }

  private static double logDeterminant(double[][] matrix) {
    CholeskyDecompositionInner_DDRM factor = new CholeskyDecompositionInner_DDRM(true);
    assertTrue(factor.decompose(new DMatrixRMaj(matrix)));
    DMatrixRMaj triangle = factor.getT(null);
    double sum = 0;
    for (int p = 0; p < triangle.numRows; p++) {
      sum += 2 * Math.log(triangle.get(p, p));
    }
    return sum;
  }

  /** XᵀCX times vectors side by side, row by row. */
  private double[] product(double[] block, int width) {
    double[] result = new double[block.length];
    for (int i = 0; i < data.count(); i++) {
      double[] row = Arrays.copyOf(data.row(i), SIZE);
      row[SIZE - 1] = 1;
      for (int j = 0; j < width; j++) {
        double eta = 0;
        for (int p = 0; p < SIZE; p++) {
          eta += row[p] * block[p * width + j];
        }
        for (int p = 0; p < SIZE; p++) {
          result[p * width + j] += weights[i] * eta * row[p];
        }
      }
    }
    return result;
  }

  private double estimate(double variance, double[] diagonal, int probes, long seed) {
    GaussianPrior prior = Prior.isotropic(variance).over(SIZE - 1, true);
    return new LanczosDeterminant(prior, this::product, diagonal, probes)
        .estimate(new SplittableRandom(seed));
  }

  /**
   * The mean of many probes against the determinant, and four against their own scatter; what is
   * estimated is the distance to the determinant of the diagonal.
   */
  @ParameterizedTest
  @CsvSource({"0.01", "0.3", "10"})
  void estimatesTheDeterminant(double variance) {
    double[][] matrix = matrix(variance);
    double[] diagonal = new double[SIZE];
    Arrays.setAll(diagonal, p -> matrix[p][p]);
    double exact = logDeterminant(matrix);
    double gap = Arrays.stream(diagonal).map(Math::log).sum() - exact;
    int runs = 50;
    double sum = 0;
    double squares = 0;
    for (int seed = 0; seed < runs; seed++) {
      double error = estimate(variance, diagonal, 4, seed) - exact;
      sum += error;
      squares += error * error;
    }
    double mean = sum / runs;
    double deviation = Math.sqrt(squares / runs - mean * mean);
    assertTrue(deviation < 0.15 * gap, "deviation " + deviation + " of " + gap);
    assertEquals(0, mean, 4 * deviation / Math.sqrt(runs) + 0.01 * gap);
  }

  @ParameterizedTest
  @CsvSource({"1", "7"})
  void theSameSeedGivesTheSameBits(int seed) {
    double[] diagonal = new double[SIZE];
    Arrays.fill(diagonal, 20);
    assertEquals(estimate(1, diagonal, 4, seed), estimate(1, diagonal, 4, seed));
  }
}
