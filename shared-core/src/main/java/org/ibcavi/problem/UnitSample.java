// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Some of the units that have rows, stratified by their counts, so that rare and frequent
 * categories are there in proportion. A category without rows says nothing about the weights of
 * those that have some.
 */
public final class UnitSample {
  private final int candidates;
  private final int[] units;

  /**
   * Draws a sample.
   *
   * @param shape whose units
   * @param count how many, or all if there are fewer
   * @param seed of the draw
   */
  public UnitSample(Shape shape, double count, long seed) {
    int[] byCount =
        withRows(shape)
            .boxed()
            .sorted(Comparator.comparingDouble(shape::unitWeight))
            .mapToInt(Integer::intValue)
            .toArray();
    candidates = byCount.length;
    int size = (int) Math.min(candidates, count);
    units =
        Arrays.stream(Sampling.stratified(candidates, size, new SplittableRandom(seed)))
            .map(i -> byCount[i])
            .sorted()
            .toArray();
  }

  public static IntStream withRows(Shape shape) {
    return IntStream.range(0, shape.units()).filter(unit -> shape.unitWeight(unit) > 0);
  }

  /** In increasing order; not copied. */
  public int[] units() {
    return units;
  }

  /** How many units each of the sample stands for. */
  public double share() {
    return (double) candidates / units.length;
  }

  /** A sentence if it is a sample. */
  public List<String> notes() {
    return units.length == candidates
        ? List.of()
        : List.of(
            "the prior variance was learned from "
                + units.length
                + " of "
                + candidates
                + " categories");
  }
}
