// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;

/**
 * How well and how fast a contender predicts held-out thirds of a data set, mean over seeds.
 *
 * @param logLoss mean negative log probability of the true category
 * @param accuracy share of rows whose most probable category is the true one
 * @param calibrationError expected calibration error
 * @param seconds to learn and predict once
 */
record Outcome(double logLoss, double accuracy, double calibrationError, double seconds) {
  /**
   * Learns from two thirds of the rows and predicts the last third, once for each seed.
   *
   * @throws Exception what the contender throws
   */
  static Outcome of(Contender contender, DataTable table, int seeds) throws Exception {
    Outcome sum = new Outcome(0, 0, 0, 0);
    for (int seed = 1; seed <= seeds; seed++) {
      sum = sum.plus(of(contender, table.split(table.deal(3, seed), 0)));
    }
    return new Outcome(
        sum.logLoss / seeds,
        sum.accuracy / seeds,
        sum.calibrationError / seeds,
        sum.seconds / seeds);
  }

  private static Outcome of(Contender contender, DataTable.Split split) throws Exception {
    long start = System.nanoTime();
    double[][] p = contender.predict(split.training(), split.test());
    double seconds = (System.nanoTime() - start) * 1e-9;
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    for (int i = 0; i < p.length; i++) {
      evaluator.add(p[i], split.test().label(i), 1);
    }
    ProbabilityScores scores = evaluator.scores();
    return new Outcome(
        scores.logLoss(), scores.accuracy(), scores.expectedCalibrationError(), seconds);
  }

  private Outcome plus(Outcome other) {
    return new Outcome(
        logLoss + other.logLoss,
        accuracy + other.accuracy,
        calibrationError + other.calibrationError,
        seconds + other.seconds);
  }
}
