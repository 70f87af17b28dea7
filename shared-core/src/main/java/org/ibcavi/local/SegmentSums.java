// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.function.Supplier;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;
import org.ibcavi.problem.Problem;

/**
 * Sums over all rows with the same bits for any number of threads: every segment of rows is summed
 * from zero, and the segments' sums are added in order.
 */
public final class SegmentSums {
  /** Adds the contributions of one chunk of rows to some sums. */
  @FunctionalInterface
  public interface ChunkTask {
    /**
     * Adds a chunk.
     *
     * @param chunk which rows
     * @param sums what is added to
     */
    void add(int chunk, double[][] sums);
  }

  private final Problem problem;
  private final Workers workers;
  private final Cancellation cancellation;

  /**
   * Prepares sums.
   *
   * @param problem whose rows are summed over
   * @param workers who sums
   * @param cancellation asked before every chunk
   */
  public SegmentSums(Problem problem, Workers workers, Cancellation cancellation) {
    this.problem = problem;
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /**
   * Sums over all chunks. As many segments at a time as there are threads: more parts than that are
   * never held.
   *
   * @param tasks makes a task, with scratch memory of its own, for each segment
   * @param lengths of the arrays to fill
   * @return the filled arrays
   */
  public double[][] over(Supplier<ChunkTask> tasks, int... lengths) {
    int segments = problem.segments();
    double[][] total = zeros(lengths);
    if (segments == 1) {
      fill(0, tasks.get(), total);
      return total;
    }
    double[][][] parts = new double[Math.min(segments, workers.parallelism())][][];
    Arrays.setAll(parts, part -> zeros(lengths));
    for (int first = 0; first < segments; first += parts.length) {
      int from = first;
      int count = Math.min(parts.length, segments - first);
      workers.run(count, cancellation, part -> fill(from + part, tasks.get(), parts[part]));
      for (int part = 0; part < count; part++) {
        moveInto(total, parts[part]);
      }
    }
    return total;
  }

  /**
   * The sums of one segment alone. Those of all segments, added in their order to zeros, are those
   * of {@link #over}.
   *
   * @param segment which
   * @param task what is added
   * @param lengths of the arrays to fill
   * @return the filled arrays
   */
  public double[][] of(int segment, ChunkTask task, int... lengths) {
    double[][] sums = zeros(lengths);
    fill(segment, task, sums);
    return sums;
  }

  /**
   * Runs over all chunks for what they write elsewhere.
   *
   * @param tasks makes a task, with scratch memory of its own, for each segment
   */
  public void forEachChunk(Supplier<ChunkTask> tasks) {
    workers.run(
        problem.segments(), cancellation, segment -> fill(segment, tasks.get(), new double[0][]));
  }

  private void fill(int segment, ChunkTask task, double[][] sums) {
    int end = problem.segmentStart(segment + 1);
    for (int chunk = problem.segmentStart(segment); chunk < end; chunk++) {
      cancellation.check();
      task.add(chunk, sums);
    }
  }

  private static double[][] zeros(int[] lengths) {
    double[][] arrays = new double[lengths.length][];
    Arrays.setAll(arrays, i -> new double[lengths[i]]);
    return arrays;
  }

  private static void moveInto(double[][] total, double[][] part) {
    for (int i = 0; i < total.length; i++) {
      for (int at = 0; at < total[i].length; at++) {
        total[i][at] += part[i][at];
        part[i][at] = 0;
      }
    }
  }
}
