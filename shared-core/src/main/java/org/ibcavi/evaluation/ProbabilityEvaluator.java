// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.evaluation;

import java.io.Serializable;

/**
 * Takes predictions one by one and tells how good they were so far. What it holds does not grow
 * with the predictions. Not safe for use by several threads at once.
 *
 * <pre>{@code
 * ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
 * for (int i = 0; i < labels.length; i++) {
 *   evaluator.add(probabilities[i], labels[i], 1);
 * }
 * System.out.println(evaluator.scores());
 * }</pre>
 */
public final class ProbabilityEvaluator implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The predictions by confidence. */
  private final ReliabilityTable.Builder reliability;

  /** Predictions that counted. */
  private long count;

  /** The sum of their weights. */
  private double weights;

  /** The weighted sum of their log losses. */
  private double logLoss;

  /** The weighted sum of their Brier scores. */
  private double brier;

  /** The sum of the weights of those that are right. */
  private double right;

  /** No predictions yet, and {@link ReliabilityTable#DEFAULT_BINS} bins. */
  public ProbabilityEvaluator() {
    this(ReliabilityTable.DEFAULT_BINS);
  }

  /**
   * No predictions yet.
   *
   * @param bins of the reliability table, at least 1
   */
  public ProbabilityEvaluator(int bins) {
    reliability = new ReliabilityTable.Builder(bins);
  }

  /**
   * Counts a prediction of the most probable category, of equal ones the first.
   *
   * @param probabilities one for each category; NaN makes the scores NaN
   * @param actual the true category
   * @param weight finite and at least 0; a prediction of weight 0 does not count
   */
  public void add(double[] probabilities, int actual, double weight) {
    int predicted = 0;
    for (int k = 1; k < probabilities.length; k++) {
      if (probabilities[k] > probabilities[predicted]) {
        predicted = k;
      }
    }
    add(probabilities, actual, predicted, weight);
  }

  /**
   * Counts a prediction.
   *
   * @param probabilities one for each category; NaN makes the scores NaN
   * @param actual the true category
   * @param predicted the predicted category
   * @param weight finite and at least 0; a prediction of weight 0 does not count
   */
  public void add(double[] probabilities, int actual, int predicted, double weight) {
    double surprise = Score.LOG_LOSS.of(probabilities, actual);
    if (!counts(weight)) {
      return;
    }
    count++;
    weights += weight;
    logLoss += weight * surprise;
    brier += weight * Score.BRIER.of(probabilities, actual);
    right += predicted == actual ? weight : 0;
    reliability.add(probabilities[predicted], predicted == actual, weight);
  }

  /** Whether a prediction has weight. */
  static boolean counts(double weight) {
    if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "weight " + weight + " of a prediction; must be finite and at least 0");
    }
    return weight > 0;
  }

  /**
   * What was counted so far.
   *
   * @return the scores
   */
  public ProbabilityScores scores() {
    return new ProbabilityScores(
        count, weights, logLoss / weights, brier / weights, right / weights, reliability.build());
  }

  /** The scores so far. */
  @Override
  public String toString() {
    return scores().toString();
  }
}
