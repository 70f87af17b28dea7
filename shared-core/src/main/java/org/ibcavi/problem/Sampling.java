// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Samples that keep the order of what they are drawn from. */
public final class Sampling {
  /**
   * Rows by which priors and members are compared where all would be too dear: more would hardly
   * choose another one.
   */
  public static final int ENOUGH_ROWS = 1000;

  private Sampling() {}

  /** One of each of {@code count} even stretches of 0 … n−1, so that all parts are there once. */
  public static int[] stratified(int n, int count, SplittableRandom random) {
    return IntStream.range(0, count)
        .map(i -> random.nextInt(bound(i, n, count), bound(i + 1, n, count)))
        .toArray();
  }

  /** Where a stretch of {@code count} even ones of 0 … n−1 begins, and the one before it ends. */
  public static int bound(int stretch, int n, int count) {
    return (int) ((long) stretch * n / count);
  }
}
