// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.provenance.MapProvenance;
import com.oracle.labs.mlrg.olcut.provenance.primitives.StringProvenance;
import com.oracle.labs.mlrg.olcut.util.Pair;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;
import org.tribuo.classification.evaluation.LabelEvaluation;
import org.tribuo.classification.evaluation.LabelEvaluator;
import org.tribuo.classification.example.LabelledDataGenerator;
import org.tribuo.dataset.DatasetView;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.ModelProvenance;
import org.tribuo.test.Helpers;

/** What Tribuo's own modules ask of their trainers, and what this one adds. */
class IBCaviTrainerTest {
  private static final IBCaviTrainer TRAINER = new IBCaviTrainer();

  private static IBCaviModel checkedTraining(Pair<Dataset<Label>, Dataset<Label>> data) {
    IBCaviModel model = TRAINER.train(data.getA());
    LabelEvaluation evaluation = new LabelEvaluator().evaluate(model, data.getA());
    assertTrue(evaluation.accuracy() >= 0.9, evaluation.toString());
    Map<String, List<Pair<String, Double>>> top = model.getTopFeatures(3);
    assertEquals(model.getOutputIDInfo().size(), top.size());
    top.values().forEach(list -> assertEquals(3, list.size()));
    int all = model.getFeatureIDMap().size() + 1;
    model.getTopFeatures(-1).values().forEach(list -> assertEquals(all, list.size()));
    Helpers.testModelSerialization(model, Label.class);
    Helpers.testModelProtoSerialization(model, Label.class, data.getB(), 0);
    return model;
  }

  @Test
  void trainsOnDenseData() {
    checkedTraining(LabelledDataGenerator.denseTrainTest());
  }

  @Test
  void trainsOnSparseData() {
    checkedTraining(LabelledDataGenerator.sparseTrainTest());
  }

  @Test
  void trainsOnBinarySparseData() {
    checkedTraining(LabelledDataGenerator.binarySparseTrainTest());
  }

  @Test
  void invalidExampleIsRefused() {
    Model<Label> model = TRAINER.train(LabelledDataGenerator.sparseTrainTest().getA());
    assertThrows(
        IllegalArgumentException.class,
        () -> model.predict(LabelledDataGenerator.invalidSparseExample()));
  }

  @Test
  void emptyExampleIsRefused() {
    Model<Label> model = TRAINER.train(LabelledDataGenerator.sparseTrainTest().getA());
    assertThrows(
        IllegalArgumentException.class, () -> model.predict(LabelledDataGenerator.emptyExample()));
  }

  @Test
  void trainsOnOneLabelOfALargerDomain() {
    Dataset<Label> all = LabelledDataGenerator.denseTrainTest().getA();
    Dataset<Label> one =
        DatasetView.createView(all, e -> e.getOutput().getLabel().equals("Foo"), "Foo only");
    IBCaviModel model = TRAINER.train(one);
    assertEquals(all.getOutputIDInfo().size(), model.getOutputIDInfo().size());
    for (Prediction<Label> prediction : model.predict(one)) {
      assertEquals("Foo", prediction.getOutput().getLabel());
      assertEquals(model.getOutputIDInfo().size(), prediction.getOutputScores().size());
    }
  }

  @Test
  void sameDataGiveTheSameModel() {
    Dataset<Label> data = LabelledDataGenerator.denseTrainTest().getA();
    IBCaviTrainer trainer = new IBCaviTrainer().predict(PredictionMode.MONTE_CARLO);
    IBCaviModel first = trainer.train(data);
    IBCaviModel second = trainer.train(data);
    assertEquals(first.getWeightsCopy(), second.getWeightsCopy());
    assertTrue(
        Helpers.predictionListDistributionEquals(first.predict(data), second.predict(data), 0));
    assertNotEquals(first.getProvenance(), second.getProvenance());
  }

  @Test
  void configurationSurvivesProvenance() {
    Helpers.testConfigurableRoundtrip(TRAINER);
    Helpers.testConfigurableRoundtrip(EveryOption.trainer());
    IBCaviTrainer weighted = new IBCaviTrainer();
    weighted.setLabelWeights(Map.of(new Label("Foo"), 2f));
    Helpers.testConfigurableRoundtrip(weighted);
  }

  @Test
  void tooLittleMemoryIsRefusedWithTheFigures() {
    IBCaviTrainer trainer =
        TRAINER.method(Method.CATEGORICAL).with(Option.MEMORY_LIMIT, 1_000_000L).numThreads(4096);
    Exception refused =
        assertThrows(MemoryLimitException.class, () -> trainer.train(TestData.dense(2000, 1)));
    assertTrue(refused.getMessage().contains("1 MB are available"), refused.getMessage());
  }

