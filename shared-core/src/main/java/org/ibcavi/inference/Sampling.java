// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Samples that keep the order of what they are drawn from. */
final class Sampling {
  private Sampling() {}

  /** One of each of {@code count} equal stretches of 0 … n−1, so that all parts are there. */
  static int[] stratified(int n, int count, SplittableRandom random) {
    return IntStream.range(0, count)
        .map(i -> (int) Math.min(n - 1L, (long) ((i + random.nextDouble()) * n / count)))
        .toArray();
  }
}
