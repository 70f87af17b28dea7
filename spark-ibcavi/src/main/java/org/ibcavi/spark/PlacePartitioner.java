// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.Partitioner;

/**
 * Even ranges of places. Places are spread evenly over all numbers, so that nothing has to be
 * sampled to find the bounds, which are the same for the same number of partitions.
 */
final class PlacePartitioner extends Partitioner {
  private static final long serialVersionUID = 1;

  private final int partitions;

  PlacePartitioner(int partitions) {
    this.partitions = partitions;
  }

  @Override
  public int numPartitions() {
    return partitions;
  }

  /** The place's share of all numbers, by its upper 32 bits, times the number of partitions. */
  @Override
  public int getPartition(Object place) {
    long fromZero = (long) place ^ Long.MIN_VALUE;
    return (int) (((fromZero >>> Integer.SIZE) * partitions) >>> Integer.SIZE);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PlacePartitioner that && partitions == that.partitions;
  }

  @Override
  public int hashCode() {
    return partitions;
  }
}
