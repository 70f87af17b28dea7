// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.function.Supplier;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;

/**
 * Means and standard deviations, under the posterior, of the linear predictors of training rows: of
 * all of them, or of a sample whose weights stand for all. They are computed a chunk of rows at a
 * time and never held for all rows.
 */
public final class FittedPredictors {
  private final Problem problem;
  private final Coefficients means;
  private final PosteriorCovariance covariance;
  private final Regressors squares;
  private final int[] regressionOfCategory;
  private final int[] categoryOfRegression;

  /**
   * Prepares them.
   *
   * @param problem rows that are looked at
   * @param means of the coefficients
   * @param covariance of the coefficients
   */
  public FittedPredictors(Problem problem, Coefficients means, PosteriorCovariance covariance) {
    this.problem = problem;
    this.means = means;
    this.covariance = covariance;
    this.squares = covariance.diagonal() ? problem.regressors().squared() : null;
    this.regressionOfCategory = problem.competitors();
    this.categoryOfRegression = new int[problem.regressions()];
    for (int k = 0; k < regressionOfCategory.length; k++) {
      categoryOfRegression[regressionOfCategory[k]] = k;
    }
  }

  /**
   * The number of rows.
   *
   * @return at least 1
   */
  public int rows() {
    return problem.rows();
  }

  /**
   * The number of categories that take part.
   *
   * @return at most K
   */
  public int categories() {
    return regressionOfCategory.length;
  }

  /**
   * The weights of the rows.
   *
   * @return one for each row
   */
  public double[] rowWeights() {
    double[] weights = new double[rows()];
    Arrays.setAll(weights, problem::rowWeight);
    return weights;
  }

  /** Something done for each row, with memory of its own. */
  @FunctionalInterface
  public interface RowTask {
    /**
     * Does it.
     *
     * @param chunk which rows
     * @param row which of the chunk's rows
     */
    void take(Chunk chunk, int row);
  }

  /**
   * Runs over all rows, chunks side by side.
   *
   * @param context threads and who may cancel
   * @param tasks makes a task for each chunk
   */
  public void forEachRow(FitContext context, Supplier<RowTask> tasks) {
    context
        .workers()
        .run(
            problem.regressors().features().chunks(),
            context.cancellation(),
            index -> {
              Chunk chunk = new Chunk(index);
              RowTask task = tasks.get();
              for (int row = 0; row < chunk.rows; row++) {
                context.cancellation().check();
                task.take(chunk, row);
              }
            });
  }

  /** Some of the rows. */
  public final class Chunk {
    private final int start;
    private final int rows;
    private final double[] rowMeans;
    private final double[] rowVariances;

    private Chunk(int chunk) {
      Regressors regressors = problem.regressors();
      DesignMatrix features = regressors.features();
      start = features.chunkStart(chunk);
      rows = features.chunkSize(chunk);
      rowMeans = new double[rows * means.vectors()];
      rowVariances = new double[rows * covariance.variancesPerRow()];
      means.product(regressors, chunk, rowMeans);
      covariance.rowVariances(regressors, squares, chunk, rowVariances);
    }

    /**
     * The number of a row among all.
     *
     * @param row which of the chunk's rows
     * @return from 0
     */
    public int number(int row) {
      return start + row;
    }

    /**
     * A row's category.
     *
     * @param row which of the chunk's rows
     * @return from 0, among those that take part
     */
    public int label(int row) {
      return categoryOfRegression[problem.regressionOfRow(start + row)];
    }

    /**
     * A row's weight.
     *
     * @param row which of the chunk's rows
     * @return at least 0
     */
    public double weight(int row) {
      return problem.rowWeight(start + row);
    }

    /**
     * The posteriors of a row's linear predictors.
     *
     * @param row which of the chunk's rows
     * @param mean xᵀμ of each category, overwritten
     * @param deviation √(xᵀΣx) of each category, overwritten
     */
    public void predictors(int row, double[] mean, double[] deviation) {
      int perRow = covariance.variancesPerRow();
      for (int k = 0; k < regressionOfCategory.length; k++) {
        int regression = regressionOfCategory[k];
        mean[k] = rowMeans[row * means.vectors() + regression];
        deviation[k] = Math.sqrt(rowVariances[row * perRow + (perRow == 1 ? 0 : regression)]);
      }
    }
  }
}
