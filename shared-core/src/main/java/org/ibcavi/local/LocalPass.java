// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.columns.Regressors;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.linalg.Products;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.BlockSums;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RegressionRows;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;

/** Sums over rows in memory, by threads. */
public final class LocalPass implements RowPass {
  /** Narrower blocks would starve the product kernels. */
  private static final int MIN_WIDTH = 16;

  /**
   * Wider blocks gain nothing more: at 256 the kernels copy a chunk's rows half as often as at 128,
   * with which OpenBLAS has 60 instead of 46 GFLOP/s.
   */
  public static final int MAX_WIDTH = 256;

  /** Values in a block of coefficients at the most: with its gradient it should stay in memory. */
  private static final int MAX_BLOCK = 1 << 24;

  private final Problem problem;
  private final Workers workers;
  private final Cancellation cancellation;
  private final SegmentSums sums;
  private final SharedSums shared;

  /**
   * Prepares sums.
   *
   * @param problem whose rows
   * @param context threads and who may cancel
   */
  public LocalPass(Problem problem, FitContext context) {
    this(problem, context.workers(), context.cancellation());
  }

  LocalPass(Problem problem, Workers workers, Cancellation cancellation) {
    this.problem = problem;
    this.workers = workers;
    this.cancellation = cancellation;
    this.sums = new SegmentSums(problem, workers, cancellation);
    this.shared = new SharedSums(problem, sums);
  }

  /** The same rows with some of the threads. */
  private LocalPass(LocalPass whole, Workers some) {
    this.problem = whole.problem;
    this.workers = some;
    this.cancellation = whole.cancellation;
    this.sums = new SegmentSums(problem, some, cancellation);
    this.shared = whole.shared;
  }

  @Override
  public Shape shape() {
    return problem.shape();
  }

  @Override
  public void spread(int tasks, Task task) {
    workers.spread(
        tasks, cancellation, (some, index) -> task.run(new LocalPass(this, some), index));
  }

  /**
   * Blocks that leave none of the threads idle where they stay wide enough. Values do not depend on
   * the split, so it may depend on the threads; unless the product kernel is not exact, when
   * threads share the rows of a block.
   */
  @Override
  public int blockWidth(int regressions) {
    int threads = Products.exact() ? workers.parallelism() : 1;
    int widest = Math.max(1, Math.min(MAX_WIDTH, MAX_BLOCK / Math.max(1, problem.size())));
    int share = (regressions + threads - 1) / threads;
    // Narrower blocks are a little slower: threads rather share the rows, where these are many.
    int least = problem.segments() >= threads ? Coefficients.MAX_WIDTH : MIN_WIDTH;
    return Math.min(widest, Math.max(least, share));
  }

  @Override
  public BlockSums block(Link link, int[] regressions, double[] coefficients, double[] variances) {
    Regressors squares = variances == null ? null : shared.squares();
    int[] columnOfRegression = new int[problem.regressions()];
    Arrays.fill(columnOfRegression, -1);
    for (int j = 0; j < regressions.length; j++) {
      columnOfRegression[regressions[j]] = j;
    }
    double[][] totals =
        sums.over(
            () ->
                new BlockTask(
                    problem,
                    link,
                    regressions,
                    columnOfRegression,
                    coefficients,
                    squares,
                    variances),
            regressions.length,
            coefficients.length,
            variances == null ? 0 : variances.length);
    return new BlockSums(totals[0], totals[1], totals[2]);
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, Cholesky precision) {
    CategoryPass pass = new CategoryPass(problem, regression, sums);
    double[] means = pass.linearPredictors(mean);
    return new LocalRegressionRows(pass, link, means, pass.variances(precision));
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, double[] variances) {
    CategoryPass pass = new CategoryPass(problem, regression, sums);
    double[] means = pass.linearPredictors(mean);
    return new LocalRegressionRows(pass, link, means, pass.predictors(shared.squares(), variances));
  }

  @Override
  public LocalCurvatures curvatures(Link link) {
    return new LocalCurvatures(problem, new BinaryCurvature(problem, link), workers, cancellation);
  }

  @Override
  public LocalCategoricalRows categorical(Likelihood member) {
    return categorical(member, Spread.none(problem));
  }

  /**
   * What the rows say about all regressions together where linear predictors spread.
   *
   * @param member the likelihood
   * @param spread of the linear predictors around their means
   * @return sums on demand
   */
  public LocalCategoricalRows categorical(Likelihood member, Spread spread) {
    return new LocalCategoricalRows(problem, member, spread, workers, cancellation);
  }

  @Override
  public double[] gram() {
    return shared.gram();
  }

  @Override
  public double[] squareSums() {
    return shared.squareSums();
  }

  /**
   * Sums over other rows by the same threads.
   *
   * @param other whose rows
   * @return the pass
   */
  public LocalPass on(Problem other) {
    return new LocalPass(other, workers, cancellation);
  }

  @Override
  public Folds folds(int parts, int[] regressions, long seed) {
    return new LocalFolds(problem, parts, regressions, seed, workers, cancellation);
  }

  /** Of rows that are few enough to be all of them, the problem itself. */
  @Override
  public Problem sample(int rows, long seed) {
    return problem.sample(rows, new SplittableRandom(seed));
  }
}
