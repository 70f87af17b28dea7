// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import java.util.stream.IntStream;
import org.ibcavi.RandomData;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Weighted Gram matrices from products of pairs against their sums row by row. */
class RowPairsTest {
  private static final int ROWS = 2 * DesignMatrix.CHUNK_ROWS + 7;
  private static final int COLUMNS = 5;
  private static final int WIDTH = 3;

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void matricesAreWeightedSumsOfRows(boolean sparse, boolean intercept) {
    RandomData data = RandomData.of(3, ROWS, COLUMNS, 2, 1);
    DesignMatrix features = (sparse ? data.sparse() : data.dense()).features();
    Regressors regressors = new Regressors(features, intercept);
    double[][] weights = weights();
    RowPairs pairs = new RowPairs(regressors);
    double[] sums = new double[pairs.count() * WIDTH];
    LocalCurvatures.RowSums adder = pairs.sums();
    IntStream.range(0, weights.length).forEach(c -> adder.add(c, weights[c], WIDTH, sums));

    for (int which = 0; which < WIDTH; which++) {
      double[] upper = pairs.upper(sums, WIDTH, which);
      for (int p = 0; p < regressors.size(); p++) {
        for (int q = p; q < regressors.size(); q++) {
          double expected = sum(regressors, weights, which, p, q);
          assertEquals(expected, upper[p * regressors.size() + q], 1e-10);
        }
      }
    }
  }

  private static double[][] weights() {
    Random random = new Random(5);
    int chunks = (ROWS + DesignMatrix.CHUNK_ROWS - 1) / DesignMatrix.CHUNK_ROWS;
    return IntStream.range(0, chunks)
        .mapToObj(c -> random.doubles(DesignMatrix.CHUNK_ROWS * WIDTH).toArray())
        .toArray(double[][]::new);
  }

  private static double sum(Regressors regressors, double[][] weights, int which, int p, int q) {
    double[] row = new double[regressors.size()];
    double sum = 0;
    for (int i = 0; i < regressors.features().rows(); i++) {
      regressors.copyRow(i, row);
      int place = i % DesignMatrix.CHUNK_ROWS;
      sum += weights[i / DesignMatrix.CHUNK_ROWS][place * WIDTH + which] * row[p] * row[q];
    }
    return sum;
  }
}