  @Test
  void provenanceListsWhatWasSetAndNoMore() {
    Map<String, ?> options =
        TRAINER.with(Option.AVERAGE, Average.bma()).getProvenance().getConfiguredParameters();
    assertEquals(Set.of("average", "labelWeights"), options.keySet());
    assertEquals("bma", ((StringProvenance) options.get("average")).getValue());
    Set<String> all = new HashSet<>(Set.of("labelWeights"));
    Option.table().forEach(option -> all.add(OptionFields.name(option)));
    assertEquals(all, EveryOption.trainer().getProvenance().getConfiguredParameters().keySet());
  }

  @Test
  void modelProvenanceTellsTheMethodThatFitted() {
    IBCaviModel model = TRAINER.train(LabelledDataGenerator.denseTrainTest().getA());
    MapProvenance<?> run = (MapProvenance<?>) model.getProvenance().getInstanceProvenance();
    assertEquals(
        "categorical, " + model.getReport().reason(),
        ((StringProvenance) run.getMap().get(IBCaviTrainer.FITTED_METHOD)).getValue());
  }

  @Test
  void modelProvenanceCanBeMarshalled() {
    IBCaviModel model = TRAINER.train(LabelledDataGenerator.denseTrainTest().getA());
    Helpers.testProvenanceMarshalling(model.getProvenance());
    assertEquals(IBCaviModel.class.getName(), model.getProvenance().getClassName());
  }

