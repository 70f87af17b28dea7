// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Locale;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import weka.gui.Logger;

/** Tells Weka's status line, and under debug the console, how far a fit is. */
public final class Progress implements FitListener {
  /** Often enough to look alive; a status line that is set more often slows small fits down. */
  private static final long INTERVAL_MILLIS = 200;

  private final Logger log;
  private final boolean debug;
  private long nextMillis = INTERVAL_MILLIS;

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
    if (debug) {
      System.out.println(line(progress));
    }
    long elapsed = progress.elapsed().toMillis();
    if (log != null && elapsed >= nextMillis) {
      nextMillis = elapsed + INTERVAL_MILLIS;
      log.statusMessage(line(progress));
    }
  }

  private static String line(FitProgress progress) {
    return String.format(
        Locale.ROOT,
        "IBCavi: %s, sweep %d, objective %.8g, %d of %d regressions active, %.1f s",
        progress.phase().name().toLowerCase(Locale.ROOT),
        progress.sweep(),
        progress.objective(),
        progress.activeCategories(),
        progress.categories(),
        progress.elapsed().toMillis() * 1e-3);
  }
}
