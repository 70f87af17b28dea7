// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;

/**
 * The expected categorical log likelihood of one chunk of rows after another, and its derivatives,
 * in blocks of regressions as the coefficients are. The expectation is the mean over the draws of a
 * {@link Spread}; where predictors are known it is the log likelihood itself.
 */
final class ChunkScores {
  private final Problem problem;
  private final Coefficients coefficients;
  private final Spread spread;
  private final RowScores row;
  private final int[] regressions;
  private final double[][] predictors;
  private final double[][] variances;
  private final double[] means;
  private final double[] deviations;
  private final double[] derivatives;

  ChunkScores(Problem problem, Likelihood member, Coefficients coefficients, Spread spread) {
    this.problem = problem;
    this.coefficients = coefficients;
    this.spread = spread;
    this.row = new RowScores(member, spread.draws());
    this.regressions = IntStream.range(0, coefficients.vectors()).toArray();
    this.means = new double[regressions.length];
    this.deviations = new double[regressions.length];
    this.derivatives = new double[regressions.length];
    this.predictors = new double[coefficients.blocks()][];
    this.variances = new double[predictors.length][];
    for (int b = 0; b < predictors.length; b++) {
      int values = DesignMatrix.CHUNK_ROWS * coefficients.blockWidth(b);
      predictors[b] = new double[values];
      variances[b] = spread.draws().areNone() ? null : new double[values];
    }
  }

  /** Computes means and variances of the linear predictors of a chunk's rows. */
  void load(int chunk) {
    for (int b = 0; b < predictors.length; b++) {
      int width = coefficients.blockWidth(b);
      problem.regressors().product(chunk, coefficients.block(b), width, predictors[b]);
      if (variances[b] != null) {
        spread.variances().of(chunk, regressions, coefficients.blockStart(b), width, variances[b]);
      }
    }
  }

  /**
   * log Σ e^t over all categories at each draw of the i-th row.
   *
   * @param i which of the chunk's rows
   * @param set the row's draws
   * @param out receives one for each draw
   * @param from the place of the first
   */
  void logNormalizers(int i, double[] set, double[] out, int from) {
    gather(i);
    row.logNormalizers(means, deviations, set, out, from);
  }

  /**
   * Replaces the i-th row's linear predictors by the derivatives of ω E[log p(y)] in the mean of
   * the linear predictor of one category of each regression, ω E[D([y = k] − P)].
   *
   * @param i which of the chunk's rows
   * @param set the row's draws
   * @param own the regression of y
   * @param weight ω
   * @return ω E[log p(y)]
   */
  double differentiate(int i, double[] set, int own, double weight) {
    gather(i);
    Arrays.fill(derivatives, 0);
    double share = weight / spread.draws().count();
    double sum = row.addDerivatives(means, deviations, set, own, share, derivatives);
    for (int b = 0; b < predictors.length; b++) {
      int width = coefficients.blockWidth(b);
      int start = coefficients.blockStart(b);
      System.arraycopy(derivatives, start, predictors[b], i * width, width);
    }
    return share * sum;
  }

  private void gather(int i) {
    for (int b = 0; b < predictors.length; b++) {
      int width = coefficients.blockWidth(b);
      int start = coefficients.blockStart(b);
      System.arraycopy(predictors[b], i * width, means, start, width);
      if (variances[b] != null) {
        for (int j = 0; j < width; j++) {
          deviations[start + j] = Math.sqrt(variances[b][i * width + j]);
        }
      }
    }
  }

  /** Adds Xᵀ times the derivatives to a gradient's blocks. */
  void addGradient(int chunk, double[][] sums, int firstSum) {
    for (int b = 0; b < predictors.length; b++) {
      problem
          .regressors()
          .addTransposedProduct(
              chunk, predictors[b], coefficients.blockWidth(b), sums[firstSum + b]);
    }
  }
}
