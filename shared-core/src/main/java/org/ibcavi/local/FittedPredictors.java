// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.ibcavi.columns.Regressors;
import org.ibcavi.link.Likelihood;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.CategoryOrder;
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
  private final int[] regressions;
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
    this.regressions = IntStream.range(0, problem.regressions()).toArray();
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
   * The number of rows that these stand for.
   *
   * @return at least {@link #rows()}
   */
  public int givenRows() {
    return problem.shape().givenRows();
  }

  /**
   * What rows can tell apart of the categories' posteriors.
   *
   * @param member the likelihood
   * @return a share, see {@link org.ibcavi.problem.Shape#contrastShare}
   */
  public double contrastShare(Likelihood member) {
    return problem.shape().contrastShare(member);
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
   * Numbers that rows with the same features have in common, wherever they are.
   *
   * @param context threads and who may cancel
   * @return one for each row
   */
  public long[] hashes(FitContext context) {
    return Spread.hashes(problem, context);
  }

  /**
   * An order of the categories that only their rows decide, so that draws may follow it.
   *
   * @param hashes of the rows
   * @return the numbers of those that take part
   */
  public int[] order(long[] hashes) {
    return CategoryOrder.of(problem, hashes);
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
      start = regressors.features().chunkStart(chunk);
      rows = regressors.features().chunkSize(chunk);
      rowMeans = new double[rows * means.vectors()];
      rowVariances = new double[rows * covariance.variancesPerRow()];
      means.product(regressors, chunk, rowMeans);
      problem.addOffsets(chunk, regressions, 0, regressions.length, rowMeans);
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
     * How many rows a row stands for.
     *
     * @param row which of the chunk's rows
     * @return 1 unless repeated rows were merged
     */
    public int copies(int row) {
      return problem.copies(start + row);
    }

    /**
     * The posteriors of a row's linear predictors.
     *
     * @param row which of the chunk's rows
     * @param mean xᵀμ of each category and its offset, overwritten
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
