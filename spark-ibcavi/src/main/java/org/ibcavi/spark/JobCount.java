// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts jobs. */
final class JobCount {
  private final AtomicInteger count = new AtomicInteger();

  void add() {
    count.incrementAndGet();
  }

  int count() {
    return count.get();
  }
}
