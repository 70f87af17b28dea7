// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.function.Supplier;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.Sampling;

/** Curvatures of rows in memory. */
public final class LocalCurvatures implements Curvatures {
  /** Regressions, at the most, whose linear predictors are found together: few columns are slow. */
  public static final int GROUP = 8;

  private final Problem problem;
  private final RowCurvature curvature;
  private final Workers workers;
  private final Cancellation cancellation;

  /**
   * Prepares sums.
   *
   * @param problem whose rows
   * @param curvature of the rows
   * @param workers who sums
   * @param cancellation asked before every chunk
   */
  public LocalCurvatures(
      Problem problem, RowCurvature curvature, Workers workers, Cancellation cancellation) {
    this.problem = problem;
    this.curvature = curvature;
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /** Receives the weighted curvatures of a regression's rows. */
  @FunctionalInterface
  private interface WeightsTask {
    void take(int i, double[] weights, Workers own);
  }

  @Override
  public void forEachMatrix(RegressionMeans fits, int rows, long seed, MatrixTask task) {
    if (rows >= problem.rows() && problem.size() <= RowPairs.MOST_SIZE) {
      forEachMatrixOfPairs(fits, task);
      return;
    }
    forEachWeights(
        fits,
        (i, weights, own) -> {
          new Thinning(seed + fits.regressions()[i]).apply(weights, rows);
          task.take(i, matrix(fits.regressions()[i], weights, own));
        });
  }

  /** The same from all rows: all regressions of a block in one product. */
  private void forEachMatrixOfPairs(RegressionMeans fits, MatrixTask task) {
    Coefficients means = fits.means();
    RowPairs pairs = new RowPairs(problem.regressors());
    for (int b = 0; b < means.blocks(); b++) {
      int block = b;
      int width = means.blockWidth(block);
      double[] found =
          weightedSums(
              means, block, fits.regressions(), sums(problem, workers), pairs::sums, pairs.count());
      workers.run(
          width,
          cancellation,
          j -> task.take(means.blockStart(block) + j, pairs.upper(found, width, j)));
    }
  }

  /**
   * Σcxxᵀ of regressions where these rows are some of all: each regression's are thinned by a
   * threshold that all rows have in common.
   *
   * @param fits coefficients of the regressions
   * @param thresholds one for each regression; 0 keeps every row
   * @param first the number of the first of these rows among all
   * @param seed of the choice
   * @param task receives the matrices
   */
  public void forEachMatrix(
      RegressionMeans fits, double[] thresholds, long first, long seed, MatrixTask task) {
    forEachWeights(
        fits,
        (i, weights, own) -> {
          new Thinning(seed + fits.regressions()[i]).apply(weights, thresholds[i], first);
          task.take(i, matrix(fits.regressions()[i], weights, own));
        });
  }

  /**
   * What these rows say about thresholds of their weighted curvatures.
   *
   * @param fits coefficients of the regressions
   * @param thresholds one for each regression
   * @return for each regression
   */
  public Thinning.Below[] below(RegressionMeans fits, double[] thresholds) {
    Thinning.Below[] found = new Thinning.Below[thresholds.length];
    forEachWeights(fits, (i, weights, own) -> found[i] = Thinning.Below.of(weights, thresholds[i]));
    return found;
  }

  private void forEachWeights(RegressionMeans fits, WeightsTask task) {
    int count = fits.regressions().length;
    int groups = (count + GROUP - 1) / GROUP;
    workers.spread(
        groups,
        cancellation,
        (inner, group) -> {
          int from = Sampling.bound(group, count, groups);
          int to = Sampling.bound(group + 1, count, groups);
          double[][] weights = curvatures(fits, from, to, inner);
          inner.spread(
              weights.length, cancellation, (own, j) -> task.take(from + j, weights[j], own));
        });
  }

  /** From the rows that have weight, put together so that the product kernels are not starved. */
  private double[] matrix(int regression, double[] weights, Workers some) {
    int[] kept = withWeight(weights);
    boolean most = 2 * kept.length > weights.length || kept.length == 0;
    Problem rows = most ? problem : problem.onRows(kept);
    return new CategoryPass(rows, regression, sums(rows, some))
        .gram((weight, own, row) -> weights[most ? row : kept[row]]);
  }

  private static int[] withWeight(double[] weights) {
    int[] rows = new int[weights.length];
    int count = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        rows[count++] = i;
      }
    }
    return Arrays.copyOf(rows, count);
  }

  private SegmentSums sums(Problem rows, Workers some) {
    return new SegmentSums(rows, some, cancellation);
  }

  /** ωᵢcᵢ of all rows for each of the regressions from one to another. */
  private double[][] curvatures(RegressionMeans fits, int from, int to, Workers some) {
    int width = to - from;
    Coefficients means = new Coefficients(problem.size(), width);
    for (int j = 0; j < width; j++) {
      means.set(j, fits.mean(from + j));
    }
    DesignMatrix features = problem.regressors().features();
    double[][] result = new double[width][problem.rows()];
    sums(problem, some)
        .forEachChunk(
            () -> {
              double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
              return (chunk, none) -> {
                problem.regressors().product(chunk, means.block(0), width, eta);
                problem.addOffsets(chunk, fits.regressions(), from, width, eta);
                curvature.of(chunk, fits.regressions(), from, width, eta);
                int start = features.chunkStart(chunk);
                for (int i = 0, at = 0; i < features.chunkSize(chunk); i++) {
                  for (int j = 0; j < width; j++, at++) {
                    result[j][start + i] = eta[at];
                  }
                }
              };
            });
    return result;
  }

  @Override
  public void forEachProduct(RegressionMeans fits, ProductTask task) {
    workers.spread(
        fits.regressions().length,
        cancellation,
        (inner, i) -> {
          SegmentSums sums = sums(problem, inner);
          double[] weights = curvatures(fits, i, i + 1, inner)[0];
          task.take(i, (block, width) -> product(weights, block, width, sums));
        });
  }

  private double[] product(double[] weights, double[] block, int width, SegmentSums sums) {
    Regressors regressors = problem.regressors();
    return sums.over(
            () -> {
              double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
              return (chunk, total) -> {
                regressors.product(chunk, block, width, eta);
                weigh(chunk, weights, width, eta);
                regressors.addTransposedProduct(chunk, eta, width, total[0]);
              };
            },
            block.length)[0];
  }

  private void weigh(int chunk, double[] weights, int width, double[] eta) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    for (int i = 0, at = 0; i < features.chunkSize(chunk); i++) {
      for (int j = 0; j < width; j++, at++) {
        eta[at] *= weights[start + i];
      }
    }
  }

  @Override
  public Coefficients squareSums(RegressionMeans fits) {
    Coefficients means = fits.means();
    Coefficients result = new Coefficients(means.size(), means.vectors());
    Regressors squares = problem.regressors().squared();
    workers.spread(
        means.blocks(),
        cancellation,
        (inner, block) -> {
          double[] found =
              weightedSums(
                  means,
                  block,
                  fits.regressions(),
                  sums(problem, inner),
                  () -> squares::addTransposedProduct,
                  means.size());
          System.arraycopy(found, 0, result.block(block), 0, found.length);
        });
    return result;
  }

  /** Adds Fᵀ·R for some functions F of a chunk's rows. */
  @FunctionalInterface
  interface RowSums {
    void add(int chunk, double[] r, int width, double[] out);
  }

  /** Σ ωcf of some functions f of each row, for the regressions of a block. */
  private double[] weightedSums(
      Coefficients means,
      int block,
      int[] regressions,
      SegmentSums sums,
      Supplier<RowSums> functions,
      int count) {
    int width = means.blockWidth(block);
    return sums.over(
            () -> {
              double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
              RowSums function = functions.get();
              return (chunk, total) -> {
                problem.regressors().product(chunk, means.block(block), width, eta);
                problem.addOffsets(chunk, regressions, means.blockStart(block), width, eta);
                curvature.of(chunk, regressions, means.blockStart(block), width, eta);
                function.add(chunk, eta, width, total[0]);
              };
            },
            count * width)[0];
  }
}
