// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Problem;

/**
 * Leave-one-out log predictive densities by Pareto-smoothed importance sampling from draws of a
 * posterior q (Vehtari, Gelman and Gabry 2017): a draw's weight without row i is p(y, B)/q(B) ·
 * p(y_i | B)^(−ω_i), which leads from q to the exact posterior of the other rows (Magnusson et al.
 * 2019). Where these weights are not to be trusted, draws are taken as if they were of the exact
 * posterior, and the weight is p(y_i | B)^(−ω_i). Rows are taken a chunk at a time; the draws are
 * held.
 */
public final class PsisLoo {
  private final double[] logDensities;
  private final double[] shapes;
  private final double[] rowWeights;
  private final double[] logRatios;

  /**
   * Leaves out every row.
   *
   * @param sample draws of the posterior
   * @param bound with the ratios of the exact posterior to q at these draws
   */
  public PsisLoo(PosteriorSample sample, ImportanceBound bound) {
    Problem problem = sample.problem();
    logRatios = bound.logRatios();
    logDensities = new double[problem.rows()];
    shapes = new double[problem.rows()];
    rowWeights = problem.rowWeights();
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
    double[] without = Arrays.stream(logs).map(log -> -rowWeights[row] * log).toArray();
    double[] exact = new double[logs.length];
    Arrays.setAll(exact, s -> logRatios[s] + without[s]);
    Psis fromExact = Psis.of(exact);
    Psis psis = fromExact.shape() <= Psis.WORST_SHAPE ? fromExact : Psis.of(without);
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
   * What each row adds to the expected log pointwise predictive density, elpd: its weight times its
   * log density.
   *
   * @return one for each row
   */
  public double[] contributions() {
    double[] contributions = new double[rowWeights.length];
    Arrays.setAll(contributions, i -> rowWeights[i] * logDensities[i]);
    return contributions;
  }

  /**
   * The standard error of a sum over rows, by the differences between them.
   *
   * @param contributions of the rows to the sum
   * @return √(N · variance of the rows' contributions)
   */
  public static double standardError(double[] contributions) {
    int rows = contributions.length;
    double mean = Arrays.stream(contributions).sum() / rows;
    double squares = Arrays.stream(contributions).map(c -> Math.pow(c - mean, 2)).sum();
    return Math.sqrt(squares * rows / Math.max(1, rows - 1));
  }
}
