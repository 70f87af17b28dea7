// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.fit.FitContext;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.problem.UnitPriors;

/**
 * The curvature of each unit's log posterior at its mean, Λ₀ + Σᵢ cᵢxᵢxᵢᵀ with c how curved the
 * row's weighted log likelihood is; for the units' own binary regressions minus its second
 * derivative. Unlike the probit CAVI covariance, which is the same for a category seen twice and
 * one seen ten thousand times, it knows how little the rows tell about a rare category.
 */
public final class Laplace {
  /** Units, at the most, whose linear predictors are found together: few columns are slow. */
  public static final int GROUP = 8;

  private final Problem problem;
  private final UnitPriors priors;
  private final FitContext context;
  private final RowCurvature curvature;

  /**
   * Prepares the computation for the units' own binary regressions.
   *
   * @param problem what was fitted
   * @param link the binary link
   * @param priors with which priors
   * @param context threads and listener
   */
  public Laplace(Problem problem, Link link, UnitPriors priors, FitContext context) {
    this(problem, priors, context, new BinaryCurvature(problem, link));
  }

  /**
   * Prepares the computation for any likelihood.
   *
   * @param problem what was fitted
   * @param priors with which priors
   * @param context threads and listener
   * @param curvature of the rows
   */
  public Laplace(Problem problem, UnitPriors priors, FitContext context, RowCurvature curvature) {
    this.problem = problem;
    this.priors = priors;
    this.context = context;
    this.curvature = curvature;
  }

  /**
   * Full covariances at the means of a fit of all units.
   *
   * @param fits the fit
   * @return a factor for each unit
   */
  public PosteriorCovariance full(UnitMeans fits) {
    return full(fits, problem.rows(), 0);
  }

  /**
   * Full covariances at the means of a fit of all units, each from about some number of rows.
   *
   * @param fits the fit
   * @param rows how many rows to keep of each unit's; the others are stood for
   * @param seed of the choice
   * @return a factor for each unit
   */
  public FactorPerCategory full(UnitMeans fits, int rows, long seed) {
    double[][] packed = new double[fits.units().length][];
    forEachFactor(fits, rows, seed, (i, factor) -> packed[i] = factor.packed());
    return new FactorPerCategory(problem.size(), packed);
  }

  /** log |Λ₀ + XᵀΩCX| of each unit of a fit, from about {@code rows} of its rows. */
  public double[] logDeterminants(UnitMeans fits, int rows, long seed) {
    double[] result = new double[fits.units().length];
    forEachFactor(fits, rows, seed, (i, factor) -> result[i] = factor.logDeterminant());
    return result;
  }

  /** Receives factors. */
  @FunctionalInterface
  public interface FactorTask {
    /**
     * Takes a factor; called by several threads.
     *
     * @param i which of the units
     * @param factor of its precision
     */
    void take(int i, Cholesky factor);
  }

  /**
   * Factors of Λ₀ + XᵀΩCX, each from about some number of rows.
   *
   * @param fits means of some units
   * @param rows how many rows to keep of each unit's; the others are stood for
   * @param seed of the choice
   * @param task receives the factors
   */
  public void forEachFactor(UnitMeans fits, int rows, long seed, FactorTask task) {
    int count = fits.units().length;
    int groups = (count + GROUP - 1) / GROUP;
    context
        .workers()
        .spread(
            groups,
            context.cancellation(),
            (inner, group) -> {
              int from = Sampling.bound(group, count, groups);
              int to = Sampling.bound(group + 1, count, groups);
              double[][] weights = curvatures(fits, from, to, inner);
              inner.spread(
                  weights.length,
                  context.cancellation(),
                  (own, j) -> {
                    int unit = fits.units()[from + j];
                    new Thinning(seed + unit).apply(weights[j], rows);
                    task.take(from + j, factor(unit, weights[j], own));
                  });
            });
  }

  private CategoryPass pass(Problem some, int unit, Workers inner) {
    return new CategoryPass(some, unit, new SegmentSums(some, inner, context.cancellation()));
  }

  /** From the rows that have weight, put together so that the product kernels are not starved. */
  private Cholesky factor(int unit, double[] weights, Workers workers) {
    int[] kept = withWeight(weights);
    boolean most = 2 * kept.length > weights.length || kept.length == 0;
    Problem some = most ? problem : problem.onRows(kept);
    double[] upper =
        pass(some, unit, workers)
            .precision(priors.of(unit), (weight, own, row) -> weights[most ? row : kept[row]]);
    return CategoryPass.factor(upper, problem.size());
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

  /** ωᵢcᵢ of all rows for each of the units from one to another. */
  private double[][] curvatures(UnitMeans fits, int from, int to, Workers inner) {
    int width = to - from;
    Coefficients means = new Coefficients(problem.size(), width);
    for (int j = 0; j < width; j++) {
      means.set(j, fits.mean(from + j));
    }
    DesignMatrix features = problem.regressors().features();
    double[][] result = new double[width][problem.rows()];
    new SegmentSums(problem, inner, context.cancellation())
        .forEachChunk(
            () -> {
              double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
              return (chunk, none) -> {
                problem.regressors().product(chunk, means.block(0), width, eta);
                curvature.of(chunk, fits.units(), from, width, eta);
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
    return PosteriorCovariance.eachDiagonal(variances);
  }

  /** log |Λ₀ + XᵀΩCX| of each unit, estimated without forming a matrix. */
  public double[] estimatedLogDeterminants(UnitMeans fits, long seed) {
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
              double[] weights = curvatures(fits, i, i + 1, inner)[0];
              result[i] =
                  new LanczosDeterminant(
                          problem, priors.of(unit), weights, precisions.vector(i), sums)
                      .estimate(new SplittableRandom(Hash.of(seed, unit)));
            });
    return result;
  }

  /**
   * diag(Λ₀ + XᵀΩCX) of each unit, a block of units at a time.
   *
   * @param fits means of some units
   * @return a vector for each of them
   */
  public Coefficients diagonalPrecisions(UnitMeans fits) {
    Coefficients means = fits.means();
    Coefficients precisions = new Coefficients(means.size(), means.vectors());
    Regressors squares = problem.regressors().squared();
    context
        .workers()
        .spread(
            means.blocks(),
            context.cancellation(),
            (inner, block) -> {
              SegmentSums sums = new SegmentSums(problem, inner, context.cancellation());
              double[] weighted = squareSums(means, block, fits.units(), squares, sums);
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
      Coefficients means, int block, int[] units, Regressors squares, SegmentSums sums) {
    int width = means.blockWidth(block);
    return sums.over(
            () -> {
              double[] eta = new double[DesignMatrix.CHUNK_ROWS * width];
              return (chunk, total) -> {
                problem.regressors().product(chunk, means.block(block), width, eta);
                curvature.of(chunk, units, means.blockStart(block), width, eta);
                squares.addTransposedProduct(chunk, eta, width, total[0]);
              };
            },
            means.block(block).length)[0];
  }
}
