// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;
import org.ibcavi.special.Softmax;

/**
 * The categorical likelihood of one chunk of rows after another: scores t of every unit, their
 * derivatives D, and the probabilities P ∝ e^t, in blocks of units as the coefficients are.
 */
final class ChunkScores {
  private final Problem problem;
  private final Likelihood member;
  private final Coefficients coefficients;
  private final int[][] multiplicities;
  private final double[][] scores;
  private final double[][] slopes;

  ChunkScores(Problem problem, Likelihood member, Coefficients coefficients) {
    this.problem = problem;
    this.member = member;
    this.coefficients = coefficients;
    int blocks = coefficients.blocks();
    multiplicities = new int[blocks][];
    scores = new double[blocks][];
    slopes = new double[blocks][];
    for (int b = 0; b < blocks; b++) {
      int width = coefficients.blockWidth(b);
      scores[b] = new double[DesignMatrix.CHUNK_ROWS * width];
      slopes[b] = new double[DesignMatrix.CHUNK_ROWS * width];
      multiplicities[b] = new int[width];
      for (int j = 0; j < width; j++) {
        multiplicities[b][j] = problem.multiplicity(coefficients.blockStart(b) + j);
      }
    }
  }

  /** Computes scores and slopes of a chunk's rows. */
  void load(int chunk) {
    for (int b = 0; b < scores.length; b++) {
      int width = coefficients.blockWidth(b);
      problem.regressors().product(chunk, coefficients.block(b), width, scores[b]);
      int length = problem.regressors().features().chunkSize(chunk) * width;
      member.link().scores(member.alpha(), scores[b], slopes[b], 0, length);
    }
  }

  /**
   * Replaces the i-th row's scores by e^(t − max).
   *
   * @return log Σ e^t over all categories
   */
  double exponentiate(int i) {
    double max = maximum(i);
    double sum = 0;
    for (int b = 0; b < scores.length; b++) {
      sum += exponentiate(b, i, max);
    }
    return max + Math.log(sum);
  }

  /**
   * Replaces the i-th row's scores by the derivatives of ω log p(y) in the linear predictor of one
   * category of each unit, ωD([y = k] − P).
   *
   * @return ω log p(y)
   */
  double differentiate(int i, int own, double weight) {
    int block = coefficients.blockOf(own);
    int at = i * multiplicities[block].length + own - coefficients.blockStart(block);
    double max = maximum(i);
    double ownScore = scores[block][at] - max;
    // Without the row's own category, so that 1 − P of it is a sum and not a difference.
    scores[block][at] = Double.NEGATIVE_INFINITY;
    double others = 0;
    for (int b = 0; b < scores.length; b++) {
      others += exponentiate(b, i, max);
    }
    double ownTerm = Math.exp(ownScore);
    int siblings = multiplicities[block][own - coefficients.blockStart(block)] - 1;
    others += siblings * ownTerm;
    double sum = others + ownTerm;
    for (int b = 0; b < scores.length; b++) {
      multiplySlopes(b, i, -weight / sum);
    }
    scores[block][at] = weight * slopes[block][at] * (others / sum);
    return weight * (ownScore - Math.log(sum));
  }

  private double maximum(int i) {
    double max = Double.NEGATIVE_INFINITY;
    for (int b = 0; b < scores.length; b++) {
      int width = multiplicities[b].length;
      max = Math.max(max, Softmax.maximum(scores[b], i * width, width));
    }
    return max;
  }

  private double exponentiate(int b, int i, double max) {
    int[] counts = multiplicities[b];
    return Softmax.exponentiate(scores[b], i * counts.length, counts, max);
  }

  private void multiplySlopes(int b, int i, double scale) {
    double[] values = scores[b];
    double[] factors = slopes[b];
    int width = multiplicities[b].length;
    for (int at = i * width; at < (i + 1) * width; at++) {
      values[at] *= scale * factors[at];
    }
  }

  /** Adds Xᵀ times the derivatives to a gradient's blocks. */
  void addGradient(int chunk, double[][] sums, int firstSum) {
    for (int b = 0; b < scores.length; b++) {
      problem
          .regressors()
          .addTransposedProduct(chunk, scores[b], multiplicities[b].length, sums[firstSum + b]);
    }
  }
}
