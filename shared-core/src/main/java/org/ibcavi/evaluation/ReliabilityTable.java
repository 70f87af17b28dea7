// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.evaluation;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How often predictions are right, by confidence: the probability of the predicted category, in
 * bins of equal width. Immutable.
 *
 * @param bins the least confident first
 */
public record ReliabilityTable(List<ReliabilityBin> bins) {
  /** Bins unless told otherwise: those of Guo, Pleiss, Sun and Weinberger, ICML 2017. */
  public static final int DEFAULT_BINS = 15;

  /**
   * Makes a table.
   *
   * @param bins copied
   */
  public ReliabilityTable {
    bins = List.copyOf(bins);
  }

  /**
   * The expected calibration error: the mean over predictions of |accuracy − confidence| of their
   * bins (Guo, Pleiss, Sun and Weinberger, ICML 2017).
   *
   * @return from 0 to 1; NaN if there are no predictions
   */
  public double expectedCalibrationError() {
    double sum = 0;
    double total = 0;
    for (ReliabilityBin bin : bins) {
      if (bin.weight() > 0) {
        sum += bin.weight() * Math.abs(bin.accuracy() - bin.confidence());
        total += bin.weight();
      }
    }
    return sum / total;
  }

  /** The bins that hold predictions, a line for each. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(String.format("%-15s %9s %11s %9s%n", "Predicted", "n", "confidence", "accuracy"));
    for (ReliabilityBin bin : bins) {
      if (bin.count() > 0) {
        text.append(
            String.format(
                Locale.ROOT,
                "%.3f to %.3f  %9d %11.3f %9.3f%n",
                bin.from(),
                bin.to(),
                bin.count(),
                bin.confidence(),
                bin.accuracy()));
      }
    }
    return text.toString();
  }

  /** Takes predictions one by one; what it holds does not grow with them. */
  public static final class Builder implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Predictions of each bin. */
    private final long[] counts;

    /** Σ weight of each bin. */
    private final double[] weights;

    /** Σ weight · confidence of each bin. */
    private final double[] confidences;

    /** Weight of the right predictions of each bin. */
    private final double[] right;

    /**
     * No predictions yet.
     *
     * @param bins of equal width, at least 1
     */
    public Builder(int bins) {
      if (bins < 1) {
        throw new IllegalArgumentException("bins " + bins + "; must be at least 1");
      }
      counts = new long[bins];
      weights = new double[bins];
      confidences = new double[bins];
      right = new double[bins];
    }

    /**
     * Counts a prediction.
     *
     * @param confidence the probability of the predicted category
     * @param correct whether that is the true one
     * @param weight finite and at least 0; a prediction of weight 0 does not count
     */
    public void add(double confidence, boolean correct, double weight) {
      if (!ProbabilityEvaluator.counts(weight)) {
        return;
      }
      int bins = counts.length;
      int bin = Math.max(0, Math.min(bins, (int) Math.ceil(confidence * bins)) - 1);
      counts[bin]++;
      weights[bin] += weight;
      confidences[bin] += weight * confidence;
      right[bin] += correct ? weight : 0;
    }

    /**
     * What was counted so far.
     *
     * @return the table
     */
    public ReliabilityTable build() {
      int bins = counts.length;
      List<ReliabilityBin> table = new ArrayList<>(bins);
      for (int bin = 0; bin < bins; bin++) {
        table.add(
            new ReliabilityBin(
                (double) bin / bins,
                (bin + 1.0) / bins,
                counts[bin],
                weights[bin],
                confidences[bin] / weights[bin],
                right[bin] / weights[bin]));
      }
      return new ReliabilityTable(table);
    }
  }
}
