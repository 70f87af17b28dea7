// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.link.Likelihood;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.CategoricalRows;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;

/**
 * A categorical likelihood of rows in memory. With a {@link Spread}, values are expectations over
 * linear predictors that are independent normals around their means.
 */
public final class LocalCategoricalRows implements CategoricalRows {
  private final Problem problem;
  private final Likelihood member;
  private final Spread spread;
  private final Workers workers;
  private final Cancellation cancellation;
  private final SegmentSums sums;

  LocalCategoricalRows(
      Problem problem,
      Likelihood member,
      Spread spread,
      Workers workers,
      Cancellation cancellation) {
    this.problem = problem;
    this.member = member;
    this.spread = spread;
    this.workers = workers;
    this.cancellation = cancellation;
    this.sums = new SegmentSums(problem, workers, cancellation);
  }

  @Override
  public double valueAndGradient(Coefficients b, Coefficients gradient) {
    double[][] totals = sums.over(() -> gradientTask(b), lengths(b));
    for (int block = 0; block < b.blocks(); block++) {
      System.arraycopy(totals[block + 1], 0, gradient.block(block), 0, totals[block + 1].length);
    }
    return totals[0][0];
  }

  /**
   * The part of {@link #valueAndGradient} that is from the rows of one segment.
   *
   * @param b a vector for each regression
   * @param segment which rows
   * @return an array of the value, and one for each block of the derivatives
   */
  public double[][] ofSegment(Coefficients b, int segment) {
    return sums.of(segment, gradientTask(b), lengths(b));
  }

  private static int[] lengths(Coefficients b) {
    int[] lengths = new int[b.blocks() + 1];
    lengths[0] = 1;
    for (int block = 0; block < b.blocks(); block++) {
      lengths[block + 1] = b.block(block).length;
    }
    return lengths;
  }

  private SegmentSums.ChunkTask gradientTask(Coefficients b) {
    ChunkScores scores = new ChunkScores(problem, member, b, spread);
    return (chunk, totals) -> {
      scores.load(chunk);
      totals[0][0] += scores.differentiate(chunk);
      scores.addGradient(chunk, totals, 1);
    };
  }

  @Override
  public LocalCurvatures curvatures(Coefficients b) {
    return new LocalCurvatures(problem, curvature(b), workers, cancellation);
  }

  /**
   * The curvature of each row.
   *
   * @param b a vector for each regression, at which probabilities are taken
   * @return by chunk and regression
   */
  public RowCurvature curvature(Coefficients b) {
    return new CategoricalCurvature(problem, member, spread, logNormalizers(b));
  }

  /** log Σ_k e^(t_k) of every row, at each of its draws: those of the first row, then the next. */
  private double[] logNormalizers(Coefficients b) {
    int draws = spread.draws().count();
    double[] result = new double[Math.multiplyExact(problem.rows(), draws)];
    sums.forEachChunk(
        () -> {
          ChunkScores scores = new ChunkScores(problem, member, b, spread);
          return (chunk, none) -> {
            scores.load(chunk);
            scores.logNormalizers(chunk, result);
          };
        });
    return result;
  }
}
