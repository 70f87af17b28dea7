// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.config.PropertyException;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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
        bad(t -> t.priorVariance(-1), "priorVariance, prior-variance -1; must be a finite number"),
        bad(t -> t.numThreads(-1), "numThreads, threads -1; must be a whole number, at least 0"),
        bad(t -> t.method(null), "method, method null; must be one of auto, categorical, binary,"),
        bad(t -> t.predict(null), "predict, predict null; must be one of auto, plugin, moderated,"),
        bad(t -> t.with(Option.LINK, null), "link, link null; must be one of probit, logit"),
        bad(
            t -> t.with(Option.SCALE_TOLERANCE, 0.0),
            "scaleTolerance, scale-tolerance 0; must be above 0 and below 10"),
        bad(
            t -> t.with(Option.MEMORY_LIMIT, -1L),
            "memoryLimit, memory-limit -0.000001; must be megabytes, at least 0"),
        bad(
            t -> t.with(Option.MAX_SWEEPS, 0),
            "maxSweeps, max-sweeps 0; must be a whole number, at least 1"),
        bad(
            t -> t.with(Option.TOLERANCE, 1.0),
            "tolerance, tolerance 1; must be above 0 and below 1"),
        bad(
            t -> t.with(Option.ELBO_GAIN, Double.NaN),
            "elboGain, elbo-gain NaN; must be a finite number above 0"),
        bad(t -> t.with(Option.SAMPLES, 1), "samples, samples 1; must be a whole number, at least"),
        bad(
            t -> t.with(Option.INTERCEPT_VARIANCE, 0.0),
            "interceptVariance, intercept-variance 0; must be a finite number above 0"));
  }

  @ParameterizedTest
  @MethodSource("badOptions")
  void badOption(UnaryOperator<IBCaviTrainer> option, String message) {
    IBCaviTrainer trainer = new IBCaviTrainer();
    PropertyException e = assertThrows(PropertyException.class, () -> option.apply(trainer));
    assertTrue(e.getMessage().startsWith("Property: " + message), e.getMessage());
  }

  @Test
  void nullsAreNamed() {
    IBCaviTrainer trainer = new IBCaviTrainer();
    assertEquals("dataset", nullNamed(() -> trainer.train(null)));
    assertEquals("settings", nullNamed(() -> trainer.with(null)));
    assertEquals("label weights", nullNamed(() -> trainer.setLabelWeights(null)));
    assertEquals(
        "model to continue",
        nullNamed(() -> trainer.continueTraining(null, TestData.dense(10, 1))));
  }

  private static String nullNamed(Executable call) {
    return assertThrows(NullPointerException.class, call).getMessage();
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

  @Test
  void unknownLabelsInLabelWeights() {
    IBCaviTrainer trainer = new IBCaviTrainer();
    trainer.setLabelWeights(Map.of(new Label("label2"), 2f, new Label("lable1"), 3f));
    assertEquals(
        "labelWeights: 'lable1'; must be labels of the data, which are 'label0', 'label1',"
            + " 'label2', 'label3'",
        assertThrows(IllegalArgumentException.class, () -> trainer.train(TestData.dense(50, 1)))
            .getMessage());
  }
}
