// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.stream.IntStream;
import org.apache.spark.broadcast.Broadcast;

/**
 * Rows that are held out together.
 *
 * @param partOfRow the part of each row, of all partitions
 * @param part which one is held out
 */
record HeldOutPart(Broadcast<byte[]> partOfRow, int part) implements Serializable {
  /** Rows of a partition that are not held out, counted from its first. */
  int[] others(int first, int rows) {
    byte[] parts = partOfRow.value();
    return IntStream.range(0, rows).filter(i -> parts[first + i] != part).toArray();
  }

  /** Rows of a partition that are held out, counted from its first. */
  int[] own(int first, int rows) {
    byte[] parts = partOfRow.value();
    return IntStream.range(0, rows).filter(i -> parts[first + i] == part).toArray();
  }
}
