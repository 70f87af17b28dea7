// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.evaluation;

/**
 * The quality of predicted class probabilities: what log loss, Brier score and calibration error
 * need, collected in one pass.
 */
public final class ProbabilityScores {
  /** Probabilities below this count as this in the log loss, so that no row is infinite. */
  public static final double SMALLEST_PROBABILITY = 1e-15;

  private static final int BINS = 15;

  private final double accuracy;
  private final double logLoss;
  private final double brierScore;
  private final int[] counts = new int[BINS];
  private final double[] confidences = new double[BINS];
  private final double[] hits = new double[BINS];

  /**
   * Scores predictions.
   *
   * @param probabilities for each row one for each class
   * @param labels the true class of each row
   */
  public ProbabilityScores(double[][] probabilities, int[] labels) {
    double right = 0;
    double logSum = 0;
    double squares = 0;
    for (int i = 0; i < labels.length; i++) {
      double[] p = probabilities[i];
      double hit = credit(p, labels[i]);
      right += hit;
      logSum -= Math.log(Math.max(p[labels[i]], SMALLEST_PROBABILITY));
      double largest = 0;
      for (int k = 0; k < p.length; k++) {
        double error = p[k] - (k == labels[i] ? 1 : 0);
        squares += error * error;
        largest = Math.max(largest, p[k]);
      }
      int bin = Math.max(0, Math.min(BINS, (int) Math.ceil(largest * BINS)) - 1);
      counts[bin]++;
      confidences[bin] += largest;
      hits[bin] += hit;
    }
    accuracy = right / labels.length;
    logLoss = logSum / labels.length;
    brierScore = squares / labels.length;
  }

  /** One if the true class has the largest probability, 1/C if C classes share it. */
  private static double credit(double[] p, int label) {
    int ties = 0;
    for (double other : p) {
      if (other > p[label]) {
        return 0;
      }
      ties += other == p[label] ? 1 : 0;
    }
    return 1.0 / ties;
  }

  /**
   * The share of rows whose most probable class is the true one; a tie of C classes counts 1/C.
   *
   * @return from 0 to 1
   */
  public double accuracy() {
    return accuracy;
  }

  /**
   * The mean of −log p of the true class.
   *
   * @return in nats
   */
  public double logLoss() {
    return logLoss;
  }

  /**
   * The mean of Σ (p − y)² over classes (Brier, 1950).
   *
   * @return from 0 to 2
   */
  public double brierScore() {
    return brierScore;
  }

  /**
   * The expected calibration error in 15 bins of equal width (Guo et al., ICML 2017).
   *
   * @return from 0 to 1
   */
  public double calibrationError() {
    double sum = 0;
    int rows = 0;
    for (int bin = 0; bin < BINS; bin++) {
      sum += Math.abs(hits[bin] - confidences[bin]);
      rows += counts[bin];
    }
    return sum / rows;
  }

  /**
   * The points of a reliability diagram: bins that hold enough rows.
   *
   * @param least rows that a bin must have
   * @return mean confidences, and shares of right predictions
   */
  public double[][] reliability(int least) {
    int[] filled =
        java.util.stream.IntStream.range(0, BINS).filter(b -> counts[b] >= least).toArray();
    double[][] points = new double[2][filled.length];
    for (int i = 0; i < filled.length; i++) {
      points[0][i] = confidences[filled[i]] / counts[filled[i]];
      points[1][i] = hits[filled[i]] / counts[filled[i]];
    }
    return points;
  }
}
