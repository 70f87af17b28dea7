// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.evaluation;

import java.util.Locale;

/**
 * How good the probabilities of some predictions are, as weighted means over them; NaN if there are
 * none. Immutable.
 *
 * @param count predictions
 * @param weight the sum of their weights
 * @param logLoss the mean {@link Score#LOG_LOSS}, in nats; 0 is perfect
 * @param brierScore the mean {@link Score#BRIER}, from 0, which is perfect, to 2
 * @param accuracy the share of right predictions
 * @param reliability how often predictions are right, by confidence
 */
public record ProbabilityScores(
    long count,
    double weight,
    double logLoss,
    double brierScore,
    double accuracy,
    ReliabilityTable reliability) {

  /**
   * Scores predictions of equal weight.
   *
   * @param probabilities for each prediction one for each category
   * @param actual the true categories
   * @return the scores
   */
  public static ProbabilityScores of(double[][] probabilities, int[] actual) {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    for (int i = 0; i < actual.length; i++) {
      evaluator.add(probabilities[i], actual[i], 1);
    }
    return evaluator.scores();
  }

  /**
   * The expected calibration error in the bins of the reliability table.
   *
   * @return from 0 to 1
   */
  public double expectedCalibrationError() {
    return reliability.expectedCalibrationError();
  }

  /** The measures, and the reliability table. */
  @Override
  public String toString() {
    return String.format(
            Locale.ROOT,
            "Log loss %.4f, Brier score %.4f, expected calibration error %.4f%n",
            logLoss,
            brierScore,
            expectedCalibrationError())
        + reliability;
  }
}
