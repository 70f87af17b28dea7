// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import java.util.SplittableRandom;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Likelihood;
import org.ibcavi.local.LocalPass;
import org.ibcavi.local.RowCurvature;
import org.ibcavi.local.RowVariances;
import org.ibcavi.local.Spread;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionSample;
import org.ibcavi.problem.Sampling;

/**
 * How the variances of the rows' linear predictors are found. From diagonal covariances that takes
 * a product like that for the means. From full ones it takes N·K·P²/2 multiplications, and a number
 * for each row and regression is kept so that they are paid once a round.
 *
 * <p>Where that is too much, rows are taken in coordinates that whiten the mean precision of the
 * regressions, y = L⁻¹x, where the regressions' covariances LᵀΣL are nearly diagonal, and their
 * diagonals stand for them: exactly if all precisions are multiples of each other. A factor for
 * each regression makes the sum over a sample of rows right, weighted by how curved they are in the
 * regression. Rows that are stored sparsely are not whitened, since they would not stay sparse.
 */
final class RowVariancesPlan {
  private final Problem problem;
  private final Likelihood member;
  private final boolean exact;
  private final FitContext context;
  private final boolean diagonal;
  private final Problem sample;
  private Cholesky whitening;
  private Regressors squares;

  RowVariancesPlan(Problem problem, Likelihood member, boolean diagonal, FitContext context) {
    this(problem, member, diagonal, Cost.MODERATE, context);
  }

  /** With another number of multiplications up to which full covariances are used. */
  RowVariancesPlan(
      Problem problem, Likelihood member, boolean diagonal, double budget, FitContext context) {
    this.problem = problem;
    this.member = member;
    this.context = context;
    this.diagonal = diagonal;
    double values = (double) problem.rows() * problem.regressions();
    double products = 0.5 * values * problem.size() * problem.size();
    boolean held = !diagonal && values <= Cost.MATRIX_VALUES && products <= budget;
    this.exact = diagonal || held;
    this.sample = exact ? null : problem.sample(Sampling.ENOUGH_ROWS, new SplittableRandom(0));
  }

  /** Whether the variances are those of the covariances themselves. */
  boolean exact() {
    return exact;
  }

  /**
   * Variances under a posterior.
   *
   * @param means of the regressions
   * @param covariance of the regressions
   */
  RowVariances of(Coefficients means, PosteriorCovariance covariance) {
    if (exact && !diagonal) {
      return new RowVariances.Held(problem, covariance, context);
    }
    if (squares == null) {
      prepare(covariance);
    }
    return new RowVariances.Diagonal(
        squares, diagonal ? variances(covariance) : calibrated(means, covariance));
  }

  private Coefficients variances(PosteriorCovariance covariance) {
    Coefficients variances = new Coefficients(problem.size(), problem.regressions());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      variances.set(regression, covariance.variances(regression));
    }
    return variances;
  }

  /** Squares of the rows' values, whitened by the first covariances if they are dense. */
  private void prepare(PosteriorCovariance covariance) {
    if (diagonal || problem.regressors().features().isSparse()) {
      squares = problem.regressors().squared();
      return;
    }
    whitening =
        RegressionNormals.meanPrecision(
            (FactorPerCategory) covariance, problem.size(), RegressionSample.ENOUGH);
    squares = whitenedSquares(problem);
  }

  private Regressors whitenedSquares(Problem some) {
    Regressors regressors = some.regressors();
    DesignMatrix.Builder builder = DesignMatrix.dense(some.size());
    double[] row = new double[some.size()];
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      context.cancellation().check();
      int count = regressors.features().chunkSize(chunk);
      double[] columns = regressors.columns(chunk);
      whitening.solveLower(columns, 0, count, count);
      for (int i = 0; i < count; i++) {
        for (int p = 0; p < row.length; p++) {
          double y = columns[p * count + i];
          row[p] = y * y;
        }
        builder.add(row);
      }
    }
    return new Regressors(builder.build(), false);
  }

  private Coefficients calibrated(Coefficients means, PosteriorCovariance covariance) {
    Coefficients variances = new Coefficients(problem.size(), problem.regressions());
    context
        .workers()
        .run(
            problem.regressions(),
            context.cancellation(),
            regression -> variances.set(regression, diagonal(covariance, regression)));
    RowCurvature curvature = curvature(means);
    double[] wanted = sums(new RowVariances.Held(sample, covariance, context), means, curvature);
    Regressors sampled =
        whitening == null ? sample.regressors().squared() : whitenedSquares(sample);
    double[] found = sums(new RowVariances.Diagonal(sampled, variances), means, curvature);
    for (int regression = 0; regression < wanted.length; regression++) {
      double[] vector = variances.vector(regression);
      for (int p = 0; p < vector.length; p++) {
        vector[p] *= wanted[regression] / found[regression];
      }
      variances.set(regression, vector);
    }
    return variances;
  }

  /** diag(LᵀΣL): the squared norms of the columns of C⁻¹L for Σ⁻¹ = CCᵀ. */
  private double[] diagonal(PosteriorCovariance covariance, int regression) {
    if (whitening == null) {
      return covariance.variances(regression);
    }
    int size = problem.size();
    double[] columns = new double[size * size];
    for (int p = 0; p < size; p++) {
      columns[p * size + p] = 1;
    }
    whitening.multiplyLower(columns, 0, size, size);
    double[] result = new double[size];
    covariance.precision(regression).inverseForms(columns, size, result, 0, 1);
    return result;
  }

  private RowCurvature curvature(Coefficients means) {
    return new LocalPass(sample, context).categorical(member, Spread.none(sample)).curvature(means);
  }

  /** Σ ωwv over the sampled rows, for each regression. */
  private double[] sums(RowVariances variances, Coefficients means, RowCurvature curvature) {
    DesignMatrix features = sample.regressors().features();
    double[] sums = new double[problem.regressions()];
    context
        .workers()
        .run(
            sums.length,
            context.cancellation(),
            regression -> {
              int[] one = {regression};
              double[] values = new double[DesignMatrix.CHUNK_ROWS];
              double[] weights = new double[DesignMatrix.CHUNK_ROWS];
              for (int chunk = 0; chunk < features.chunks(); chunk++) {
                variances.of(chunk, one, 0, 1, values);
                sample.regressors().product(chunk, means.vector(regression), 1, weights);
                sample.addOffsets(chunk, one, 0, 1, weights);
                curvature.of(chunk, one, 0, 1, weights);
                for (int i = 0; i < features.chunkSize(chunk); i++) {
                  sums[regression] += weights[i] * values[i];
                }
              }
            });
    return sums;
  }
}
