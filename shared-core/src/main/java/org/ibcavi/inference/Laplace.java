// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.DiagonalPerCategory;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;

/**
 * The curvature of each unit's own log posterior at its mean, Λ₀ + Σᵢ ωᵢcᵢxᵢxᵢᵀ with c minus the
 * second derivative of the row's log likelihood. Unlike the probit CAVI covariance, which is the
 * same for a category seen twice and one seen ten thousand times, it knows how little the rows tell
 * about a rare category.
 */
public final class Laplace {
  private final Problem problem;
  private final UnitPriors priors;
  private final FitContext context;

  /**
   * Prepares the computation.
   *
   * @param problem what was fitted
   * @param prior with which prior
   * @param context threads and listener
   */
  public Laplace(Problem problem, GaussianPrior prior, FitContext context) {
    this(problem, UnitPriors.shared(prior), context);
  }

  /**
   * Prepares the computation.
   *
   * @param problem what was fitted
   * @param priors with which priors
   * @param context threads and listener
   */
  public Laplace(Problem problem, UnitPriors priors, FitContext context) {
    this.problem = problem;
    this.priors = priors;
    this.context = context;
  }

  /**
   * Full covariances at the means of a fit of all units.
   *
   * @param fits the fit
   * @return a factor for each unit
   */
  public PosteriorCovariance full(UnitFits fits) {
    double[][] packed = new double[fits.units().length][];
    forEachFactor(fits, problem.rows(), 0, (i, factor) -> packed[i] = factor.packed());
    return new FactorPerCategory(problem.size(), packed);
  }

  /** log |Λ₀ + XᵀΩCX| of each unit of a fit, from about {@code rows} of its rows. */
  double[] logDeterminants(UnitMeans fits, int rows, long seed) {
    double[] result = new double[fits.units().length];
    forEachFactor(fits, rows, seed, (i, factor) -> result[i] = factor.logDeterminant());
    return result;
  }

  /** Receives the factor of the i-th unit. */
  @FunctionalInterface
  interface FactorTask {
    void take(int i, Cholesky factor);
  }

  /** Factors of Λ₀ + XᵀΩCX, each from about {@code rows} of the rows. */
  void forEachFactor(UnitMeans fits, int rows, long seed, FactorTask task) {
    context
        .workers()
        .spread(
            fits.units().length,
            context.cancellation(),
            (inner, i) -> {
              int unit = fits.units()[i];
              double[] weights = curvatures(unit, fits.mean(i), pass(problem, unit, inner));
              new Thinning(seed + unit).apply(weights, rows);
              task.take(i, factor(unit, weights, inner));
            });
  }

  private CategoryPass pass(Problem some, int unit, Workers inner) {
    return new CategoryPass(some, unit, new SegmentSums(some, inner, context.cancellation()));
  }

  /** From the rows that have weight, put together so that the product kernels are not starved. */
  private Cholesky factor(int unit, double[] weights, Workers inner) {
    int[] kept = IntStream.range(0, weights.length).filter(i -> weights[i] > 0).toArray();
    boolean most = 2 * kept.length > weights.length || kept.length == 0;
    Problem some = most ? problem : problem.onRows(kept);
    double[] upper =
        pass(some, unit, inner)
            .precision(priors.of(unit), (weight, own, row) -> weights[most ? row : kept[row]]);
    return CategoryPass.factor(upper, problem.size());
  }

  /** ωᵢcᵢ of all rows for one unit. */
  private double[] curvatures(int unit, double[] mean, CategoryPass pass) {
    double[] eta = pass.predictors(problem.regressors(), mean);
    for (int row = 0; row < eta.length; row++) {
      double signed = problem.unitOfRow(row) == unit ? eta[row] : -eta[row];
      eta[row] = problem.rowWeight(row) * problem.link().curvature(signed);
    }
    return eta;
  }

  /**
   * The reciprocals of the precisions' diagonals at the means of a fit of all units.
   *
   * @param fits the fit
   * @return variances for each unit
   */
  public PosteriorCovariance diagonal(UnitMeans fits) {
    Coefficients variances = diagonalPrecisions(fits);
    for (int block = 0; block < variances.blocks(); block++) {
      double[] values = variances.block(block);
      Arrays.setAll(values, at -> 1 / values[at]);
    }
    return new DiagonalPerCategory(variances);
  }

  /** log |Λ₀ + XᵀΩCX| of each unit, estimated without forming a matrix. */
  double[] estimatedLogDeterminants(UnitMeans fits, long seed) {
    Coefficients precisions = diagonalPrecisions(fits);
    double[] result = new double[fits.units().length];
    context
        .workers()
        .spread(
            result.length,
            context.cancellation(),
            (inner, i) -> {
              int unit = fits.units()[i];
              SegmentSums sums = new SegmentSums(problem, inner, context.cancellation());
              double[] weights =
                  curvatures(unit, fits.mean(i), new CategoryPass(problem, unit, sums));
              result[i] =
                  new LanczosDeterminant(
                          problem, priors.of(unit), weights, precisions.vector(i), sums)
                      .estimate(new SplittableRandom(Hash.of(seed, unit)));
            });
    return result;
  }

  /** diag(Λ₀ + XᵀΩCX) of each unit, a block of units at a time. */
  private Coefficients diagonalPrecisions(UnitMeans fits) {
    Coefficients means = fits.means();
    Coefficients precisions = new Coefficients(means.size(), means.vectors());
    Regressors squares = problem.regressors().squared();
    int[] columnOfUnit = new int[problem.units()];
    Arrays.fill(columnOfUnit, -1);
    for (int i = 0; i < fits.units().length; i++) {
      columnOfUnit[fits.units()[i]] = i;
    }
    context
        .workers()
        .spread(
            means.blocks(),
            context.cancellation(),
            (inner, block) -> {
              SegmentSums sums = new SegmentSums(problem, inner, context.cancellation());
              double[] weighted = squareSums(means, block, columnOfUnit, squares, sums);
              int width = means.blockWidth(block);
              int start = means.blockStart(block);
              Arrays.setAll(
                  precisions.block(block),
                  at ->
                      priors.of(fits.units()[start + at % width]).precision(at / width)
                          + weighted[at]);
            });
    return precisions;
  }

  private double[] squareSums(
      Coefficients means, int block, int[] columnOfUnit, Regressors squares, SegmentSums sums) {
    int width = means.blockWidth(block);
    return sums.over(
            () -> {
              double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
              return (chunk, total) -> {
                problem.regressors().product(chunk, means.block(block), width, eta);
                toCurvatures(chunk, columnOfUnit, means.blockStart(block), width, eta);
                squares.addTransposedProduct(chunk, eta, width, total[0]);
              };
            },
            means.block(block).length)[0];
  }

  private void toCurvatures(int chunk, int[] columnOfUnit, int first, int width, double[] eta) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    for (int i = 0, at = 0; i < features.chunkSize(chunk); i++) {
      double weight = problem.rowWeight(start + i);
      int own = columnOfUnit[problem.unitOfRow(start + i)] - first;
      for (int j = 0; j < width; j++, at++) {
        eta[at] = weight * problem.link().curvature(j == own ? eta[at] : -eta[at]);
      }
    }
  }
}
