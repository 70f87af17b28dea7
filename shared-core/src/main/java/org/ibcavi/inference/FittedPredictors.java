// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.design.Regressors;
import org.ibcavi.link.Link;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;

/**
 * Means and standard deviations, under the posterior, of the linear predictors of training rows: of
 * all of them, or of a sample whose weights were scaled up to stand for all.
 */
public final class FittedPredictors {
  private final Problem problem;
  private final int[] labels;
  private final int[] unitOfCategory;
  private final double[] means;
  private final double[] deviations;
  private final int deviationsPerRow;

  private FittedPredictors(Problem problem, int[] labels, double[] means, double[] deviations) {
    this.problem = problem;
    this.labels = labels;
    this.unitOfCategory = problem.unitOfCategory();
    this.means = means;
    this.deviations = deviations;
    this.deviationsPerRow = deviations.length / problem.rows();
  }

  /**
   * Computes them.
   *
   * @param all the fitted problem
   * @param count how many rows to look at
   * @param means of the coefficients
   * @param covariance of the coefficients
   * @param seed for the sample, if not all rows are looked at
   * @param context threads
   * @return predictors of the rows
   */
  public static FittedPredictors of(
      Problem all,
      int count,
      Coefficients means,
      PosteriorCovariance covariance,
      long seed,
      FitContext context) {
    Problem problem = all.sample(count, new SplittableRandom(seed));
    Regressors regressors = problem.regressors();
    Regressors squares = covariance.diagonal() ? regressors.squared() : null;
    int units = means.vectors();
    int perRow = covariance.variancesPerRow();
    double[] rowMeans = new double[problem.rows() * units];
    double[] deviations = new double[problem.rows() * perRow];
    context
        .workers()
        .run(
            regressors.features().chunks(),
            context.cancellation(),
            chunk -> {
              int start = regressors.features().chunkStart(chunk);
              int size = regressors.features().chunkSize(chunk);
              double[] part = new double[size * Math.max(units, perRow)];
              means.product(regressors, chunk, part);
              System.arraycopy(part, 0, rowMeans, start * units, size * units);
              covariance.rowVariances(regressors, squares, chunk, part);
              for (int at = 0; at < size * perRow; at++) {
                deviations[start * perRow + at] = Math.sqrt(part[at]);
              }
            });
    return new FittedPredictors(problem, labelsOf(problem), rowMeans, deviations);
  }

  private static int[] labelsOf(Problem problem) {
    int[] unitOfCategory = problem.unitOfCategory();
    int[] categoryOfUnit = new int[problem.units()];
    for (int k = 0; k < unitOfCategory.length; k++) {
      categoryOfUnit[unitOfCategory[k]] = k;
    }
    int[] labels = new int[problem.rows()];
    Arrays.setAll(labels, i -> categoryOfUnit[problem.unitOfRow(i)]);
    return labels;
  }

  /**
   * The link.
   *
   * @return the link
   */
  public Link link() {
    return problem.link();
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
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return unitOfCategory.length;
  }

  /**
   * A row's category.
   *
   * @param row which row
   * @return from 0
   */
  public int label(int row) {
    return labels[row];
  }

  /**
   * A row's weight.
   *
   * @param row which row
   * @return at least 0
   */
  public double weight(int row) {
    return problem.rowWeight(row);
  }

  /**
   * The mean of a linear predictor.
   *
   * @param row which row
   * @param category which category
   * @return xᵀμ
   */
  public double mean(int row, int category) {
    return means[row * problem.units() + unitOfCategory[category]];
  }

  /**
   * The standard deviation of a linear predictor.
   *
   * @param row which row
   * @param category which category
   * @return √(xᵀΣx)
   */
  public double deviation(int row, int category) {
    return deviationsPerRow == 1
        ? deviations[row]
        : deviations[row * deviationsPerRow + unitOfCategory[category]];
  }
}
