// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.parallel;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.ibcavi.fit.FitCancelledException;

/**
 * The one place where long work asks whether it should go on. Every thread that works for a
 * computation calls {@link #check()} once per block; the computation belongs to the thread that
 * created this object, so interrupting that thread stops all of them.
 */
public final class Cancellation {
  private final Thread owner; // Null if interrupts stop nothing.
  private final BooleanSupplier requested;
  private volatile boolean interrupted;

  private Cancellation(Thread owner, BooleanSupplier requested) {
    this.owner = owner;
    this.requested = Objects.requireNonNull(requested, "requested");
  }

  /**
   * A cancellation owned by the current thread.
   *
   * @param requested polled by every working thread; true stops the work
   * @return the cancellation
   */
  public static Cancellation when(BooleanSupplier requested) {
    return new Cancellation(Thread.currentThread(), requested);
  }

  /**
   * No cancellation: the work goes on to its end, and an interrupt only leaves its flag set.
   *
   * @return what never stops anything
   */
  public static Cancellation never() {
    return new Cancellation(null, () -> false);
  }

  /**
   * A cancellation that only interrupting the current thread triggers.
   *
   * @return the cancellation
   */
  public static Cancellation onInterrupt() {
    return new Cancellation(Thread.currentThread(), () -> false);
  }

  /**
   * Returns if the work may go on.
   *
   * @throws FitCancelledException if it may not
   */
  public void check() {
    if (owner != null && (interrupted || owner.isInterrupted())) {
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
