// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.provenance.MapProvenance;
import com.oracle.labs.mlrg.olcut.provenance.primitives.StringProvenance;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.ibcavi.IbCavi;
import org.ibcavi.model.Component;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.dataset.DatasetView;
import org.tribuo.provenance.ModelProvenance;
import org.tribuo.test.Helpers;

/** New examples for a trained model. */
class ContinueTrainingTest {
  private static final MutableDataset<Label> FIRST = TestData.dense(1500, 1);
  private static final MutableDataset<Label> SECOND = TestData.dense(1500, 2);
  private static final IBCaviTrainer TRAINER = new IBCaviTrainer().priorVariance(1);
  private static final IBCaviModel MODEL = TRAINER.train(FIRST);

  private static MutableDataset<Label> both() {
    MutableDataset<Label> all = TestData.dataset();
    FIRST.forEach(all::add);
    SECOND.forEach(all::add);
    return all;
  }

  private static double largestDifference(IBCaviModel one, IBCaviModel other) {
    double largest = 0;
    for (Example<Label> example : SECOND) {
      Map<String, Label> scores = other.predict(example).getOutputScores();
      for (Label label : one.predict(example).getOutputScores().values()) {
        double difference = label.getScore() - scores.get(label.getLabel()).getScore();
        largest = Math.max(largest, Math.abs(difference));
      }
    }
    return largest;
  }

  private static List<String> logged(Runnable work) {
    return TrainerLog.during(Level.INFO, work).stream().map(LogRecord::getMessage).toList();
  }

  @Test
  void theLogNamesFeaturesThatAreLeftOut() {
    MutableDataset<Label> data = TestData.dataset();
    data.add(TestData.example("label0", "x0", 1, "a", 1, "b", 1, "c", 1));
    data.add(TestData.example("label1", "x1", 1, "d", 1, "e", 1, "f", 1, "a", 2));
    List<String> messages = logged(() -> TRAINER.continueTraining(MODEL, data));
    assertEquals(
        "Left out 6 features that the model to continue does not know: a, b, c, d, e, ...",
        messages.get(0));
    assertTrue(
        logged(() -> TRAINER.continueTraining(MODEL, SECOND)).stream()
            .noneMatch(message -> message.startsWith("Left out")));
  }

  /** A categorical member remembers each label by itself, not which labels go together. */
  @ParameterizedTest
  @CsvSource({"BINARY, 0.02", "CATEGORICAL, 0.05"})
  void comesNearTrainingOnAllExamples(Method method, double near) {
    IBCaviTrainer trainer = TRAINER.method(method);
    IBCaviModel first = trainer.train(FIRST);
    IBCaviModel continued = trainer.continueTraining(first, SECOND);
    IBCaviModel batch = trainer.train(both());
    assertEquals(method, continued.getReport().method());
    double before = largestDifference(batch, first);
    double after = largestDifference(batch, continued);
    assertTrue(after < near, () -> "differs by " + after + ", before by " + before);
    assertTrue(before > 2 * after, () -> "differs by " + after + ", before by " + before);
  }

  @ParameterizedTest
  @EnumSource(names = {"BINARY", "CATEGORICAL", "PUBLISHED"})
  void isTheCoresContinuing(Method method) {
    IBCaviTrainer trainer = new IBCaviTrainer().method(method);
    IBCaviModel first = trainer.train(FIRST);
    IBCaviModel continued = trainer.continueTraining(first, SECOND);
    List<Component> expected =
        IbCavi.withDefaults()
            .continuing(first.getCategoricalModel())
            .fit(ExampleData.of(SECOND, first.getFeatureIDMap(), first.getOutputIDInfo(), Map.of()))
            .components();
    List<Component> actual = continued.getCategoricalModel().components();
    assertEquals(expected.size(), actual.size());
    for (int c = 0; c < actual.size(); c++) {
      Posterior means = expected.get(c).posterior();
      assertEquals(expected.get(c).weight(), actual.get(c).weight());
      for (int vector = 0; vector < means.vectors(); vector++) {
        assertArrayEquals(means.mean(vector), actual.get(c).posterior().mean(vector));
      }
    }
    assertSame(first.getFeatureIDMap(), continued.getFeatureIDMap());
    assertSame(first.getOutputIDInfo(), continued.getOutputIDInfo());
  }