  @Test
  void invocationsAreCounted() {
    Dataset<Label> data = LabelledDataGenerator.denseTrainTest().getA();
    IBCaviTrainer trainer = new IBCaviTrainer();
    assertEquals(0, trainer.getInvocationCount());
    trainer.train(data);
    trainer.train(data);
    assertEquals(2, trainer.getInvocationCount());
    IBCaviModel sixth = trainer.train(data, Map.of(), 5);
    assertEquals(6, trainer.getInvocationCount());
    assertEquals(5, invocation(sixth.getProvenance()));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> trainer.setInvocationCount(-1));
    assertEquals("invocation count -1; must be at least 0", e.getMessage());
  }

  private static int invocation(ModelProvenance provenance) {
    return Integer.parseInt(
        provenance
            .getTrainerProvenance()
            .getInstanceValues()
            .get("train-invocation-count")
            .toString());
  }

  @Test
  void changedCopiesLeaveTheOriginalAlone() {
    IBCaviTrainer original = new IBCaviTrainer();
    original.setLabelWeights(Map.of(new Label("Foo"), 2f));
    IBCaviTrainer changed =
        original
            .method(Method.BINARY)
            .predict(PredictionMode.MODERATED)
            .priorVariance(0.5)
            .numThreads(2)
            .seed(7)
            .with(Option.LINK, Link.LOGIT);
    assertEquals(
        "IBCaviTrainer(method=binary, predict=moderated, numThreads=2, seed=7, link=logit,"
            + " priorVariance=0.5, labelWeights={Foo=2.0})",
        changed.toString());
    changed.setLabelWeights(Map.of());
    assertEquals("IBCaviTrainer(labelWeights={Foo=2.0})", original.toString());
    assertEquals("IBCaviTrainer()", new IBCaviTrainer().toString());
  }

  @Test
  void publishedIsTheCoresPublishedMethod() {
    Dataset<Label> data = TestData.dense(200, 1);
    IBCaviModel model = TRAINER.method(Method.PUBLISHED).train(data);
    CategoricalModel core =
        IbCavi.published()
            .fit(ExampleData.of(data, model.getFeatureIDMap(), model.getOutputIDInfo(), Map.of()));
    for (int k = 0; k < 4; k++) {
      CoefficientSummary expected = core.coefficients(k, 0.95);
      List<Coefficient> actual =
          model.getCoefficients(model.getOutputIDInfo().getOutput(k).getLabel());
      for (int m = 0; m < expected.size(); m++) {
        assertEquals(expected.mean(m), actual.get(m).mean());
      }
    }
    assertEquals(2, model.getMembers().size());
    assertEquals("variance 1.00, given", model.getMembers().get(0).prior());
  }

  @Test
  void severalThreadsMayTrainAtOnce() throws Exception {
    Dataset<Label> data = LabelledDataGenerator.denseTrainTest().getA();
    IBCaviTrainer trainer = new IBCaviTrainer();
    IBCaviModel expected = TRAINER.train(data);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<IBCaviModel>> tasks = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        tasks.add(() -> trainer.train(data));
      }
      List<Integer> invocations = new ArrayList<>();
      for (Future<IBCaviModel> task : pool.invokeAll(tasks)) {
        assertEquals(expected.getWeightsCopy(), task.get().getWeightsCopy());
        invocations.add(invocation(task.get().getProvenance()));
      }
      Collections.sort(invocations);
      assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7), invocations);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void numberOfThreadsDoesNotChangeTheModel() {
    Dataset<Label> data = LabelledDataGenerator.sparseTrainTest().getA();
    IBCaviModel one = TRAINER.train(data);
    assertEquals(one.getWeightsCopy(), TRAINER.numThreads(3).train(data).getWeightsCopy());
    assertEquals(one.getWeightsCopy(), TRAINER.numThreads(0).train(data).getWeightsCopy());
  }

  private static Dataset<Label> small(float firstWeight, int copiesOfFirst) {
    MutableDataset<Label> data = TestData.dataset();
    for (int copy = 0; copy < copiesOfFirst; copy++) {
      Example<Label> first = TestData.example("yes", "a", 1, "b", 2);
      first.setWeight(firstWeight);
      data.add(first);
    }
    data.add(TestData.example("no", "a", -1, "b", 0.5));
    data.add(TestData.example("yes", "a", 0.5, "b", 1));
    data.add(TestData.example("no", "a", 0.25, "b", -1));
    return data;
  }

  @Test
  void weightTwoIsTheExampleTwice() {
    IBCaviModel weighted = TRAINER.train(small(2, 1));
    IBCaviModel repeated = TRAINER.train(small(1, 2));
    assertWeightsEqual(repeated, weighted, 1e-6);
    assertFalse(weighted.getWeightsCopy().equals(TRAINER.train(small(1, 1)).getWeightsCopy()));
  }

  @Test
  void labelWeightsMultiplyExampleWeights() {
    Dataset<Label> plain = small(1, 1);
    IBCaviTrainer trainer = new IBCaviTrainer();
    trainer.setLabelWeights(Map.of(new Label("yes"), 3f));
    MutableDataset<Label> heavy = TestData.dataset();
    for (Example<Label> example : plain) {
      Example<Label> copy = new ArrayExample<>(example);
      copy.setWeight(example.getOutput().getLabel().equals("yes") ? 3 : 1);
      heavy.add(copy);
    }
    assertWeightsEqual(TRAINER.train(heavy), trainer.train(plain), 0);
  }

  @Test
  void weightsThatSumToOneAreShares() {
    Dataset<Label> plain = small(1, 1);
    MutableDataset<Label> shares = TestData.dataset();
    for (Example<Label> example : plain) {
      Example<Label> copy = new ArrayExample<>(example);
      copy.setWeight(1f / plain.size());
      shares.add(copy);
    }
    assertWeightsEqual(TRAINER.train(plain), TRAINER.train(shares), 1e-12);
  }

  private static void assertWeightsEqual(IBCaviModel expected, IBCaviModel actual, double within) {
    for (String label : List.of("yes", "no")) {
      List<Coefficient> a = expected.getCoefficients(label);
      List<Coefficient> b = actual.getCoefficients(label);
      for (int m = 0; m < a.size(); m++) {
        assertEquals(a.get(m).feature(), b.get(m).feature());
        assertEquals(a.get(m).mean(), b.get(m).mean(), within);
      }
    }
  }

  @Test
  void progressIsLogged() {
    List<LogRecord> records =
        TrainerLog.during(
            Level.FINE, () -> TRAINER.train(LabelledDataGenerator.denseTrainTest().getA()));
    assertTrue(
        records.stream()
            .anyMatch(
                r -> r.getLevel().equals(Level.INFO) && r.getMessage().startsWith("Trained on ")),
        () -> records.stream().map(LogRecord::getMessage).toList().toString());
    for (String start : List.of("binary sweep 1: objective", "categorical pass 1: objective")) {
      assertTrue(
          records.stream()
              .anyMatch(r -> r.getLevel().equals(Level.FINE) && r.getMessage().startsWith(start)),
          start);
    }
  }

  @Test
  void theLogSaysWhatWasDone() {
    Dataset<Label> data = LabelledDataGenerator.denseTrainTest().getA();
    List<LogRecord> records =
        TrainerLog.during(Level.INFO, () -> TRAINER.method(Method.PUBLISHED).train(data));
    String summary = records.get(0).getMessage();
    assertTrue(
        summary.matches(
            "Trained on \\d+ examples, 4 features, 4 labels in [0-9.]+ s: method published, as asked"
                + " for; converged, ELBO -[0-9.]+, prior variance 1.00, given"),
        summary);
    IBCaviModel[] trained = new IBCaviModel[1];
    records = TrainerLog.during(Level.INFO, () -> trained[0] = TRAINER.train(data));
    FitReport report = trained[0].getReport();
    summary = records.get(0).getMessage();
    assertTrue(summary.contains("method categorical, " + report.reason()), summary);
    assertTrue(summary.contains(", log posterior -"), summary);
    assertTrue(summary.endsWith("prior " + report.leadingMember().orElseThrow().prior()), summary);
  }
}
