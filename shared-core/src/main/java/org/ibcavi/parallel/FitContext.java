// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.parallel;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;

/** What every phase of one fit shares: its threads, its listener, its clock. */
public final class FitContext {
  private final Workers workers;
  private final FitListener listener;
  private final Cancellation cancellation;
  private final long startNanos = System.nanoTime();
  private final Map<FitPhase, Duration> times = new EnumMap<>(FitPhase.class);
  private Duration phaseStart = Duration.ZERO;
  private int model;
  private int models;

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
   * Counts the time since the last phase ended for a phase; called by the fitting thread.
   *
   * @param phase what has been done
   */
  public void end(FitPhase phase) {
    Duration now = elapsed();
    times.merge(phase, now.minus(phaseStart), Duration::plus);
    phaseStart = now;
    model(0, 0);
  }

  /**
   * Says which of several models is fitted next; called by the fitting thread. It holds until
   * another is, or until the phase ends.
   *
   * @param number from 1; 0 for none in particular
   * @param count how many there will be
   */
  public void model(int number, int count) {
    model = number;
    models = count;
  }

  /**
   * Time spent in the phases that have ended.
   *
   * @return in the order of the phases
   */
  public Map<FitPhase, Duration> times() {
    return Collections.unmodifiableMap(times);
  }

  /**
   * How many models there will be.
   *
   * @return 0 unless {@link #model} said so
   */
  public int models() {
    return models;
  }

  /**
   * Tells the listener.
   *
   * @param phase what is being done
   * @param sweep sweeps done in this phase
   * @param objective the phase's objective
   * @param active regressions that have not converged
   * @param regressions how many this phase has
   */
  public void report(FitPhase phase, int sweep, double objective, int active, int regressions) {
    cancellation.check();
    listener.onSweep(
        new FitProgress(phase, model, models, sweep, objective, active, regressions, elapsed()));
  }
}
