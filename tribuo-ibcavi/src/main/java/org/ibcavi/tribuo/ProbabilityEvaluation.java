// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.List;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.evaluation.ReliabilityTable;
import org.ibcavi.evaluation.Score;
import org.tribuo.Dataset;
import org.tribuo.Model;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;
import org.tribuo.classification.evaluation.LabelEvaluation;

/**
 * How good predicted probabilities are: what {@link LabelEvaluation} leaves out. For any model that
 * generates probabilities; like Tribuo's own measures it counts every example once. Immutable.
 *
 * <pre>{@code
 * LabelEvaluation evaluation = new LabelEvaluator().evaluate(model, testData);
 * System.out.println(evaluation);
 * System.out.println(ProbabilityEvaluation.of(evaluation));
 * }</pre>
 */
public final class ProbabilityEvaluation {
  private final double[] confidences;
  private final boolean[] correct;
  private final ProbabilityScores scores;

  private ProbabilityEvaluation(List<Prediction<Label>> predictions) {
    if (predictions.isEmpty()) {
      throw new IllegalArgumentException("no predictions; at least one is needed");
    }
    confidences = new double[predictions.size()];
    correct = new boolean[predictions.size()];
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    for (int i = 0; i < confidences.length; i++) {
      Prediction<Label> prediction = predictions.get(i);
      List<String> names = List.copyOf(prediction.getOutputScores().keySet());
      String truth = truth(prediction, i);
      String predicted = prediction.getOutput().getLabel();
      confidences[i] = prediction.getOutput().getScore();
      correct[i] = predicted.equals(truth);
      evaluator.add(
          names.stream().mapToDouble(name -> score(prediction, name)).toArray(),
          names.indexOf(truth),
          names.indexOf(predicted),
          1);
    }
    scores = evaluator.scores();
  }

  private static double score(Prediction<Label> prediction, String name) {
    return prediction.getOutputScores().get(name).getScore();
  }

  private static String truth(Prediction<Label> prediction, int i) {
    if (!prediction.hasProbabilities()) {
      throw new IllegalArgumentException(
          "prediction " + i + " has scores; there must be probabilities");
    }
    String truth = prediction.getExample().getOutput().getLabel();
    if (!prediction.getOutputScores().containsKey(truth)) {
      throw new IllegalArgumentException(
          "prediction " + i + ": label '" + truth + "' of the example; the model does not know it");
    }
    return truth;
  }

  /**
   * Evaluates predictions of labelled examples.
   *
   * @param predictions at least one; all with probabilities, of examples with labels they know
   * @return the evaluation
   */
  public static ProbabilityEvaluation of(List<Prediction<Label>> predictions) {
    return new ProbabilityEvaluation(predictions);
  }

  /**
   * Evaluates the predictions of an evaluation.
   *
   * @param evaluation holds its predictions
   * @return the evaluation of their probabilities
   */
  public static ProbabilityEvaluation of(LabelEvaluation evaluation) {
    return of(evaluation.getPredictions());
  }

  /**
   * Evaluates a model on data.
   *
   * @param model generates probabilities
   * @param data labelled examples
   * @return the evaluation
   */
  public static ProbabilityEvaluation of(Model<Label> model, Dataset<Label> data) {
    return of(model.predict(data));
  }

  /**
   * The mean of −log p, p the probability of the true label; see {@link Score#LOG_LOSS}.
   *
   * @return in nats; 0 is perfect
   */
  public double logLoss() {
    return scores.logLoss();
  }

  /**
   * The mean over examples of Σ (p − y)² over all labels, y being 1 for the true one and 0 for the
   * others; see {@link Score#BRIER}.
   *
   * @return from 0, which is perfect, to 2
   */
  public double brierScore() {
    return scores.brierScore();
  }

  /**
   * The expected calibration error in {@link ReliabilityTable#DEFAULT_BINS} bins.
   *
   * @return from 0 to 1
   */
  public double expectedCalibrationError() {
    return scores.expectedCalibrationError();
  }

  /**
   * How often predictions are right, by confidence, with the calibration error in these bins.
   *
   * @param bins of equal width, at least 1
   * @return a table of so many rows
   */
  public ReliabilityTable reliability(int bins) {
    ReliabilityTable.Builder table = new ReliabilityTable.Builder(bins);
    for (int i = 0; i < confidences.length; i++) {
      table.add(confidences[i], correct[i], 1);
    }
    return table.build();
  }

  /** The measures, and a reliability table without its empty rows. */
  @Override
  public String toString() {
    return scores.toString();
  }
}
