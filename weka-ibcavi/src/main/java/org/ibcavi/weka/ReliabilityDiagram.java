// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.List;
import java.util.Locale;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ReliabilityBin;
import org.ibcavi.weka.chart.ReliabilityChart;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.Prediction;
import weka.core.Utils;

/** How far predicted probabilities can be believed: predictions by their probability. */
final class ReliabilityDiagram {
  private static final int BINS = 10;

  private final List<ReliabilityBin> bins;
  private final double error;
  private final long count;

  /** Takes predictions of a nominal class; those without a true class do not count. */
  ReliabilityDiagram(List<Prediction> predictions) {
    ProbabilityEvaluator drawn = new ProbabilityEvaluator(BINS);
    ProbabilityEvaluator measured = new ProbabilityEvaluator();
    for (Prediction prediction : predictions) {
      if (prediction instanceof NominalPrediction nominal
          && !Utils.isMissingValue(nominal.actual())) {
        drawn.add(nominal.distribution(), (int) nominal.actual(), nominal.weight());
        measured.add(nominal.distribution(), (int) nominal.actual(), nominal.weight());
      }
    }
    bins = drawn.scores().reliability().bins();
    error = measured.scores().expectedCalibrationError();
    count = drawn.scores().count();
  }

  long count() {
    return count;
  }

  /** As a picture. */
  ReliabilityChart chart() {
    return new ReliabilityChart(title(), bins);
  }

  private String title() {
    if (count == 0) {
      return "No predictions with a known class";
    }
    return String.format(
        Locale.ROOT,
        "Accuracy of %d predictions by their probability; calibration error %.3f",
        count,
        error);
  }
}
