// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;

/** The variances v = xᵀΣx of the rows' linear predictors under a posterior. */
public interface RowVariances {
  /**
   * Variances of a chunk's rows for some regressions.
   *
   * @param chunk which rows
   * @param regressions all regressions that are asked for
   * @param first the first of them to take
   * @param width how many to take
   * @param out chunk rows × width, overwritten
   */
  void of(int chunk, int[] regressions, int first, int width, double[] out);

  /** Computed once and held: one number for each row and regression. */
  final class Held implements RowVariances {
    private final int regressions;
    private final double[][] chunks;

    /**
     * Computes them.
     *
     * @param problem whose rows and regressions
     * @param covariance of the regressions
     * @param context threads
     */
    public Held(Problem problem, PosteriorCovariance covariance, FitContext context) {
      regressions = problem.regressions();
      Regressors regressors = problem.regressors();
      Regressors squares = covariance.diagonal() ? regressors.squared() : null;
      DesignMatrix features = regressors.features();
      chunks = new double[features.chunks()][];
      context
          .workers()
          .run(
              chunks.length,
              context.cancellation(),
              chunk -> {
                double[] values = new double[features.chunkSize(chunk) * regressions];
                covariance.rowVariances(regressors, squares, chunk, values);
                chunks[chunk] = values;
              });
    }

    @Override
    public void of(int chunk, int[] asked, int first, int width, double[] out) {
      double[] values = chunks[chunk];
      for (int row = 0, at = 0; row < values.length; row += regressions) {
        for (int j = 0; j < width; j++, at++) {
          out[at] = values[row + asked[first + j]];
        }
      }
    }
  }

  /** From a variance for each coefficient, each time they are asked for. */
  final class Diagonal implements RowVariances {
    private final Regressors squares;
    private final Coefficients variances;

    /**
     * Prepares them.
     *
     * @param squares of the rows' values
     * @param variances of the coefficients, a vector for each regression
     */
    public Diagonal(Regressors squares, Coefficients variances) {
      this.squares = squares;
      this.variances = variances;
    }

    @Override
    public void of(int chunk, int[] asked, int first, int width, double[] out) {
      int block = variances.blockOf(asked[first]);
      if (asked[first] == variances.blockStart(block) && width == variances.blockWidth(block)) {
        squares.product(chunk, variances.block(block), width, out);
        return;
      }
      double[] some = new double[variances.size() * width];
      for (int j = 0; j < width; j++) {
        double[] vector = variances.vector(asked[first + j]);
        for (int p = 0; p < vector.length; p++) {
          some[p * width + j] = vector[p];
        }
      }
      squares.product(chunk, some, width, out);
    }
  }

  /**
   * How much deviations differ from others.
   *
   * @param problem whose rows and regressions
   * @param now the ones
   * @param before the others
   * @param context threads
   * @return mean |√v − √v'| as a share of the mean √v
   */
  static double change(Problem problem, RowVariances now, RowVariances before, FitContext context) {
    DesignMatrix features = problem.regressors().features();
    Coefficients shape = new Coefficients(0, problem.regressions());
    int[] regressions = IntStream.range(0, problem.regressions()).toArray();
    double[] sums =
        new SegmentSums(problem, context.workers(), context.cancellation())
            .over(
                () -> {
                  double[] one = new double[DesignMatrix.CHUNK_ROWS * Coefficients.MAX_WIDTH];
                  double[] other = new double[one.length];
                  return (chunk, total) -> {
                    for (int block = 0; block < shape.blocks(); block++) {
                      int first = shape.blockStart(block);
                      int width = shape.blockWidth(block);
                      now.of(chunk, regressions, first, width, one);
                      before.of(chunk, regressions, first, width, other);
                      for (int at = 0; at < features.chunkSize(chunk) * width; at++) {
                        double deviation = Math.sqrt(one[at]);
                        total[0][0] += deviation;
                        total[0][1] += Math.abs(deviation - Math.sqrt(other[at]));
                      }
                    }
                  };
                },
                2)[0];
    return sums[1] / sums[0];
  }

  /**
   * Variances where there are none: predictors that are known.
   *
   * @return zeros
   */
  static RowVariances none() {
    return (chunk, asked, first, width, out) -> Arrays.fill(out, 0);
  }
}
