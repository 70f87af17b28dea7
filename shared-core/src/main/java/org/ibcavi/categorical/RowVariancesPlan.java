// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.SplittableRandom;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.fit.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.DiagonalPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;

/**
 * How the variances of the rows' linear predictors are found. From diagonal covariances that takes
 * a product like that for the means. From full ones it takes N·K·P²/2 multiplications, and a number
 * for each row and unit is kept so that they are paid once a round; where that is too much the
 * covariances' diagonals stand for them, times a factor for each unit that makes the sum over a
 * sample of rows right.
 */
final class RowVariancesPlan {
  /** Values that are held at the most: 32 MiB. */
  private static final double MOST_HELD = 1 << 22;

  /** Multiplications for all variances up to which they are computed from full covariances. */
  private static final double BUDGET = 1e10;

  /** Rows that tell the factors. */
  private static final int SAMPLE = 256;

  private final Problem problem;
  private final boolean exact;
  private final FitContext context;
  private final boolean diagonal;
  private final Regressors squares;
  private final Problem sample;

  RowVariancesPlan(Problem problem, boolean diagonal, FitContext context) {
    this.problem = problem;
    this.context = context;
    this.diagonal = diagonal;
    double values = (double) problem.rows() * problem.units();
    double products = 0.5 * values * problem.size() * problem.size();
    boolean held = !diagonal && values <= MOST_HELD && products <= BUDGET;
    this.exact = diagonal || held;
    this.squares = held ? null : problem.regressors().squared();
    this.sample = exact ? null : problem.sample(SAMPLE, new SplittableRandom(0));
  }

  /** Whether the variances are those of the covariances themselves. */
  boolean exact() {
    return exact;
  }

  RowVariances of(PosteriorCovariance covariance) {
    if (diagonal) {
      return new RowVariances.Diagonal(squares, ((DiagonalPerCategory) covariance).variances());
    }
    return exact
        ? new RowVariances.Held(problem, covariance, context)
        : new RowVariances.Diagonal(squares, calibrated(covariance));
  }

  private Coefficients calibrated(PosteriorCovariance covariance) {
    Coefficients variances = new Coefficients(problem.size(), problem.units());
    context
        .workers()
        .run(
            problem.units(),
            context.cancellation(),
            unit -> variances.set(unit, covariance.variances(unit)));
    double[] wanted = sums(covariance);
    double[] found = sums(new DiagonalPerCategory(variances));
    for (int unit = 0; unit < wanted.length; unit++) {
      double[] vector = variances.vector(unit);
      for (int p = 0; p < vector.length; p++) {
        vector[p] *= wanted[unit] / found[unit];
      }
      variances.set(unit, vector);
    }
    return variances;
  }

  /** Σ ω xᵀΣx over the sampled rows, for each unit. */
  private double[] sums(PosteriorCovariance covariance) {
    RowVariances.Held held = new RowVariances.Held(sample, covariance, context);
    DesignMatrix features = sample.regressors().features();
    double[] sums = new double[problem.units()];
    int[] unit = new int[1];
    double[] values = new double[DesignMatrix.CHUNK_ROWS];
    for (unit[0] = 0; unit[0] < sums.length; unit[0]++) {
      for (int chunk = 0; chunk < features.chunks(); chunk++) {
        held.of(chunk, unit, 0, 1, values);
        for (int i = 0; i < features.chunkSize(chunk); i++) {
          sums[unit[0]] += sample.rowWeight(features.chunkStart(chunk) + i) * values[i];
        }
      }
    }
    return sums;
  }
}