  @Test
  void theModelBeforeIsInTheProvenance() {
    IBCaviTrainer trainer = TRAINER.seed(7);
    IBCaviModel continued =
        trainer.continueTraining(MODEL, SECOND, Map.of("day", new StringProvenance("day", "2")));
    MapProvenance<?> run = (MapProvenance<?>) continued.getProvenance().getInstanceProvenance();
    assertEquals(MODEL.getProvenance(), run.getMap().get(IBCaviTrainer.CONTINUED_FROM));
    assertEquals(new StringProvenance("day", "2"), run.getMap().get("day"));
    assertEquals(SECOND.getProvenance(), continued.getProvenance().getDatasetProvenance());
    assertEquals(1, trainer.getInvocationCount());
    IBCaviModel third = trainer.continueTraining(continued, FIRST);
    Helpers.testModelSerialization(third, Label.class);
    Helpers.testModelProtoSerialization(third, Label.class, SECOND, 0);
    ModelProvenance provenance = third.getProvenance();
    assertTrue(provenance.toString().contains("continued-from"), provenance.toString());
  }

  /** The domain of a view is that of the whole: labels come in one after the other. */
  @Test
  void labelsMayComeInLater() {
    MutableDataset<Label> all = both();
    Predicate<Example<Label>> old = example -> !example.getOutput().getLabel().equals("label3");
    Dataset<Label> view = DatasetView.createView(all, old, "without label3");
    IBCaviModel before = TRAINER.train(view);
    IBCaviModel after = TRAINER.continueTraining(before, TestData.dense(400, 5));
    Example<Label> example =
        TestData.example("label3", "x0", 0, "x1", 10, "x2", 20, "x3", 32, "x4", 40);
    assertTrue(before.predict(example).getOutputScores().get("label3").getScore() < 0.01);
    assertEquals("label3", after.predict(example).getOutput().getLabel());
  }

  @Test
  void unknownFeaturesAreLeftOut() {
    MutableDataset<Label> more = TestData.dataset();
    for (Example<Label> example : SECOND) {
      Example<Label> copy = example.copy();
      copy.add(new org.tribuo.Feature("new", 3));
      more.add(copy);
    }
    assertEquals(
        0,
        largestDifference(
            TRAINER.continueTraining(MODEL, SECOND), TRAINER.continueTraining(MODEL, more)));
  }

  /** Options that the model decides may repeat what it was trained with, and nothing else. */
  @Test
  void optionsThatSayOtherwiseAreRefused() {
    IBCaviModel again = TRAINER.continueTraining(TRAINER.continueTraining(MODEL, SECOND), FIRST);
    assertEquals("1", again.getReport().settings().get("prior-variance"));
    assertEquals("the posterior of an earlier fit", again.getMembers().get(0).prior());
    for (IBCaviTrainer other :
        List.of(TRAINER.priorVariance(2), TRAINER.with(Option.STANDARDIZE, false))) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> other.continueTraining(MODEL, SECOND))
              .getMessage();
      assertTrue(message.endsWith(", which is taken over"), message);
    }
  }

  @Test
  void whatTheModelHasNoPlaceForIsRefused() {
    assertMessage(
        "example 1: label 'other'; the model to continue does not know it",
        TestData.example("other", "x0", 1));
    assertMessage(
        "example 1: the model to continue knows none of its features",
        TestData.example("label1", "y", 1));
    assertMessage(
        "example 1, feature 'x0': Infinity; values must be finite",
        TestData.example("label1", "x0", Double.POSITIVE_INFINITY));
    assertEquals(
        "The supplied Dataset has no examples.",
        assertThrows(
                IllegalArgumentException.class,
                () -> TRAINER.continueTraining(MODEL, TestData.dataset()))
            .getMessage());
  }

  private static void assertMessage(String message, Example<Label> bad) {
    MutableDataset<Label> data = TestData.dataset();
    data.add(TestData.example("label1", "x0", 1));
    data.add(bad);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> TRAINER.continueTraining(MODEL, data))
            .getMessage());
  }
}
