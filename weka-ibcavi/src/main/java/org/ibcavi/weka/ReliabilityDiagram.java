// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.List;
import java.util.Locale;
import org.ibcavi.weka.chart.ReliabilityChart;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.Prediction;
import weka.core.Utils;

/** How far predicted probabilities can be believed: predictions by their probability. */
final class ReliabilityDiagram {
  private static final int BINS = 10;

  private final double[] weights = new double[BINS];
  private final double[] confidences = new double[BINS];
  private final double[] hits = new double[BINS];
  private final CalibrationError error = new CalibrationError();
  private int count;

  /** Takes predictions of a nominal class; those without a true class do not count. */
  ReliabilityDiagram(List<Prediction> predictions) {
    for (Prediction prediction : predictions) {
      if (prediction instanceof NominalPrediction nominal
          && !Utils.isMissingValue(nominal.actual())
          && nominal.weight() > 0) {
        add(nominal.distribution(), (int) nominal.actual(), nominal.weight());
      }
    }
  }

  private void add(double[] probabilities, int actual, double weight) {
    int predicted = Utils.maxIndex(probabilities);
    double confidence = probabilities[predicted];
    int bin = Math.min(BINS - 1, (int) (confidence * BINS));
    weights[bin] += weight;
    confidences[bin] += weight * confidence;
    hits[bin] += predicted == actual ? weight : 0;
    error.add(probabilities, actual, weight);
    count++;
  }

  int count() {
    return count;
  }

  /** As a picture. */
  ReliabilityChart chart() {
    return new ReliabilityChart(title(), weights, confidences, hits);
  }

  private String title() {
    if (count == 0) {
      return "No predictions with a known class";
    }
    return String.format(
        Locale.ROOT,
        "Accuracy of %d predictions by their probability; calibration error %.3f",
        count,
        error.value());
  }
}
