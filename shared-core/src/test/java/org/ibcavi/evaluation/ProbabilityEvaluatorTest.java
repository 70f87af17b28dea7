// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProbabilityEvaluatorTest {
  /** One prediction as it was made. */
  private static final class Made {
    private final double[] probabilities;
    private final int actual;
    private final double weight;

    Made(double[] probabilities, int actual, double weight) {
      this.probabilities = probabilities;
      this.actual = actual;
      this.weight = weight;
    }

    double weight() {
      return weight;
    }
  }

  private static List<Made> random(int count, int categories) {
    Random random = new Random(5);
    List<Made> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] p = random.doubles(categories).map(u -> -Math.log(u)).toArray();
      double sum = Arrays.stream(p).sum();
      Arrays.setAll(p, k -> p[k] / sum);
      all.add(new Made(p, random.nextInt(categories), i % 7 == 0 ? 0 : 3 * random.nextDouble()));
    }
    return all;
  }

  private static ProbabilityScores scores(List<Made> predictions) {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    predictions.forEach(one -> evaluator.add(one.probabilities, one.actual, one.weight));
    return evaluator.scores();
  }

  private static double most(double[] probabilities) {
    return Arrays.stream(probabilities).max().orElseThrow();
  }

  private static boolean right(Made one) {
    return one.probabilities[one.actual] == most(one.probabilities);
  }

  @Test
  void scoresAreTheirDefinitionsOverAllPredictions() {
    List<Made> all = random(500, 4);
    ProbabilityScores scores = scores(all);
    double weight = all.stream().mapToDouble(Made::weight).sum();
    double logLoss =
        all.stream().mapToDouble(m -> -m.weight * Math.log(m.probabilities[m.actual])).sum();
    double brier =
        all.stream()
            .mapToDouble(
                m ->
                    m.weight
                        * (Arrays.stream(m.probabilities).map(p -> p * p).sum()
                            + 1
                            - 2 * m.probabilities[m.actual]))
            .sum();
    double hits =
        all.stream().filter(ProbabilityEvaluatorTest::right).mapToDouble(Made::weight).sum();
    assertEquals(all.stream().filter(m -> m.weight > 0).count(), scores.count());
    assertEquals(weight, scores.weight(), 1e-10);
    assertEquals(logLoss / weight, scores.logLoss(), 1e-12);
    assertEquals(brier / weight, scores.brierScore(), 1e-12);
    assertEquals(hits / weight, scores.accuracy(), 1e-12);
  }

  @Test
  void binsAreTheirDefinitionOverAllPredictions() {
    List<Made> all = random(500, 4);
    double error = 0;
    double total = 0;
    for (ReliabilityBin bin : scores(all).reliability().bins()) {
      List<Made> inside =
          all.stream()
              .filter(m -> m.weight > 0)
              .filter(m -> most(m.probabilities) > bin.from() && most(m.probabilities) <= bin.to())
              .toList();
      double weight = inside.stream().mapToDouble(Made::weight).sum();
      double confidence =
          inside.stream().mapToDouble(m -> m.weight * most(m.probabilities)).sum() / weight;
      double accuracy =
          inside.stream().filter(ProbabilityEvaluatorTest::right).mapToDouble(Made::weight).sum()
              / weight;
      assertEquals(inside.size(), bin.count());
      assertEquals(weight, bin.weight(), 1e-11);
      assertEquals(confidence, bin.confidence(), 1e-12);
      assertEquals(accuracy, bin.accuracy(), 1e-12);
      error += inside.isEmpty() ? 0 : weight * Math.abs(accuracy - confidence);
      total += weight;
    }
    assertEquals(error / total, scores(all).expectedCalibrationError(), 1e-12);
  }

  @Test
  void aWeightOfTwoIsThePredictionTwice() {
    ProbabilityEvaluator once = new ProbabilityEvaluator();
    ProbabilityEvaluator twice = new ProbabilityEvaluator();
    once.add(new double[] {0.25, 0.75}, 0, 2);
    once.add(new double[] {0.5, 0.5}, 1, 1);
    twice.add(new double[] {0.25, 0.75}, 0, 1);
    twice.add(new double[] {0.25, 0.75}, 0, 1);
    twice.add(new double[] {0.5, 0.5}, 1, 1);
    assertEquals(twice.scores().logLoss(), once.scores().logLoss(), 1e-15);
    assertEquals(twice.scores().brierScore(), once.scores().brierScore(), 1e-15);
    assertEquals(
        twice.scores().expectedCalibrationError(), once.scores().expectedCalibrationError(), 1e-15);
  }

  /** Gneiting and Raftery 2007: a proper score is best, in expectation, at the truth. */
  @Test
  void noStatementBeatsTheTruth() {
    double[] truth = {0.6, 0.3, 0.1};
    for (Score score : Score.values()) {
      double best = expected(score, truth, truth);
      for (Made other : random(100, 3)) {
        assertTrue(expected(score, other.probabilities, truth) > best, score.name());
      }
    }
  }

  private static double expected(Score score, double[] stated, double[] truth) {
    double sum = 0;
    for (int k = 0; k < truth.length; k++) {
      sum += truth[k] * score.of(stated, k);
    }
    return sum;
  }

  @Test
  void anImpossibleCategoryCostsNoMoreThanTheLeastProbability() {
    assertEquals(15 * Math.log(10), Score.LOG_LOSS.of(new double[] {0, 1}, 0), 1e-13);
    assertEquals(2, Score.BRIER.of(new double[] {0, 1}, 0), 0);
  }

  @Test
  void binsHoldTheirUpperEndAndTheFirstHoldsZero() {
    ReliabilityTable.Builder builder = new ReliabilityTable.Builder(4);
    for (double confidence : new double[] {0, 0.25, 0.250001, 1}) {
      builder.add(confidence, true, 1);
    }
    assertEquals(
        List.of(2L, 1L, 0L, 1L),
        builder.build().bins().stream().map(ReliabilityBin::count).toList());
  }

  @Test
  void nothingCountedIsNotANumber() {
    ProbabilityScores none = new ProbabilityEvaluator().scores();
    assertEquals(0, none.count());
    assertTrue(Double.isNaN(none.logLoss()));
    assertTrue(Double.isNaN(none.expectedCalibrationError()));
  }

  @Test
  void aProbabilityThatIsNotANumberShows() {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    evaluator.add(new double[] {Double.NaN, Double.NaN}, 0, 1);
    assertTrue(Double.isNaN(evaluator.scores().logLoss()));
    assertTrue(Double.isNaN(evaluator.scores().brierScore()));
    assertTrue(Double.isNaN(evaluator.scores().expectedCalibrationError()));
  }

  @Test
  void resultsDoNotChangeWithLaterPredictions() {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator(2);
    evaluator.add(new double[] {0.75, 0.25}, 0, 1);
    ProbabilityScores first = evaluator.scores();
    evaluator.add(new double[] {0.75, 0.25}, 1, 1);
    assertEquals(1, first.accuracy());
    assertEquals(new ReliabilityBin(0.5, 1, 1, 1, 0.75, 1), first.reliability().bins().get(1));
    assertEquals(0.5, evaluator.scores().accuracy());
    assertThrows(UnsupportedOperationException.class, () -> first.reliability().bins().remove(0));
  }

  @Test
  void theTextNamesTheMeasuresAndTheBinsInUse() {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator(2);
    evaluator.add(new double[] {0.75, 0.25}, 0, 1);
    assertEquals(
        "Log loss 0.2877, Brier score 0.1250, expected calibration error 0.2500\n"
            + "Predicted               n  confidence  accuracy\n"
            + "0.500 to 1.000          1       0.750     1.000\n",
        evaluator.scores().toString().replace(System.lineSeparator(), "\n"));
  }

  @Test
  void misuseIsExplained() {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    double[] p = {0.5, 0.5};
    assertMessage(
        "true category 2; must be between 0 and 1, as there are 2 probabilities",
        () -> evaluator.add(p, 2, 1));
    assertMessage(
        "weight -1.0 of a prediction; must be finite and at least 0",
        () -> evaluator.add(p, 0, -1));
    assertMessage("bins 0; must be at least 1", () -> new ProbabilityEvaluator(0));
  }

  private static void assertMessage(String message, Runnable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }
}
