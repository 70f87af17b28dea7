// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Where the rows are while a model is fitted. */
enum Strategy {
  /** Gathered if they fit an executor, else partitioned. */
  AUTO,
  /** All rows in one task, which fits with the core as anywhere else. */
  GATHER,
  /** Rows stay in partitions, and each pass over them is a job. */
  PARTITION;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Strategy of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  static List<String> texts() {
    return Arrays.stream(values()).map(Strategy::text).toList();
  }
}
