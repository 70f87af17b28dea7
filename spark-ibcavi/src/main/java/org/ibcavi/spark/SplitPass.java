// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.pass.BlockSums;
import org.ibcavi.pass.CategoricalRows;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RegressionRows;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;

/**
 * Sums over rows that are here and on every executor: what is about many regressions goes to the
 * executors, each of which answers for some of them; the rest is done here.
 */
final class SplitPass implements RowPass {
  /** Values in a block of coefficients: 64 MB. */
  private static final int MAX_BLOCK = 1 << 23;

  /** Regressions of a task at the least; fewer would starve the product kernels. */
  private static final int LEAST_REGRESSIONS = 16;

  private final SplitEngine engine;
  private final Problem problem;
  private final LocalPass here;

  /**
   * Prepares sums.
   *
   * @param engine runs jobs
   * @param problem whose rows
   * @param here sums that are not worth a job
   */
  SplitPass(SplitEngine engine, Problem problem, LocalPass here) {
    this.engine = engine;
    this.problem = problem;
    this.here = here;
  }

  /** Who runs jobs. */
  SplitEngine engine() {
    return engine;
  }

  /** Whose rows. */
  Problem problem() {
    return problem;
  }

  @Override
  public Shape shape() {
    return problem.shape();
  }

  /** One after the other: each job has all executors. */
  @Override
  public void spread(int tasks, Task task) {
    for (int index = 0; index < tasks; index++) {
      task.run(this, index);
    }
  }

  @Override
  public <R extends Serializable> List<R> onRegressions(List<? extends RegressionTask<R>> tasks) {
    return engine.run(problem, List.copyOf(tasks), (pass, task) -> task.run(pass));
  }

  @Override
  public int blockWidth(int regressions) {
    return Math.max(1, Math.min(regressions, MAX_BLOCK / shape().size()));
  }

  /** A regression's sums have the same bits in any block. */
  @Override
  public BlockSums block(Link link, int[] regressions, double[] coefficients, double[] variances) {
    int[] bounds = bounds(regressions.length, LEAST_REGRESSIONS);
    List<BlockShare> shares = new ArrayList<>();
    for (int s = 0; s + 1 < bounds.length; s++) {
      shares.add(
          new BlockShare(link, regressions, coefficients, variances, bounds[s], bounds[s + 1]));
    }
    List<double[][]> found = engine.run(problem, shares, (pass, share) -> share.sums(pass));
    BlockSums block =
        new BlockSums(
            new double[regressions.length],
            new double[coefficients.length],
            new double[variances == null ? 0 : variances.length]);
    for (int s = 0; s < found.size(); s++) {
      shares.get(s).put(found.get(s), block, bounds[s]);
    }
    return block;
  }

  /** The first of each task's items, and their number at the end. */
  int[] bounds(int items, int least) {
    int tasks = Math.max(1, Math.min(engine.slots(), items / least));
    int[] bounds = new int[tasks + 1];
    Arrays.setAll(bounds, task -> Sampling.bound(task, items, tasks));
    return bounds;
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, Cholesky precision) {
    return here.regression(link, regression, mean, precision);
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, double[] variances) {
    return here.regression(link, regression, mean, variances);
  }

  @Override
  public Curvatures curvatures(Link link) {
    String name = link.name();
    return new SplitCurvatures(
        this,
        here.curvatures(link),
        new double[0][],
        (pass, none) -> pass.curvatures(Link.named(name)));
  }

  @Override
  public CategoricalRows categorical(Likelihood member) {
    return new SplitCategoricalRows(this, member, here.categorical(member));
  }

  @Override
  public double[] gram() {
    return here.gram();
  }

  @Override
  public double[] squareSums() {
    return here.squareSums();
  }

  @Override
  public Folds folds(int parts, int[] regressions, long seed) {
    return here.folds(parts, regressions, seed);
  }

  @Override
  public Problem sample(int rows, long seed) {
    return here.sample(rows, seed);
  }
}
