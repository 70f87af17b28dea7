// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.problem.Problem;

/** What depends on the rows alone and serves every prior: computed when first asked for. */
final class SharedSums {
  private final Problem problem;
  private final SegmentSums sums;
  private double[] gram;
  private double[] squareSums;
  private Regressors squares;

  SharedSums(Problem problem, SegmentSums sums) {
    this.problem = problem;
    this.sums = sums;
  }

  /** XᵀΩX, the upper triangle. Not copied. */
  double[] gram() {
    if (gram == null) {
      Regressors regressors = problem.regressors();
      gram =
          sums.over(
                  () ->
                      (chunk, total) -> regressors.addUpperGram(chunk, rowWeights(chunk), total[0]),
                  problem.size() * problem.size())[0];
    }
    return gram;
  }

  /** diag(XᵀΩX). Not copied. */
  double[] squareSums() {
    if (squareSums == null) {
      Regressors squared = squares();
      squareSums =
          sums.over(
                  () ->
                      (chunk, total) ->
                          squared.addTransposedProduct(chunk, rowWeights(chunk), 1, total[0]),
                  problem.size())[0];
    }
    return squareSums;
  }

  /** The regressors squared; several threads may ask. */
  synchronized Regressors squares() {
    if (squares == null) {
      squares = problem.regressors().squared();
    }
    return squares;
  }

  private double[] rowWeights(int chunk) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    double[] weights = new double[features.chunkSize(chunk)];
    Arrays.setAll(weights, i -> problem.rowWeight(start + i));
    return weights;
  }
}
