// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.problem.Problem;

/** Passes over the rows for a single regression, where it needs matrices of its own. */
final class CategoryPass {
  /**
   * A number for a row, from its weight, whether it is of the regression's category, and its place.
   */
  @FunctionalInterface
  interface RowFunction {
    double of(double weight, boolean own, int row);
  }

  private final Problem problem;
  private final int regression;
  private final SegmentSums sums;

  CategoryPass(Problem problem, int regression, SegmentSums sums) {
    this.problem = problem;
    this.regression = regression;
    this.sums = sums;
  }

  /** What is known beforehand of a row's linear predictor. */
  double offset(int row) {
    return problem.offset(row, regression);
  }

  private double value(RowFunction function, int row) {
    return function.of(problem.rowWeight(row), problem.regressionOfRow(row) == regression, row);
  }

  /** Σᵢ f(i). */
  double sum(RowFunction function) {
    DesignMatrix features = problem.regressors().features();
    return sums.over(
            () ->
                (chunk, total) -> {
                  int start = features.chunkStart(chunk);
                  for (int row = start; row < start + features.chunkSize(chunk); row++) {
                    total[0][0] += value(function, row);
                  }
                },
            1)[0][0];
  }

  /** Xβ for all rows, and their offsets. */
  double[] linearPredictors(double[] coefficients) {
    double[] result = predictors(coefficients);
    if (problem.hasOffsets()) {
      Arrays.setAll(result, row -> result[row] + offset(row));
    }
    return result;
  }

  /** Xβ for all rows. */
  double[] predictors(double[] coefficients) {
    return predictors(problem.regressors(), coefficients);
  }

  /** Xβ for all rows, or X²β if squared regressors are given. */
  double[] predictors(Regressors regressors, double[] coefficients) {
    double[] result = new double[problem.rows()];
    sums.forEachChunk(
        () -> {
          double[] eta = new double[DesignMatrix.CHUNK_ROWS];
          return (chunk, none) -> {
            regressors.product(chunk, coefficients, 1, eta);
            DesignMatrix features = regressors.features();
            System.arraycopy(eta, 0, result, features.chunkStart(chunk), features.chunkSize(chunk));
          };
        });
    return result;
  }

  /** xᵢᵀΣxᵢ for all rows, a chunk of them as right-hand sides of one solve. */
  double[] variances(Cholesky precision) {
    double[] result = new double[problem.rows()];
    Regressors regressors = problem.regressors();
    sums.forEachChunk(
        () ->
            (chunk, none) ->
                precision.inverseForms(
                    regressors.columns(chunk),
                    regressors.features().chunkSize(chunk),
                    result,
                    regressors.features().chunkStart(chunk),
                    1));
    return result;
  }

  /** Σᵢ f(i)·xᵢ. */
  double[] transposedProduct(RowFunction function) {
    Regressors regressors = problem.regressors();
    return sums.over(
            () -> {
              double[] factors = new double[DesignMatrix.CHUNK_ROWS];
              return (chunk, total) -> {
                fill(function, chunk, factors);
                regressors.addTransposedProduct(chunk, factors, 1, total[0]);
              };
            },
            problem.size())[0];
  }

  /** Σᵢ f(i)·xᵢxᵢᵀ, the upper triangle. */
  double[] gram(RowFunction function) {
    Regressors regressors = problem.regressors();
    return sums.over(
            () -> {
              double[] factors = new double[DesignMatrix.CHUNK_ROWS];
              return (chunk, total) -> {
                fill(function, chunk, factors);
                regressors.addUpperGram(chunk, factors, total[0]);
              };
            },
            problem.size() * problem.size())[0];
  }

  private void fill(RowFunction function, int chunk, double[] out) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    for (int i = 0; i < features.chunkSize(chunk); i++) {
      out[i] = value(function, start + i);
    }
  }
}
