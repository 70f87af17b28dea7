// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Problem;

/** Passes over the rows for a single unit, where it needs matrices of its own. */
public final class CategoryPass {
  /** A number for a row, from its weight, whether it is of the unit's category, and its place. */
  @FunctionalInterface
  public interface RowFunction {
    double of(double weight, boolean own, int row);
  }

  private final Problem problem;
  private final int unit;
  private final SegmentSums sums;

  public CategoryPass(Problem problem, int unit, SegmentSums sums) {
    this.problem = problem;
    this.unit = unit;
    this.sums = sums;
  }

  public int unit() {
    return unit;
  }

  private double value(RowFunction function, int row) {
    return function.of(problem.rowWeight(row), problem.unitOfRow(row) == unit, row);
  }

  /** Σᵢ f(i). */
  public double sum(RowFunction function) {
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

  /** Xβ for all rows. */
  public double[] predictors(Regressors regressors, double[] coefficients) {
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
  public double[] variances(Cholesky precision) {
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
  public double[] transposedProduct(RowFunction function) {
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

  /** Λ₀ + Σᵢ f(i)·xᵢxᵢᵀ, the upper triangle. */
  public double[] precision(GaussianPrior prior, RowFunction function) {
    Regressors regressors = problem.regressors();
    double[] upper =
        sums.over(
                () -> {
                  double[] factors = new double[DesignMatrix.CHUNK_ROWS];
                  return (chunk, total) -> {
                    fill(function, chunk, factors);
                    regressors.addUpperGram(chunk, factors, total[0]);
                  };
                },
                problem.size() * problem.size())[0];
    prior.addPrecision(upper);
    return upper;
  }

  private void fill(RowFunction function, int chunk, double[] out) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    for (int i = 0; i < features.chunkSize(chunk); i++) {
      out[i] = value(function, start + i);
    }
  }

  /** The factor of a precision that is positive definite unless the values overflow. */
  public static Cholesky factor(double[] upper, int size) {
    return Cholesky.ofUpper(upper, size)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the posterior precision is not positive definite in double precision; "
                        + "rescale the features or let them be standardized"));
  }
}
