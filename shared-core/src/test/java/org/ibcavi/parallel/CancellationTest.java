// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.parallel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ibcavi.fit.FitCancelledException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who can stop a computation, and how it says so. */
class CancellationTest {
  @AfterEach
  void clearInterruptFlag() {
    Thread.interrupted();
  }

  @Test
  void workGoesOnWhileNobodyAsksToStop() {
    assertDoesNotThrow(Cancellation.onInterrupt()::check);
    assertDoesNotThrow(Cancellation.when(() -> false)::check);
  }

  @Test
  void aListenerStopsTheWork() {
    Cancellation cancellation = Cancellation.when(() -> true);
    Exception e = assertThrows(FitCancelledException.class, cancellation::check);
    assertEquals("stopped by the listener", e.getMessage());
  }

  @Test
  void interruptingTheOwnerStopsTheWork() {
    Cancellation cancellation = Cancellation.onInterrupt();
    Thread.currentThread().interrupt();
    Exception e = assertThrows(FitCancelledException.class, cancellation::check);
    assertEquals("stopped: the calling thread was interrupted", e.getMessage());
  }

  @Test
  void interruptingTheOwnerStopsOtherThreads() throws Exception {
    Cancellation cancellation = Cancellation.onInterrupt();
    FutureTask<String> helper =
        new FutureTask<>(
            () -> assertThrows(FitCancelledException.class, cancellation::check).getMessage());
    Thread.currentThread().interrupt();
    new Thread(helper).start();
    while (!helper.isDone()) {
      Thread.onSpinWait();
    }
    Thread.interrupted();
    assertEquals("stopped: the calling thread was interrupted", resultOf(helper));
  }

  @Test
  void checkingLeavesTheInterruptFlagSet() {
    Cancellation cancellation = Cancellation.onInterrupt();
    Thread.currentThread().interrupt();
    assertThrows(FitCancelledException.class, cancellation::check);
    assertTrue(Thread.currentThread().isInterrupted());
  }

  @Test
  void interruptingAnotherThreadStopsNothing() throws Exception {
    Cancellation cancellation = Cancellation.onInterrupt();
    FutureTask<String> helper =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              cancellation.check();
              return "went on";
            });
    new Thread(helper).start();
    assertEquals("went on", resultOf(helper));
  }

  @Test
  void anInterruptionNotedStopsTheWorkThoughTheFlagIsCleared() {
    Cancellation cancellation = Cancellation.onInterrupt();
    cancellation.noteInterruption();
    assertThrows(FitCancelledException.class, cancellation::check);
  }

  @Test
  void aMissingListenerIsRefused() {
    Exception e = assertThrows(NullPointerException.class, () -> Cancellation.when(null));
    assertEquals("requested", e.getMessage());
  }

  private static String resultOf(FutureTask<String> task)
      throws InterruptedException, ExecutionException, TimeoutException {
    return task.get(30, TimeUnit.SECONDS);
  }
}
