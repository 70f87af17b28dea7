// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  /** Probabilities below this count as this in the log loss, so that no example is infinite. */
  public static final double SMALLEST_PROBABILITY = 1e-15;

  /** Bins of a reliability table unless told otherwise: those of Guo et al., ICML 2017. */
  public static final int DEFAULT_BINS = 15;

  private final double[] confidences;
  private final boolean[] correct;
  private final double logLoss;
  private final double brierScore;

  private ProbabilityEvaluation(List<Prediction<Label>> predictions) {
    if (predictions.isEmpty()) {
      throw new IllegalArgumentException("no predictions; at least one is needed");
    }
    confidences = new double[predictions.size()];
    correct = new boolean[predictions.size()];
    double logSum = 0;
    double squareSum = 0;
    for (int i = 0; i < confidences.length; i++) {
      Prediction<Label> prediction = predictions.get(i);
      String truth = truth(prediction, i);
      confidences[i] = prediction.getOutput().getScore();
      correct[i] = prediction.getOutput().getLabel().equals(truth);
      double probability = prediction.getOutputScores().get(truth).getScore();
      logSum -= Math.log(Math.max(probability, SMALLEST_PROBABILITY));
      for (Label label : prediction.getOutputScores().values()) {
        double error = label.getScore() - (label.getLabel().equals(truth) ? 1 : 0);
        squareSum += error * error;
      }
    }
    logLoss = logSum / confidences.length;
    brierScore = squareSum / confidences.length;
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
   * The mean of −log p, p the probability of the true label.
   *
   * @return in nats; 0 is perfect
   */
  public double logLoss() {
    return logLoss;
  }

  /**
   * The mean over examples of Σ (p − y)² over all labels, y being 1 for the true one and 0 for the
   * others (Brier 1950).
   *
   * @return from 0, which is perfect, to 2
   */
  public double brierScore() {
    return brierScore;
  }

  /**
   * The expected calibration error in {@link #DEFAULT_BINS} bins.
   *
   * @return from 0 to 1
   */
  public double expectedCalibrationError() {
    return expectedCalibrationError(DEFAULT_BINS);
  }

  /**
   * The mean over examples of |accuracy − confidence| of the example's bin, where confidence is the
   * probability of the predicted label (Guo et al., ICML 2017).
   *
   * @param bins of equal width, at least 1
   * @return from 0 to 1
   */
  public double expectedCalibrationError(int bins) {
    double sum = 0;
    for (ReliabilityBin bin : reliability(bins)) {
      if (bin.count() > 0) {
        sum += bin.count() * Math.abs(bin.accuracy() - bin.confidence());
      }
    }
    return sum / confidences.length;
  }

  /**
   * A row of a reliability table: how often predictions of about the same confidence are right.
   *
   * @param from the bin's lower end, exclusive except for 0
   * @param to the bin's upper end, inclusive
   * @param count predictions in it
   * @param confidence their mean confidence; NaN if there are none
   * @param accuracy the share of them that is right; NaN if there are none
   */
  public record ReliabilityBin(
      double from, double to, int count, double confidence, double accuracy) {}

  /**
   * How often predictions are right, by confidence.
   *
   * @param bins of equal width, at least 1
   * @return one row for each bin, the least confident first
   */
  public List<ReliabilityBin> reliability(int bins) {
    if (bins < 1) {
      throw new IllegalArgumentException("bins " + bins + "; must be at least 1");
    }
    int[] count = new int[bins];
    int[] right = new int[bins];
    double[] confidence = new double[bins];
    for (int i = 0; i < confidences.length; i++) {
      int bin = Math.max(0, Math.min(bins, (int) Math.ceil(confidences[i] * bins)) - 1);
      count[bin]++;
      right[bin] += correct[i] ? 1 : 0;
      confidence[bin] += confidences[i];
    }
    List<ReliabilityBin> table = new ArrayList<>();
    for (int bin = 0; bin < bins; bin++) {
      table.add(
          new ReliabilityBin(
              (double) bin / bins,
              (bin + 1.0) / bins,
              count[bin],
              confidence[bin] / count[bin],
              (double) right[bin] / count[bin]));
    }
    return table;
  }

  /** The measures, and a reliability table without its empty rows. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "Log loss %.4f, Brier score %.4f, expected calibration error %.4f%n",
            logLoss,
            brierScore,
            expectedCalibrationError()));
    text.append(String.format("%-15s %9s %11s %9s%n", "Predicted", "n", "confidence", "accuracy"));
    for (ReliabilityBin bin : reliability(DEFAULT_BINS)) {
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
}
