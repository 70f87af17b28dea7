// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.function.IntConsumer;
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
  private final RowScores batch;
  private final int[] regressions;
  private final double[][] predictors;
  private final double[][] variances;
  private final double[] means;
  private final double[] deviations;
  private final double[] rowSums = new double[DesignMatrix.CHUNK_ROWS];
  private final double[] results;
  private final double[] factors;
  private final int[] own;
  private int start;

  ChunkScores(Problem problem, Likelihood member, Coefficients coefficients, Spread spread) {
    this.problem = problem;
    this.coefficients = coefficients;
    this.spread = spread;
    this.batch = new RowScores(member, spread.draws());
    this.regressions = IntStream.range(0, coefficients.vectors()).toArray();
    this.means = new double[regressions.length];
    this.deviations = new double[regressions.length];
    this.results = new double[batch.capacity()];
    this.factors = new double[batch.capacity()];
    this.own = new int[batch.capacity()];
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
      problem.addOffsets(chunk, regressions, coefficients.blockStart(b), width, predictors[b]);
      if (variances[b] != null) {
        spread.variances().of(chunk, regressions, coefficients.blockStart(b), width, variances[b]);
      }
    }
  }

  /**
   * log Σ e^t over all categories at each draw of a chunk's rows.
   *
   * @param chunk which rows
   * @param out receives one for each draw of each row, from the first row of all on
   */
  void logNormalizers(int chunk, double[] out) {
    forEachBatch(
        chunk,
        i -> {},
        () -> {
          batch.logNormalizers(results);
          for (int place = 0; place < batch.loaded(); place++) {
            int row = start + batch.row(place);
            out[row * spread.draws().count() + batch.draw(place)] = results[place];
          }
        });
  }

  /**
   * Replaces the linear predictors of a chunk's rows by the derivatives of ω E[log p(y)] in the
   * mean of the linear predictor of one category of each regression, ω E[D([y = k] − P)].
   *
   * @param chunk which rows
   * @return Σ ω E[log p(y)]
   */
  double differentiate(int chunk) {
    Arrays.fill(rowSums, 0);
    forEachBatch(chunk, this::clearRow, this::addDerivatives);
    double sum = 0;
    for (int i = 0; i < problem.regressors().features().chunkSize(chunk); i++) {
      sum += share(start + i) * rowSums[i];
    }
    return sum;
  }

  private double share(int row) {
    return problem.rowWeight(row) / spread.draws().count();
  }

  private void addDerivatives() {
    for (int place = 0; place < batch.loaded(); place++) {
      int row = start + batch.row(place);
      own[place] = problem.regressionOfRow(row);
      factors[place] = share(row);
    }
    batch.differentiate(own, factors, results);
    for (int place = 0; place < batch.loaded(); place++) {
      int i = batch.row(place);
      rowSums[i] += results[place];
      for (int b = 0; b < predictors.length; b++) {
        int width = coefficients.blockWidth(b);
        int count = Math.min(width, spread.draws().columns() - coefficients.blockStart(b));
        batch.addTo(place, coefficients.blockStart(b), count, predictors[b], i * width);
      }
    }
  }

  private void clearRow(int i) {
    for (int b = 0; b < predictors.length; b++) {
      int width = coefficients.blockWidth(b);
      Arrays.fill(predictors[b], i * width, (i + 1) * width, 0);
    }
  }

  /** Loads all draws of a chunk's rows, as many at a time as there is room for. */
  private void forEachBatch(int chunk, IntConsumer afterRow, Runnable task) {
    DesignMatrix features = problem.regressors().features();
    start = features.chunkStart(chunk);
    batch.clear();
    for (int i = 0; i < features.chunkSize(chunk); i++) {
      gather(i);
      afterRow.accept(i);
      double[] set = spread.set(start + i);
      for (int draw = 0; draw < spread.draws().count(); draw++) {
        batch.load(i, draw, means, deviations, set);
        if (batch.isFull()) {
          task.run();
          batch.clear();
        }
      }
    }
    task.run();
  }

  private void gather(int i) {
    for (int b = 0; b < predictors.length; b++) {
      int width = coefficients.blockWidth(b);
      int first = coefficients.blockStart(b);
      System.arraycopy(predictors[b], i * width, means, first, width);
      if (variances[b] != null) {
        for (int j = 0; j < width; j++) {
          deviations[first + j] = Math.sqrt(variances[b][i * width + j]);
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
