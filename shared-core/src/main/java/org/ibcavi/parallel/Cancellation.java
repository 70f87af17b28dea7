// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.parallel;

import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * The one place where long work asks whether it should go on. Every thread that works for a
 * computation calls {@link #check()} once per block; the computation belongs to the thread that
 * created this object, so interrupting that thread stops all of them.
 */
public final class Cancellation {
  private final Thread owner = Thread.currentThread();
  private final BooleanSupplier requested;
  private volatile boolean interrupted;

  private Cancellation(BooleanSupplier requested) {
    this.requested = Objects.requireNonNull(requested, "requested");
  }

  /**
   * A cancellation owned by the current thread.
   *
   * @param requested polled by every working thread; true stops the work
   * @return the cancellation
   */
  public static Cancellation when(BooleanSupplier requested) {
    return new Cancellation(requested);
  }

  /**
   * A cancellation that only interrupting the current thread triggers.
   *
   * @return the cancellation
   */
  public static Cancellation onInterrupt() {
    return new Cancellation(() -> false);
  }

  /**
   * Returns if the work may go on.
   *
   * @throws FitCancelledException if it may not
   */
  public void check() {
    if (interrupted || owner.isInterrupted()) {
      throw new FitCancelledException("stopped: the calling thread was interrupted");
    }
    if (requested.getAsBoolean()) {
      throw new FitCancelledException("stopped by the listener");
    }
  }

  /** Remembers an interruption whose flag a blocking call has cleared. */
  void noteInterruption() {
    interrupted = true;
  }
}
