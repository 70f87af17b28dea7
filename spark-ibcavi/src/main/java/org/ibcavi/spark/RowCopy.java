// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.problem.Problem;

/** All rows of a problem on their way to executors, each of which keeps one copy. */
final class RowCopy implements Serializable {
  private static final long serialVersionUID = 1;

  private final SentShape shape;
  private final RowBlock rows;
  private final int threads;
  private transient volatile Problem problem;

  /**
   * Prepares a copy.
   *
   * @param original the problem
   * @param threads that a task has
   */
  RowCopy(Problem original, int threads) {
    int[] categories =
        IntStream.range(0, original.rows())
            .map(row -> original.firstCategory(original.regressionOfRow(row)))
            .toArray();
    double[] weights =
        IntStream.range(0, original.rows()).mapToDouble(original::rowWeight).toArray();
    this.shape = SentShape.of(original.shape());
    this.rows = new RowBlock(original.regressors().features(), categories, weights);
    this.threads = threads;
  }

  /** Work that takes sums over all rows. */
  interface Work<T, R> extends Serializable {
    /**
     * Does it.
     *
     * @param pass over all rows
     * @param task what is to be done
     * @return what was found
     */
    R of(LocalPass pass, T task);
  }

  /** Works in the task that is running. */
  <T, R> R run(Work<T, R> work, T task) {
    try (Workers workers = Workers.of(threads)) {
      FitContext context = new FitContext(workers, new TaskListener(TaskContext.get()));
      return work.of(new LocalPass(problem(), context), task);
    }
  }

  /** Put together once in each process. */
  private Problem problem() {
    Problem known = problem;
    if (known == null) {
      synchronized (this) {
        known = problem == null ? rows.problem(shape.shape()) : problem;
        problem = known;
      }
    }
    return known;
  }
}
