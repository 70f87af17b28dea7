// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.evaluation.ReliabilityBin;
import org.junit.jupiter.api.Test;
import org.tribuo.Dataset;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;
import org.tribuo.classification.evaluation.LabelEvaluator;

class ProbabilityEvaluationTest {
  private static Prediction<Label> prediction(
      String truth, boolean probabilities, double a, double b, double c) {
    Map<String, Label> scores = new LinkedHashMap<>();
    scores.put("a", new Label("a", a));
    scores.put("b", new Label("b", b));
    scores.put("c", new Label("c", c));
    Label best =
        scores.values().stream()
            .max((x, y) -> Double.compare(x.getScore(), y.getScore()))
            .orElseThrow();
    return new Prediction<>(best, scores, 1, TestData.example(truth, "x", 1), probabilities);
  }

  /** Right with 0.5 and with 0.75, wrong with 1. */
  private static final ProbabilityEvaluation THREE =
      ProbabilityEvaluation.of(
          List.of(
              prediction("a", true, 0.5, 0.25, 0.25),
              prediction("b", true, 0.25, 0.75, 0),
              prediction("a", true, 0, 0, 1)));

  @Test
  void logLossByHand() {
    assertEquals((Math.log(2) + Math.log(4 / 3.0) + 15 * Math.log(10)) / 3, THREE.logLoss(), 1e-14);
  }

  @Test
  void brierScoreByHand() {
    assertEquals((0.375 + 0.125 + 2) / 3, THREE.brierScore(), 1e-15);
  }

  @Test
  void calibrationErrorByHand() {
    assertEquals((0.5 + 0.25 + 1) / 3, THREE.expectedCalibrationError(), 1e-15);
    assertEquals(
        (0.5 + Math.abs(1 - 1.75)) / 3, THREE.reliability(2).expectedCalibrationError(), 1e-15);
    assertEquals(Math.abs(2 - 2.25) / 3, THREE.reliability(1).expectedCalibrationError(), 1e-15);
  }

  @Test
  void binsHoldTheirUpperEnd() {
    List<ReliabilityBin> table = THREE.reliability(4).bins();
    assertEquals(List.of(0L, 1L, 1L, 1L), table.stream().map(ReliabilityBin::count).toList());
    assertEquals(new ReliabilityBin(0.25, 0.5, 1, 1, 0.5, 1), table.get(1));
    assertEquals(new ReliabilityBin(0.75, 1, 1, 1, 1, 0), table.get(3));
    assertTrue(Double.isNaN(table.get(0).accuracy()));
  }

  @Test
  void goesWithLabelEvaluation() {
    Dataset<Label> data = TestData.dense(200, 1);
    IBCaviModel model = new IBCaviTrainer().train(data);
    ProbabilityEvaluation evaluation =
        ProbabilityEvaluation.of(new LabelEvaluator().evaluate(model, data));
    assertEquals(ProbabilityEvaluation.of(model, data).toString(), evaluation.toString());
    assertTrue(evaluation.logLoss() < Math.log(4));
    assertTrue(evaluation.brierScore() < 0.75);
    assertTrue(evaluation.toString().startsWith("Log loss 0."), evaluation.toString());
  }

  @Test
  void misuseIsExplained() {
    assertMessage("no predictions; at least one is needed", List.of());
    assertMessage(
        "prediction 0 has scores; there must be probabilities",
        List.of(prediction("a", false, 1, 2, 3)));
    assertMessage(
        "prediction 0: label 'd' of the example; the model does not know it",
        List.of(prediction("d", true, 1, 0, 0)));
    assertThrows(IllegalArgumentException.class, () -> THREE.reliability(0));
  }

  private static void assertMessage(String message, List<Prediction<Label>> predictions) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> ProbabilityEvaluation.of(predictions))
            .getMessage());
  }
}
