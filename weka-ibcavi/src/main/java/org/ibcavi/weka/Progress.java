// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.awt.Component;
import java.awt.Container;
import java.util.Locale;
import javax.swing.JLabel;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import weka.gui.Logger;
import weka.gui.beans.LogPanel;

/**
 * Tells Weka's status line, and under debug the console, how far a fit is, such as {@code Building
 * model for fold 3: model 2 of 5, pass 12}.
 */
public final class Progress implements FitListener {
  /** A shorter fit leaves the status line to Weka, which says there which fold is being built. */
  private static final long FIRST_MILLIS = 1000;

  /** Often enough to look alive; a status line that is set more often slows small fits down. */
  private static final long INTERVAL_MILLIS = 200;

  private final Logger log;
  private final boolean debug;
  private final String what;
  private long nextMillis = FIRST_MILLIS;
  private FitPhase phase;
  private int model;
  private int passes;

  /** Whether all models were climbed once, and their posteriors are being found. */
  private boolean posteriors;

  /**
   * Watches a fit that is about to begin.
   *
   * @param log Weka's log, or null
   * @param debug whether to print every pass
   */
  public Progress(Logger log, boolean debug) {
    // The KnowledgeFlow's panel has a row for each step, and a line without one would stay there.
    this.log = log instanceof LogPanel ? null : log;
    this.debug = debug;
    this.what = building(log);
  }

  /**
   * What Weka says on its status line that it is building, such as {@code Building model for fold
   * 3}. Weka tells a classifier nothing of folds, but the Explorer's log is the panel that shows
   * the line. Elsewhere the name of the classifier must do.
   */
  private static String building(Logger log) {
    String text = log instanceof Container panel ? statusOf(panel) : "";
    // Weka's own line ends with three dots, one that was written here goes on after a colon.
    return text.isEmpty() ? "IBCavi" : text.replaceFirst("(\\.\\.\\.|: ).*$", "");
  }

  private static String statusOf(Container panel) {
    for (Component child : panel.getComponents()) {
      String text = child instanceof JLabel label ? label.getText() : null;
      if (text != null && text.startsWith("Building model")) {
        return text;
      }
      String deeper = child instanceof Container inner ? statusOf(inner) : "";
      if (!deeper.isEmpty()) {
        return deeper;
      }
    }
    return "";
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

  /** The core counts the passes of each climb; a model may be climbed several times. */
  private void count(FitProgress progress) {
    boolean another = progress.phase() != phase || progress.model() != model;
    if (another) {
      posteriors =
          progress.phase() == phase
              && progress.model() > 0
              && (posteriors || progress.model() < model);
      phase = progress.phase();
      model = progress.model();
      passes = 0;
    }
    passes++;
  }

  private String line(FitProgress progress) {
    return String.format(
        Locale.ROOT,
        "%s: %s, pass %d, %.1f s",
        what,
        part(progress),
        passes,
        progress.elapsed().toMillis() * 1e-3);
  }

  private String part(FitProgress progress) {
    return switch (progress.phase()) {
      case SCALE -> "prior variance of the binary regressions";
      case BINARY -> "binary regressions";
      case CATEGORICAL ->
          progress.model() == 0
              ? "prior variance of the models"
              : String.format(
                  Locale.ROOT,
                  "%smodel %d of %d",
                  posteriors ? "posterior of " : "",
                  progress.model(),
                  progress.models());
      default -> progress.phase().name().toLowerCase(Locale.ROOT);
    };
  }
}
