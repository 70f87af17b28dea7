// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Iterator;
import java.util.Optional;
import org.apache.spark.TaskContext;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.problem.Problem;

/** The rows of a partition in the task that sums them. */
final class Part {
  private final Problem problem;
  private final int first;
  private final FitContext context;

  private Part(Problem problem, int first, FitContext context) {
    this.problem = problem;
    this.first = first;
    this.context = context;
  }

  /**
   * Makes ready.
   *
   * @param blocks at most one
   * @param shape of the whole problem
   * @param first the number of the first row among all
   * @param heldOut rows to leave out; null for none
   * @return empty if there are no rows
   */
  static Optional<Part> of(
      Iterator<RowBlock> blocks, SentShape shape, int first, HeldOutPart heldOut) {
    if (!blocks.hasNext()) {
      return Optional.empty();
    }
    FitContext context = new FitContext(Workers.sequential(), new TaskListener(TaskContext.get()));
    Problem all = blocks.next().problem(shape.shape());
    if (heldOut == null) {
      return Optional.of(new Part(all, first, context));
    }
    int[] others = heldOut.others(first, all.rows());
    return others.length == 0
        ? Optional.empty()
        : Optional.of(new Part(all.onRows(others), first, context));
  }

  /** Sums over the rows. */
  LocalPass pass() {
    return new LocalPass(problem, context);
  }

  /** The rows. */
  Problem problem() {
    return problem;
  }

  /** The number of the first row among all. */
  int first() {
    return first;
  }

  /** The one thread of the task, and who may cancel it. */
  FitContext context() {
    return context;
  }
}
