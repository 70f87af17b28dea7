// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What the calling thread allocates. */
final class AllocatedMemory {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedMemory() {}

  /**
   * Runs a task that may allocate so many bytes. One that takes more is run again, since loading
   * classes takes memory too, but only once.
   */
  static void limit(long allowed, Runnable task) {
    if (allocatedBy(task) <= allowed) {
      return;
    }
    long again = allocatedBy(task);
    if (again > allowed) {
      throw new AssertionError(again + " bytes were allocated; must be at most " + allowed);
    }
  }

  private static long allocatedBy(Runnable task) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    task.run();
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
