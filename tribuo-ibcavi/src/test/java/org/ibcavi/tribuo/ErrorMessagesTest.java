// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.config.PropertyException;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;

class ErrorMessagesTest {
  private static String refusal(Dataset<Label> data) {
    return assertThrows(IllegalArgumentException.class, () -> new IBCaviTrainer().train(data))
        .getMessage();
  }

  @Test
  void unknownOutputs() {
    MutableDataset<Label> data = TestData.dense(10, 1);
    ArrayExample<Label> unlabelled = new ArrayExample<>(LabelFactory.UNKNOWN_LABEL);
    unlabelled.add("x0", 1);
    data.add(unlabelled);
    assertEquals(
        "The supplied Dataset contained unknown Outputs, and this Trainer is supervised.",
        refusal(data));
  }

  @Test
  void emptyDataset() {
    assertEquals("The supplied Dataset has no examples.", refusal(TestData.dataset()));
  }

  @Test
  void oneLabel() {
    MutableDataset<Label> data = TestData.dataset();
    data.add(TestData.example("only", "x0", 1));
    assertEquals("The supplied Dataset has 1 label; there must be at least 2.", refusal(data));
  }

  @Test
  void nanFeature() {
    MutableDataset<Label> data = TestData.dense(10, 1);
    data.getExample(7).set(new Feature("x3", Double.NaN));
    assertEquals("example 7, feature 'x3': NaN; values must be finite", refusal(data));
    IBCaviModel model = new IBCaviTrainer().train(TestData.dense(10, 1));
    Example<Label> infinite = TestData.example("label0", "x1", Double.POSITIVE_INFINITY);
    assertEquals(
        "feature 'x1': Infinity; values must be finite",
        assertThrows(IllegalArgumentException.class, () -> model.predict(infinite)).getMessage());
  }

  @Test
  void badWeight() {
    MutableDataset<Label> data = TestData.dense(10, 1);
    data.getExample(4).setWeight(-1);
    assertEquals("example 4: weight -1.0; must be finite and at least 0", refusal(data));
  }

  @Test
  void noKnownFeature() {
    IBCaviModel model = new IBCaviTrainer().train(TestData.dense(10, 1));
    Example<Label> stranger = TestData.example("label0", "unheard", 1);
    String message =
        assertThrows(IllegalArgumentException.class, () -> model.predict(stranger)).getMessage();
    assertTrue(message.startsWith("No features found in Example "), message);
    assertTrue(message.endsWith("; at least one must be in the domain"), message);
    assertThrows(IllegalArgumentException.class, () -> model.getExcuse(stranger));
    assertThrows(IllegalArgumentException.class, () -> model.getUncertainty(stranger));
  }

  private static Arguments bad(UnaryOperator<IBCaviTrainer> option, String message) {
    return Arguments.of(option, message);
  }

  static Stream<Arguments> badOptions() {
    return Stream.of(
        bad(t -> t.link("tobit"), "link, link 'tobit'; must be one of probit, logit"),
        bad(
            t -> t.average("mean"),
            "average, average 'mean'; must be grid, bma, cbm, cbc or a number from 0 to 1"),
        bad(
            t -> t.average("1.5"),
            "average, average '1.5'; must be grid, bma, cbm, cbc or a number from 0 to 1"),
        bad(
            t -> t.finish("softmax"),
            "finish, finish 'softmax'; must be one of none, categorical, auto"),
        bad(
            t -> t.priorVariance("wide"),
            "priorVariance, 'wide'; must be auto or a finite number above 0"),
        bad(
            t -> t.priorVariance("-1"),
            "priorVariance, '-1'; must be auto or a finite number above 0"),
        bad(t -> t.covariance("round"), "covariance, 'round'; must be one of auto, full, diagonal"),
        bad(t -> t.weighing("votes"), "weighing, 'votes'; must be one of stacking, evidence"),
        bad(t -> t.curvature("flat"), "curvature, 'flat'; must be one of auto, cavi, laplace"),
        bad(
            t -> t.scaleTolerance(0),
            "scaleTolerance, scale tolerance 0.0; must be above 0 and below 10"),
        bad(
            t -> t.memoryLimit(-1),
            "memoryLimit, -1; must be megabytes, at least 0, where 0 is no limit"),
        bad(t -> t.solver("magic"), "solver, 'magic'; must be one of accelerated, cavi"),
        bad(t -> t.maxSweeps(0), "maxSweeps, maximum sweeps 0; must be at least 1"),
        bad(t -> t.tolerance(0), "tolerance, tolerance 0.0; must be above 0 and below 1"),
        bad(t -> t.elboGain(-1), "elboGain, ELBO gain -1.0; must be above 0 and finite"),
        bad(
            t -> t.predict("guess"),
            "predict, 'guess'; must be one of plugin, moderated, montecarlo"),
        bad(t -> t.samples(1), "samples, samples 1; must be at least 2"),
        bad(t -> t.numThreads(-1), "numThreads, -1; must be at least 0, where 0 is all cores"));
  }

  @ParameterizedTest
  @MethodSource("badOptions")
  void badOption(UnaryOperator<IBCaviTrainer> option, String message) {
    IBCaviTrainer trainer = new IBCaviTrainer();
    PropertyException e = assertThrows(PropertyException.class, () -> option.apply(trainer));
    assertEquals("Property: " + message, e.getMessage());
  }

  @Test
  void badInterceptVariance() {
    IBCaviTrainer trainer = new IBCaviTrainer();
    String message =
        assertThrows(PropertyException.class, () -> trainer.interceptVariance(0)).getMessage();
    assertTrue(
        message.startsWith("Property: interceptVariance, intercept variance 0.0; must be"),
        message);
  }

  @Test
  void badLabelWeight() {
    IBCaviTrainer trainer = new IBCaviTrainer();
    assertEquals(
        "Property: labelWeights, label 'a': weight -2.0; must be finite and at least 0",
        assertThrows(
                PropertyException.class, () -> trainer.setLabelWeights(Map.of(new Label("a"), -2f)))
            .getMessage());
  }
}
