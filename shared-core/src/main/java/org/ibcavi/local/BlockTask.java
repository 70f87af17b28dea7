// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Link;
import org.ibcavi.problem.Problem;

/**
 * The pass of a block of regressions over a segment's chunks. Almost all rows are of another
 * category than the regression's, so that branch is computed for the whole block and the few rows
 * of the regressions' own categories are corrected.
 */
final class BlockTask implements SegmentSums.ChunkTask {
  private final Problem problem;
  private final Link link;
  private final int[] regressions;
  private final int[] columnOfRegression;
  private final int width;
  private final double[] coefficients;
  private final Regressors squares;
  private final double[] variances;
  private final double[] eta;
  private final double[] spread;

  /**
   * Prepares a pass.
   *
   * @param problem whose rows
   * @param link of the binary regressions
   * @param regressions of the block
   * @param columnOfRegression the place of a regression in the block, −1 if it is not there
   * @param coefficients P × regressions
   * @param squares squared regressors if coefficients have variances, else null
   * @param variances of the coefficients, or null
   */
  BlockTask(
      Problem problem,
      Link link,
      int[] regressions,
      int[] columnOfRegression,
      double[] coefficients,
      Regressors squares,
      double[] variances) {
    this.problem = problem;
    this.link = link;
    this.regressions = regressions;
    this.columnOfRegression = columnOfRegression;
    this.width = coefficients.length / problem.size();
    this.coefficients = coefficients;
    this.squares = squares;
    this.variances = variances;
    this.eta = new double[DesignMatrix.CHUNK_ROWS * width];
    this.spread = variances == null ? null : new double[DesignMatrix.CHUNK_ROWS * width];
  }

  @Override
  public void add(int chunk, double[][] sums) {
    Regressors regressors = problem.regressors();
    regressors.product(chunk, coefficients, width, eta);
    problem.addOffsets(chunk, regressions, 0, width, eta);
    if (variances != null) {
      squares.product(chunk, variances, width, spread);
    }
    int start = regressors.features().chunkStart(chunk);
    for (int i = 0; i < regressors.features().chunkSize(chunk); i++) {
      applyLink(start + i, i * width, sums[0]);
    }
    regressors.addTransposedProduct(chunk, eta, width, sums[1]);
    if (variances != null) {
      squares.addTransposedProduct(chunk, spread, width, sums[2]);
    }
  }

  private void applyLink(int row, int at, double[] values) {
    double weight = problem.rowWeight(row);
    int own = columnOfRegression[problem.regressionOfRow(row)];
    if (own < 0) {
      link.negatives(weight, eta, spread, at, width, values, 0);
      return;
    }
    double mean = eta[at + own];
    double variance = spread == null ? 0 : spread[at + own];
    link.negatives(weight, eta, spread, at, width, values, 0);
    double asOther = link.bound(false, mean, variance);
    values[own] += weight * (link.bound(true, mean, variance) - asOther);
    eta[at + own] = weight * link.boundSlope(true, mean, variance);
  }
}
