// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Problem;

/**
 * Leave-one-out log predictive densities by Pareto-smoothed importance sampling from draws of a
 * posterior (Vehtari, Gelman and Gabry 2017): a draw's weight without row i is p(y_i | B)^(−ω_i).
 * Rows are taken a chunk at a time; the draws are held.
 */
public final class PsisLoo {
  private final double[] logDensities;
  private final double[] shapes;
  private final double[] rowWeights;

  /**
   * Leaves out every row.
   *
   * @param sample draws of the posterior
   */
  public PsisLoo(PosteriorSample sample) {
    Problem problem = sample.problem();
    logDensities = new double[problem.rows()];
    shapes = new double[problem.rows()];
    rowWeights = IntStream.range(0, problem.rows()).mapToDouble(problem::rowWeight).toArray();
    FitContext context = sample.context();
    context
        .workers()
        .run(
            problem.regressors().features().chunks(),
            context.cancellation(),
            chunk -> leaveOutRows(sample, chunk));
  }

  private void leaveOutRows(PosteriorSample sample, int chunk) {
    DesignMatrix features = sample.problem().regressors().features();
    double[][] logs = new double[features.chunkSize(chunk)][sample.draws()];
    double[] values = new double[logs.length];
    for (int s = 0; s < sample.draws(); s++) {
      sample.model().logLikelihoods(chunk, sample.coefficients(s), values);
      for (int i = 0; i < logs.length; i++) {
        logs[i][s] = values[i];
      }
    }
    for (int i = 0; i < logs.length; i++) {
      leaveOut(features.chunkStart(chunk) + i, logs[i]);
    }
  }

  private void leaveOut(int row, double[] logs) {
    Psis psis = Psis.of(Arrays.stream(logs).map(log -> -rowWeights[row] * log).toArray());
    logDensities[row] = psis.logMean(logs);
    shapes[row] = psis.shape();
  }

  /**
   * The log density of each row's category without the row.
   *
   * @return a copy
   */
  public double[] logDensities() {
    return logDensities.clone();
  }

  /**
   * The shape k̂ of each row's weights.
   *
   * @return a copy
   */
  public double[] shapes() {
    return shapes.clone();
  }

  /**
   * The expected log pointwise predictive density, elpd: the weighted sum over the rows.
   *
   * @return its estimate
   */
  public double total() {
    return IntStream.range(0, rowWeights.length)
        .mapToDouble(i -> rowWeights[i] * logDensities[i])
        .sum();
  }

  /**
   * The standard error of the total.
   *
   * @return √(N · variance of the rows' contributions)
   */
  public double standardError() {
    int rows = rowWeights.length;
    double mean = total() / rows;
    double squares =
        IntStream.range(0, rows)
            .mapToDouble(i -> Math.pow(rowWeights[i] * logDensities[i] - mean, 2))
            .sum();
    return Math.sqrt(squares * rows / Math.max(1, rows - 1));
  }

  /**
   * Rows whose density is not to be trusted.
   *
   * @return how many have a shape above {@link Psis#WORST_SHAPE}
   */
  public long unreliableRows() {
    return Arrays.stream(shapes).filter(shape -> shape > Psis.WORST_SHAPE).count();
  }
}
