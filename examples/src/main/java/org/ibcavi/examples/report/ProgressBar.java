// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.io.PrintStream;
import java.util.Locale;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;

/** A line that fills while work is done. */
public final class ProgressBar {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 200_000_000L;

  private final PrintStream out;
  private final int total;
  private final long start = System.nanoTime();
  private long lastDrawn = Long.MIN_VALUE;
  private int done;

  private ProgressBar(PrintStream out, int total) {
    this.out = out;
    this.total = total;
  }

  /**
   * A bar on the standard error stream.
   *
   * @param total steps of the work, at least 1
   * @return the bar
   */
  public static ProgressBar of(int total) {
    return on(System.err, total);
  }

  /**
   * Says what a fit is doing.
   *
   * @param what is fitted
   * @return to be told by the fit
   */
  public FitListener watching(String what) {
    return progress -> say(what + ", " + part(progress) + " " + progress.sweep());
  }

  private static String part(FitProgress progress) {
    return progress.model() > 0
        ? "model " + progress.model() + " of " + progress.models() + ", pass"
        : progress.phase().name().toLowerCase(Locale.ROOT);
  }

  static ProgressBar on(PrintStream out, int total) {
    return new ProgressBar(out, total);
  }

  /**
   * Says that a step is done.
   *
   * @param what was done
   */
  public synchronized void step(String what) {
    done++;
    say(what);
  }

  /**
   * Says what is being done.
   *
   * @param what it is
   */
  public synchronized void say(String what) {
    long now = System.nanoTime();
    if (done < total && lastDrawn != Long.MIN_VALUE && now - lastDrawn < REDRAW_NANOS) {
      return;
    }
    lastDrawn = now;
    String label = what.length() > 34 ? what.substring(0, 34) : what;
    out.printf(Locale.ROOT, "\r%s%6.1f s  %-34s", bar(), (now - start) * 1e-9, label);
    if (done == total) {
      out.println();
    }
    out.flush();
  }

  /** Nothing if the work is one step: a bar would stand at its beginning until the end. */
  private String bar() {
    if (total == 1) {
      return "";
    }
    int filled = (int) ((long) WIDTH * Math.min(done, total) / total);
    return String.format(
        Locale.ROOT,
        "[%s%s] %3d %%  ",
        "#".repeat(filled),
        ".".repeat(WIDTH - filled),
        100L * done / total);
  }
}
