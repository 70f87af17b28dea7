// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.stream.IntStream;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.evaluation.Score;

/** What a learner predicted for rows that it had not seen. */
public final class HeldOut {
  private final String toolkit;
  private final String learner;
  private final double[][] probabilities;
  private final int[] labels;
  private final double seconds;

  HeldOut(String toolkit, String learner, double[][] probabilities, int[] labels, double seconds) {
    this.toolkit = toolkit;
    this.learner = learner;
    this.probabilities = probabilities;
    this.labels = labels;
    this.seconds = seconds;
  }

  /**
   * The toolkit it belongs to.
   *
   * @return such as Weka
   */
  public String toolkit() {
    return toolkit;
  }

  /**
   * The learner's name.
   *
   * @return such as Logistic
   */
  public String learner() {
    return learner;
  }

  /**
   * The time to train in all folds.
   *
   * @return in seconds
   */
  public double seconds() {
    return seconds;
  }

  /**
   * The probability that a row was given for a class.
   *
   * @param row from 0
   * @param category from 0
   * @return when the row was held out
   */
  public double probability(int row, int category) {
    return probabilities[row][category];
  }

  /**
   * The most probable class of a row.
   *
   * @param row from 0
   * @return an index to the classes
   */
  public int predicted(int row) {
    return IntStream.range(0, probabilities[row].length)
        .reduce((a, b) -> probabilities[row][b] > probabilities[row][a] ? b : a)
        .orElseThrow();
  }

  /**
   * How good the predictions are.
   *
   * @return scores over all rows
   */
  public ProbabilityScores scores() {
    return ProbabilityScores.of(probabilities, labels);
  }

  /**
   * By how much its log loss is above another's on the same rows.
   *
   * @param other what another learner predicted
   * @return the mean of the rows' differences and its standard error
   */
  Difference lossAbove(HeldOut other) {
    double[] differences = new double[labels.length];
    for (int i = 0; i < differences.length; i++) {
      differences[i] =
          Score.LOG_LOSS.of(probabilities[i], labels[i])
              - Score.LOG_LOSS.of(other.probabilities[i], labels[i]);
    }
    return Difference.of(differences);
  }

  /** By how much the predicted classes' mean probability is above the share that is right. */
  Difference overconfidence() {
    double[] differences = new double[labels.length];
    for (int i = 0; i < differences.length; i++) {
      int predicted = predicted(i);
      differences[i] = probabilities[i][predicted] - (predicted == labels[i] ? 1 : 0);
    }
    return Difference.of(differences);
  }

  int size() {
    return labels.length;
  }

  int label(int row) {
    return labels[row];
  }
}
