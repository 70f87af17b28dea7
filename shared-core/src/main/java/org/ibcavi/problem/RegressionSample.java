// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Some of the regressions that have rows, stratified by their counts, so that rare and frequent
 * categories are there in proportion. A category without rows says nothing about the weights of
 * those that have some.
 */
public final class RegressionSample {
  /** Regressions that stand for all where all would be too dear, at the least. */
  public static final int ENOUGH = 16;

  private final int candidates;
  private final int[] regressions;

  /**
   * Draws a sample.
   *
   * @param shape whose regressions
   * @param count how many, or all if there are fewer
   * @param seed of the draw
   */
  public RegressionSample(Shape shape, double count, long seed) {
    int[] byCount =
        withRows(shape)
            .boxed()
            .sorted(Comparator.comparingDouble(shape::regressionWeight))
            .mapToInt(Integer::intValue)
            .toArray();
    candidates = byCount.length;
    int size = (int) Math.min(candidates, count);
    regressions =
        Arrays.stream(Sampling.stratified(candidates, size, new SplittableRandom(seed)))
            .map(i -> byCount[i])
            .sorted()
            .toArray();
  }

  public static IntStream withRows(Shape shape) {
    return IntStream.range(0, shape.regressions())
        .filter(regression -> shape.regressionWeight(regression) > 0);
  }

  /** The regressions in increasing order; not copied. */
  public int[] regressions() {
    return regressions;
  }

  /** How many regressions each of the sample stands for. */
  public double share() {
    return (double) candidates / regressions.length;
  }

  /** A sentence if it is a sample. */
  public List<String> notes() {
    return regressions.length == candidates
        ? List.of()
        : List.of(
            "the prior variance was learned from "
                + regressions.length
                + " of "
                + candidates
                + " categories");
  }
}
