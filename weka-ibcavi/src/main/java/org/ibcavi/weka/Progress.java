// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Locale;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import weka.gui.Logger;

/** Tells Weka's status line, and under debug the console, how far a fit is. */
public final class Progress implements FitListener {
  /** A shorter fit leaves the status line to Weka, which says there which fold is being built. */
  private static final long FIRST_MILLIS = 1000;

  /** Often enough to look alive; a status line that is set more often slows small fits down. */
  private static final long INTERVAL_MILLIS = 200;

  private final Logger log;
  private final boolean debug;
  private long nextMillis = FIRST_MILLIS;
  private FitPhase phase;
  private int ascents;

  /**
   * Watches a fit.
   *
   * @param log Weka's log, or null
   * @param debug whether to print every sweep
   */
  public Progress(Logger log, boolean debug) {
    this.log = log;
    this.debug = debug;
  }

  @Override
  public void onSweep(FitProgress progress) {
    count(progress);
    if (debug) {
      System.out.println(line(progress));
    }
    long elapsed = progress.elapsed().toMillis();
    if (log != null && elapsed >= nextMillis) {
      nextMillis = elapsed + INTERVAL_MILLIS;
      log.statusMessage(line(progress));
    }
  }

  /** A phase climbs several times: for each prior variance that is tried and for each model. */
  private void count(FitProgress progress) {
    if (progress.phase() != phase) {
      phase = progress.phase();
      ascents = 0;
    }
    if (progress.sweep() == 1 || ascents == 0) {
      ascents++;
    }
  }

  private String line(FitProgress progress) {
    return String.format(
        Locale.ROOT,
        "IBCavi: %s, ascent %d, pass %d, objective %.8g, %.1f s",
        words(progress.phase()),
        ascents,
        progress.sweep(),
        progress.objective(),
        progress.elapsed().toMillis() * 1e-3);
  }

  private static String words(FitPhase phase) {
    return switch (phase) {
      case SCALE -> "prior variance of the binary regressions";
      case BINARY -> "binary regressions";
      case CATEGORICAL -> "categorical models";
      default -> phase.name().toLowerCase(Locale.ROOT);
    };
  }
}
