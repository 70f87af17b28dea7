// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;

/**
 * The curvature of each regression's log posterior at its mean, Λ₀ + Σᵢ cᵢxᵢxᵢᵀ with c how curved
 * the row's weighted log likelihood is; for the binary regressions themselves minus its second
 * derivative. Unlike the probit CAVI covariance, which is the same for a category seen twice and
 * one seen ten thousand times, it knows how little the rows tell about a rare category.
 */
public final class Laplace {
  private final Shape shape;
  private final RegressionPriors priors;
  private final Curvatures curvatures;

  /**
   * Prepares the computation.
   *
   * @param shape of what was fitted
   * @param priors with which priors
   * @param curvatures of the rows
   */
  public Laplace(Shape shape, RegressionPriors priors, Curvatures curvatures) {
    this.shape = shape;
    this.priors = priors;
    this.curvatures = curvatures;
  }

  /**
   * Full covariances at the means of a fit of all regressions.
   *
   * @param fits the fit
   * @return a factor for each regression
   */
  public PosteriorCovariance full(RegressionMeans fits) {
    return full(fits, shape.rows(), 0);
  }

  /**
   * Full covariances at the means of a fit of all regressions, each from about some number of rows.
   *
   * @param fits the fit
   * @param rows how many rows to keep of each regression's; they stand for the others
   * @param seed of the choice
   * @return a factor for each regression
   */
  public FactorPerCategory full(RegressionMeans fits, int rows, long seed) {
    double[][] packed = new double[fits.regressions().length][];
    forEachFactor(fits, rows, seed, (i, factor) -> packed[i] = factor.packed());
    return new FactorPerCategory(shape.size(), packed);
  }

  /**
   * log |Λ₀ + XᵀΩCX| of each regression of a fit.
   *
   * @param fits the fit
   * @param rows how many rows to keep of each regression's; they stand for the others
   * @param seed of the choice
   * @return one for each of the regressions
   */
  public double[] logDeterminants(RegressionMeans fits, int rows, long seed) {
    double[] result = new double[fits.regressions().length];
    forEachFactor(fits, rows, seed, (i, factor) -> result[i] = factor.logDeterminant());
    return result;
  }

  /** Receives factors. */
  @FunctionalInterface
  public interface FactorTask {
    /**
     * Takes a factor; called by several threads.
     *
     * @param i which of the regressions
     * @param factor of its precision
     */
    void take(int i, Cholesky factor);
  }

  /**
   * Factors of Λ₀ + XᵀΩCX, each from about some number of rows.
   *
   * @param fits means of some regressions
   * @param rows how many rows to keep of each regression's; they stand for the others
   * @param seed of the choice
   * @param task receives the factors
   */
  public void forEachFactor(RegressionMeans fits, int rows, long seed, FactorTask task) {
    curvatures.forEachMatrix(
        fits,
        rows,
        seed,
        (i, upper) -> {
          priors.of(fits.regressions()[i]).addPrecision(upper);
          task.take(i, Precision.factor(upper, shape.size()));
        });
  }

  /**
   * The reciprocals of the precisions' diagonals at the means of a fit of all regressions.
   *
   * @param fits the fit
   * @return variances for each regression
   */
  public PosteriorCovariance diagonal(RegressionMeans fits) {
    Coefficients variances = diagonalPrecisions(fits);
    for (int block = 0; block < variances.blocks(); block++) {
      double[] values = variances.block(block);
      Arrays.setAll(values, at -> 1 / values[at]);
    }
    return PosteriorCovariance.eachDiagonal(variances);
  }

  /**
   * log |Λ₀ + XᵀΩCX| of each regression, estimated without forming a matrix.
   *
   * @param fits means of some regressions
   * @param seed of the estimate
   * @return one for each of the regressions
   */
  public double[] estimatedLogDeterminants(RegressionMeans fits, long seed) {
    Coefficients precisions = diagonalPrecisions(fits);
    double[] result = new double[fits.regressions().length];
    curvatures.forEachProduct(
        fits,
        (i, matrix) -> {
          int regression = fits.regressions()[i];
          result[i] =
              new LanczosDeterminant(priors.of(regression), matrix, precisions.vector(i))
                  .estimate(new SplittableRandom(Hash.of(seed, regression)));
        });
    return result;
  }

  /**
   * diag(Λ₀ + XᵀΩCX) of each regression.
   *
   * @param fits means of some regressions
   * @return a vector for each of them
   */
  public Coefficients diagonalPrecisions(RegressionMeans fits) {
    Coefficients precisions = curvatures.squareSums(fits);
    for (int block = 0; block < precisions.blocks(); block++) {
      int width = precisions.blockWidth(block);
      int start = precisions.blockStart(block);
      double[] sums = precisions.block(block);
      Arrays.setAll(
          sums,
          at -> priors.of(fits.regressions()[start + at % width]).precision(at / width) + sums[at]);
    }
    return precisions;
  }
}
