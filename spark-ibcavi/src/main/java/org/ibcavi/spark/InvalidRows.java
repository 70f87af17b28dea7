// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is done with rows that have null, NaN or infinite values. */
enum InvalidRows {
  /** They are refused. */
  ERROR,
  /** They are left out. */
  SKIP,
  /** They are left out of a fit, and predictions give them base rates. */
  KEEP;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static InvalidRows of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  static List<String> texts() {
    return Arrays.stream(values()).map(InvalidRows::text).toList();
  }
}
