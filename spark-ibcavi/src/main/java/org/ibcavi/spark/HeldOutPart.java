// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;
import org.ibcavi.problem.Problem;

/**
 * Rows that are held out together.
 *
 * @param partOfRow the part of each row, of all partitions
 * @param part which one is held out
 * @param among how many parts, from the first on, are looked at
 */
record HeldOutPart(Broadcast<byte[]> partOfRow, int part, int among) implements Serializable {
  /** Rows of a partition that are looked at and not held out, counted from its first. */
  int[] others(int first, int rows) {
    byte[] parts = partOfRow.value();
    return IntStream.range(0, rows)
        .filter(i -> parts[first + i] != part && parts[first + i] < among)
        .toArray();
  }

  /** Rows of a partition that are held out and whose regressions are looked at, from its first. */
  int[] own(Part rows, int[] regressions) {
    byte[] parts = partOfRow.value();
    Problem problem = rows.problem();
    return IntStream.range(0, problem.rows())
        .filter(i -> parts[rows.first() + i] == part)
        .filter(i -> Arrays.binarySearch(regressions, problem.regressionOfRow(i)) >= 0)
        .toArray();
  }
}
