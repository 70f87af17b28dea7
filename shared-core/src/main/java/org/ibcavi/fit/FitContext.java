// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.fit;

import java.time.Duration;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;

/** What every phase of one fit shares: its threads, its listener, its clock. */
public final class FitContext {
  private final Workers workers;
  private final FitListener listener;
  private final Cancellation cancellation;
  private final long startNanos = System.nanoTime();

  /**
   * Begins a fit that belongs to the current thread.
   *
   * @param workers who computes
   * @param listener who watches
   */
  public FitContext(Workers workers, FitListener listener) {
    this.workers = workers;
    this.listener = listener;
    this.cancellation = Cancellation.when(listener::cancelled);
  }

  /**
   * Who computes.
   *
   * @return the workers
   */
  public Workers workers() {
    return workers;
  }

  /**
   * What stops the fit.
   *
   * @return asked once per block of work
   */
  public Cancellation cancellation() {
    return cancellation;
  }

  /**
   * Time since the fit began.
   *
   * @return the time
   */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /**
   * Tells the listener.
   *
   * @param phase what is being done
   * @param sweep sweeps done in this phase
   * @param objective the phase's objective
   * @param active regressions that have not converged
   * @param units regressions in this phase
   */
  public void report(FitPhase phase, int sweep, double objective, int active, int units) {
    cancellation.check();
    listener.onSweep(new FitProgress(phase, sweep, objective, active, units, elapsed()));
  }
}
