// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.report.FitReport;

/** Tells the trainer's logger what a training does and did. */
final class TrainingLog implements FitListener {
  /** How many of the features that were left out are named. */
  private static final int NAMES_LOGGED = 5;

  private static final Logger logger = Logger.getLogger(IBCaviTrainer.class.getName());

  @Override
  public void onSweep(FitProgress progress) {
    if (logger.isLoggable(Level.FINE)) {
      logger.fine(
          String.format(
              Locale.ROOT,
              "%s %s %d: objective %.8g, %d of %d labels active, %.3f s",
              progress.phase().name().toLowerCase(Locale.ROOT),
              progress.phase() == FitPhase.CATEGORICAL ? "pass" : "sweep",
              progress.sweep(),
              progress.objective(),
              progress.activeCategories(),
              progress.categories(),
              progress.elapsed().toMillis() / 1000.0));
    }
  }

  /** A summary for everybody, the whole report for those who look closer. */
  static void ended(FitReport report) {
    logger.info(() -> summary(report));
    for (String note : report.notes()) {
      logger.info(note);
    }
    logger.fine(report::toString);
  }

  private static String summary(FitReport report) {
    double[] trace = report.objectiveTrace();
    return String.format(
        Locale.ROOT,
        "Trained on %d examples, %d features, %d labels in %.3f s: method %s, %s; %s, %s %.6g,"
            + " prior %s",
        report.rows(),
        report.features(),
        report.categories(),
        report.time().toMillis() / 1000.0,
        report.method().name().toLowerCase(Locale.ROOT),
        report.reason(),
        report.converged() ? "converged" : "stopped before convergence",
        report.objectiveName(),
        trace[trace.length - 1],
        report.prior());
  }

  /** Names some of the features that a model to continue has no place for. */
  static void leftOut(Set<String> names) {
    if (!names.isEmpty()) {
      String first = names.stream().limit(NAMES_LOGGED).collect(Collectors.joining(", "));
      logger.info(
          String.format(
              Locale.ROOT,
              "Left out %d features that the model to continue does not know: %s%s",
              names.size(),
              first,
              names.size() > NAMES_LOGGED ? ", ..." : ""));
    }
  }
}
