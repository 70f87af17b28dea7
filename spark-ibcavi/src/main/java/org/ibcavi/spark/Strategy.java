// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

/** Where the rows are while a model is fitted. */
enum Strategy {
  /** Gathered or split if they fit an executor, else partitioned. */
  AUTO,
  /** All rows in one task, which fits with the core as anywhere else. */
  GATHER,
  /** A copy of all rows on every executor; executors share out the categories. */
  SPLIT,
  /** Rows stay in partitions, and each pass over them is a job. */
  PARTITION
}
