// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** An order of the categories that only their rows decide, so that random draws can go by it. */
public final class CategoryOrder {
  private CategoryOrder() {}

  /**
   * The categories that take part, by the smallest number of their rows. Copies of rows do not
   * change that. Categories whose smallest numbers are of the same features go by the largest, then
   * by the weight of their rows; those without rows are the last.
   *
   * @param problem whose categories
   * @param hashes a number for each row, the same for rows with the same features
   * @return their numbers among those that take part
   */
  public static int[] of(Problem problem, long[] hashes) {
    long[] least = new long[problem.regressions()];
    long[] most = new long[least.length];
    Arrays.fill(least, Long.MAX_VALUE);
    Arrays.fill(most, Long.MIN_VALUE);
    for (int i = 0; i < hashes.length; i++) {
      int regression = problem.regressionOfRow(i);
      least[regression] = Math.min(least[regression], hashes[i]);
      most[regression] = Math.max(most[regression], hashes[i]);
    }
    int[] regressions = problem.competitors();
    return IntStream.range(0, regressions.length)
        .boxed()
        .sorted(
            Comparator.<Integer>comparingLong(k -> least[regressions[k]])
                .thenComparingLong(k -> most[regressions[k]])
                .thenComparingDouble(k -> problem.shape().regressionWeight(regressions[k])))
        .mapToInt(k -> k)
        .toArray();
  }
}
