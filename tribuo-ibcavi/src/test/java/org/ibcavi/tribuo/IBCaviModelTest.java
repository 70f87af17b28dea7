// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.labs.mlrg.olcut.util.Pair;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Component;
import org.ibcavi.model.FeatureEffect;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Excuse;
import org.tribuo.Feature;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.ImmutableOutputInfo;
import org.tribuo.Model;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;
import org.tribuo.impl.ArrayExample;
import org.tribuo.math.la.DenseMatrix;

class IBCaviModelTest {
  private static final Dataset<Label> DENSE = TestData.dense(300, 1);
  private static final Dataset<Label> SPARSE = TestData.sparse(300, 2);
  private static final IBCaviModel MODEL = new IBCaviTrainer().train(DENSE);

  private static double[] row(Example<Label> example, ImmutableFeatureMap features) {
    double[] row = new double[features.size()];
    for (Feature feature : example) {
      row[features.getID(feature.getName())] = feature.getValue();
    }
    return row;
  }

  /** The data as a user of the core would give them, without any class of the adapter. */
  private static TrainingData coreData(Dataset<Label> data, boolean dense) {
    ImmutableFeatureMap features = data.getFeatureIDMap();
    ImmutableOutputInfo<Label> labels = data.getOutputIDInfo();
    TrainingData.Builder denseRows = TrainingData.dense(features.size(), labels.size());
    TrainingData.Builder sparseRows = TrainingData.sparse(features.size(), labels.size());
    for (Example<Label> example : data) {
      double[] row = row(example, features);
      int label = labels.getID(example.getOutput());
      int[] columns =
          java.util.stream.IntStream.range(0, row.length).filter(m -> row[m] != 0).toArray();
      denseRows.add(row, label);
      sparseRows.add(columns, Arrays.stream(columns).mapToDouble(m -> row[m]).toArray(), label);
    }
    return dense ? denseRows.build() : sparseRows.build();
  }

  @ParameterizedTest
  @CsvSource({"probit, PLUG_IN", "logit, PLUG_IN", "probit, MODERATED", "logit, MONTE_CARLO"})
  void probabilitiesAreTheCores(String name, PredictionMode mode) {
    for (Dataset<Label> data : List.of(DENSE, SPARSE)) {
      for (boolean standardize : new boolean[] {false, true}) {
        Link link = Link.named(name);
        CategoricalModel core =
            IbCavi.withDefaults()
                .link(link)
                .predictingBy(mode)
                .standardize(standardize)
                .fit(coreData(data, data == DENSE));
        IBCaviModel model =
            new IBCaviTrainer()
                .predict(mode)
                .with(Option.LINK, link)
                .with(Option.STANDARDIZE, standardize)
                .train(data);
        List<Prediction<Label>> together = model.predict(data);
        int i = 0;
        for (Example<Label> example : data) {
          double[] expected = core.probabilities(row(example, data.getFeatureIDMap()));
          assertScores(expected, model, together.get(i++), 1e-12);
          assertScores(expected, model, model.predict(example), 1e-12);
        }
      }
    }
  }

  private static void assertScores(
      double[] expected, IBCaviModel model, Prediction<Label> prediction, double within) {
    double sum = 0;
    for (int k = 0; k < expected.length; k++) {
      String label = model.getOutputIDInfo().getOutput(k).getLabel();
      double score = prediction.getOutputScores().get(label).getScore();
      assertEquals(expected[k], score, within);
      assertTrue(score <= prediction.getOutput().getScore());
      sum += score;
    }
    assertEquals(expected.length, prediction.getOutputScores().size());
    assertTrue(prediction.hasProbabilities());
    assertEquals(1, sum, 1e-12);
  }

  @Test
  void manyExamplesGiveTheBitsOfEach() {
    IBCaviModel model = new IBCaviTrainer().train(SPARSE);
    List<Example<Label>> examples = SPARSE.getData();
    List<Prediction<Label>> together = model.predict(examples);
    assertEquals(examples.size(), together.size());
    for (int i = 0; i < examples.size(); i++) {
      Prediction<Label> alone = model.predict(examples.get(i));
      assertTrue(alone.distributionEquals(together.get(i), 0));
      assertEquals(examples.get(i).size(), together.get(i).getNumActiveFeatures());
      assertEquals(examples.get(i), together.get(i).getExample());
    }
    assertTrue(model.predict(List.<Example<Label>>of()).isEmpty());
  }

  /** The first thread may not be through with all before the second begins. */
  private static void awaitAnother(Set<Thread> seen) {
    long start = System.nanoTime();
    while (seen.size() < 2 && System.nanoTime() - start < 10_000_000_000L) {
      Thread.onSpinWait();
    }
  }

  /** More chunks than the threads take at once, the last of them not full. */
  private static List<Example<Label>> many(Dataset<Label> data, Set<Thread> seen) {
    List<Example<Label>> examples = new ArrayList<>();
    for (int i = 0; i < 3333; i++) {
      examples.add(
          new ArrayExample<>(data.getExample(i % data.size())) {
            @Override
            public Iterator<Feature> iterator() {
              seen.add(Thread.currentThread());
              awaitAnother(seen);
              return super.iterator();
            }
          });
    }
    return examples;
  }

  @ParameterizedTest
  @ValueSource(strings = {"predict=plugin", "predict=moderated", "predict=montecarlo,samples=4"})
  void threadsGiveTheBitsOfOne(String predict) {
    for (Dataset<Label> data : List.of(DENSE, SPARSE)) {
      IBCaviModel model = TestData.trainer(predict).train(data);
      Set<Thread> seen = ConcurrentHashMap.newKeySet();
      List<Example<Label>> examples = many(data, seen);
      List<Prediction<Label>> together = model.withPredictionThreads(3).predict(examples);
      assertTrue(seen.size() > 1, "only one thread ran");
      assertEquals(examples.size(), together.size());
      for (int i = 0; i < examples.size(); i++) {
        assertSame(examples.get(i), together.get(i).getExample());
        if (i % 17 == 0) {
          assertTrue(model.predict(examples.get(i)).distributionEquals(together.get(i), 0));
        }
      }
    }
  }

  @Test
  void predictionThreadsAreCountedAndChecked() {
    assertEquals(1, MODEL.getPredictionThreads());
    assertEquals(3, MODEL.withPredictionThreads(3).getPredictionThreads());
    assertEquals(3, ((IBCaviModel) MODEL.withPredictionThreads(3).copy()).getPredictionThreads());
    assertEquals(
        Runtime.getRuntime().availableProcessors(),
        MODEL.withPredictionThreads(0).getPredictionThreads());
    assertEquals(
        "prediction threads -1; must be at least 0, where 0 is all cores",
        assertThrows(IllegalArgumentException.class, () -> MODEL.withPredictionThreads(-1))
            .getMessage());
  }

  @Test
  void aModelTooLargeForAProtobufIsRefusedWithWaysOut() {
    CategoricalModel fitted = MODEL.getCategoricalModel();
    int size = SavedModel.fittedBytes(fitted, Long.MAX_VALUE).size();
    assertEquals(size, SavedModel.fittedBytes(fitted, size).size());
    assertEquals(
        "The fitted model has more than the "
            + (size - 1)
            + " bytes that a protobuf has place for; train with the diagonal covariance, with fewer"
            + " features or labels, or keep getCategoricalModel() with org.ibcavi.file.ModelFile,"
            + " which has no such limit",
        assertThrows(IllegalStateException.class, () -> SavedModel.fittedBytes(fitted, size - 1))
            .getMessage());
  }

  @Test
  void unknownFeaturesCountForNothing() {
    Example<Label> known = TestData.example("label0", "x0", 1, "x1", 2);
    Example<Label> more = TestData.example("label0", "a", 7, "x0", 1, "x1", 2, "z", Double.NaN);
    assertTrue(MODEL.predict(known).distributionEquals(MODEL.predict(more), 0));
    assertEquals(2, MODEL.predict(more).getNumActiveFeatures());
  }

  @Test
  void topFeaturesAreTheLargestCoefficients() {
    Map<String, List<Pair<String, Double>>> all = MODEL.getTopFeatures(-1);
    assertEquals(4, all.size());
    all.forEach(
        (label, top) -> {
          List<Pair<String, Double>> expected = new ArrayList<>();
          MODEL
              .getCoefficients(label)
              .forEach(c -> expected.add(new Pair<>(c.feature(), c.mean())));
          expected.sort((a, b) -> Double.compare(Math.abs(b.getB()), Math.abs(a.getB())));
          assertEquals(expected, top);
          assertEquals(expected.subList(0, 2), MODEL.getTopFeatures(2).get(label));
          assertEquals(expected, MODEL.getTopFeatures(100).get(label));
        });
    assertTrue(MODEL.getTopFeatures(0).values().stream().allMatch(List::isEmpty));
  }

  @Test
  void contributionsOfSparseExamplesAreCoefficientTimesValue() {
    IBCaviModel model = new IBCaviTrainer().train(SPARSE);
    Example<Label> example = SPARSE.getExample(0);
    Excuse<Label> excuse = model.getExcuse(example).orElseThrow();
    for (int k = 0; k < 4; k++) {
      CoefficientSummary coefficients = model.getCategoricalModel().coefficients(k, 0.95);
      List<Pair<String, Double>> parts =
          excuse.excuse(model.getOutputIDInfo().getOutput(k).getLabel());
      assertEquals(example.size() + 1, parts.size());
      Map<String, Double> byName = parts.stream().collect(Collectors.toMap(Pair::getA, Pair::getB));
      assertEquals(coefficients.mean(40), byName.get(Model.BIAS_FEATURE), 1e-12);
      for (Feature feature : example) {
        double coefficient = coefficients.mean(model.getFeatureIDMap().getID(feature.getName()));
        assertEquals(coefficient * feature.getValue(), byName.get(feature.getName()), 1e-12);
      }
    }
  }

  @Test
  void contributionsSumToTheLinearPredictor() {
    Example<Label> example = DENSE.getExample(0);
    double[] row = row(example, DENSE.getFeatureIDMap());
    Excuse<Label> excuse = MODEL.getExcuse(example).orElseThrow();
    assertEquals(4, excuse.getScores().size());
    assertTrue(excuse.getPrediction().distributionEquals(MODEL.predict(example), 0));
    for (int k = 0; k < 4; k++) {
      String label = MODEL.getOutputIDInfo().getOutput(k).getLabel();
      CoefficientSummary coefficients = MODEL.getCategoricalModel().coefficients(k, 0.95);
      double eta = coefficients.mean(row.length);
      for (int m = 0; m < row.length; m++) {
        eta += coefficients.mean(m) * row[m];
      }
      List<Pair<String, Double>> parts = excuse.excuse(label);
      assertEquals(row.length + 1, parts.size());
      assertEquals(eta, parts.stream().mapToDouble(Pair::getB).sum(), 1e-9);
      assertEquals(1, parts.stream().filter(p -> p.getA().equals(Model.BIAS_FEATURE)).count());
      for (int i = 1; i < parts.size(); i++) {
        assertTrue(Math.abs(parts.get(i).getB()) <= Math.abs(parts.get(i - 1).getB()));
      }
    }
    assertEquals(2, MODEL.getExcuses(DENSE.getData().subList(0, 2)).orElseThrow().size());
  }

  @Test
  void coefficientsAreTheCores() {
    DenseMatrix means = MODEL.getWeightsCopy();
    DenseMatrix deviations = MODEL.getStandardDeviationsCopy();
    for (int k = 0; k < 4; k++) {
      CoefficientSummary expected = MODEL.getCategoricalModel().coefficients(k, 0.8);
      List<Coefficient> actual =
          MODEL.getCoefficients(MODEL.getOutputIDInfo().getOutput(k).getLabel(), 0.8);
      assertEquals(expected.size(), actual.size());
      for (int m = 0; m < expected.size(); m++) {
        assertEquals(expected.mean(m), actual.get(m).mean());
        assertEquals(expected.mean(m), means.get(k, m), 1e-12 * Math.abs(means.get(k, m)));
        assertEquals(expected.standardDeviation(m), deviations.get(k, m));
        assertEquals(expected.standardDeviation(m), actual.get(m).standardDeviation());
        assertEquals(expected.lower(m), actual.get(m).lower());
        assertEquals(expected.upper(m), actual.get(m).upper());
      }
      assertEquals("x0", actual.get(0).feature());
      assertEquals(Model.BIAS_FEATURE, actual.get(5).feature());
    }
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> MODEL.getCoefficients("other"));
    assertEquals("label 'other'; the model does not know it", e.getMessage());
  }

  @Test
  void accessorsGiveCopies() {
    DenseMatrix weights = MODEL.getWeightsCopy();
    double[] trace = MODEL.getObjectiveTrace();
    DenseMatrix weightsBefore = new DenseMatrix(weights);
    weights.set(0, 0, 1e9);
    trace[0] = 1e9;
    MODEL.getAlphaWeights().clear();
    MODEL.getCoefficients("label0").clear();
    MODEL.getTopFeatures(-1).clear();
    assertEquals(weightsBefore, MODEL.getWeightsCopy());
    assertArrayEquals(
        MODEL.getCategoricalModel().report().objectiveTrace(), MODEL.getObjectiveTrace());
  }

  @Test
  void membersAreThoseOfTheComponents() {
    List<Component> components = MODEL.getCategoricalModel().components();
    List<Member> members = MODEL.getMembers();
    assertEquals(Method.CATEGORICAL, MODEL.getReport().method());
    assertEquals(components.size(), members.size());
    for (int c = 0; c < members.size(); c++) {
      assertEquals(components.get(c).link().name(), members.get(c).link());
      assertEquals(components.get(c).alphas().alpha(0), members.get(c).alpha());
      assertEquals(components.get(c).prior().toString(), members.get(c).prior());
      assertEquals(components.get(c).weight(), members.get(c).weight());
    }
    double mean = MODEL.getCategoricalModel().meanAlpha();
    assertEquals(mean, members.stream().mapToDouble(m -> m.alpha() * m.weight()).sum(), 1e-12);
    assertEquals(1, MODEL.getAlphaWeights().values().stream().mapToDouble(w -> w).sum(), 1e-12);
  }

  @Test
  void noTwoMembersLookAlike() {
    assertTrue(MODEL.getMembers().size() > 1);
    Set<List<?>> seen = new HashSet<>();
    for (Member member : MODEL.getMembers()) {
      assertTrue(
          seen.add(List.of(member.link(), member.alpha(), member.prior())), member.toString());
    }
  }

  @Test
  void theMembersOfTheBinaryStageAreTheGrid() {
    IBCaviModel binary = new IBCaviTrainer().method(Method.BINARY).train(DENSE);
    assertEquals(Method.BINARY, binary.getReport().method());
    assertEquals(11, binary.getAlphaWeights().size());
    assertEquals(11, binary.getMembers().size());
    assertEquals("probit", binary.getMembers().get(0).link());
    assertEquals(1, binary.getMembers().stream().mapToDouble(Member::weight).sum(), 1e-12);
  }

  @Test
  void reportTellsOfTheFit() {
    assertEquals(300, MODEL.getReport().rows());
    assertEquals(
        MODEL.getCategoricalModel().components().get(0).prior().weightVariance(),
        MODEL.getWeightVariance());
    assertTrue(MODEL.getWeightVariance() > 0);
    for (Method method : List.of(Method.CATEGORICAL, Method.BINARY)) {
      IBCaviModel given = new IBCaviTrainer().method(method).priorVariance(0.5).train(DENSE);
      assertEquals(0.5, given.getWeightVariance());
      assertEquals("variance 0.500, given", given.getMembers().get(0).prior());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9})
  void uncertaintyIsTheCores(double level) {
    Example<Label> example = DENSE.getExample(3);
    org.ibcavi.design.DesignMatrix row =
        org.ibcavi.design.DesignMatrix.dense(5).add(row(example, DENSE.getFeatureIDMap())).build();
    Uncertainty expected = MODEL.getCategoricalModel().uncertainty(row, level)[0];
    LabelUncertainty actual = MODEL.getUncertainty(example, level);
    assertEquals(level, actual.level());
    assertEquals(expected.entropy(), actual.entropy(), 1e-12);
    assertEquals(expected.expectedEntropy(), actual.expectedEntropy(), 1e-12);
    assertEquals(expected.mutualInformation(), actual.mutualInformation(), 1e-12);
    assertEquals(4, actual.intervals().size());
    actual
        .intervals()
        .forEach(
            (label, interval) -> {
              int k = MODEL.getOutputIDInfo().getID(new Label(label));
              assertEquals(expected.mean()[k], interval.mean(), 1e-12);
              assertEquals(expected.standardDeviation()[k], interval.standardDeviation(), 1e-12);
              assertEquals(expected.lower()[k], interval.lower(), 1e-12);
              assertEquals(expected.upper()[k], interval.upper(), 1e-12);
            });
  }

  /** 3 and 1 examples of two labels, and one more row that each label has half of. */
  @Test
  void baseRatesAreSharesOfTheLabels() {
    org.tribuo.MutableDataset<Label> data = TestData.dataset();
    for (int i = 0; i < 4; i++) {
      data.add(TestData.example(i < 3 ? "often" : "rare", "x", i));
    }
    Map<String, Double> rates = new IBCaviTrainer().train(data).getBaseRates();
    assertEquals(Set.of("often", "rare"), rates.keySet());
    assertEquals(3.5 / 5, rates.get("often"), 1e-15);
    assertEquals(1.5 / 5, rates.get("rare"), 1e-15);
  }

  @Test
  void theCoresModelHasTheNames() {
    CategoricalModel core = MODEL.getCategoricalModel();
    for (int k = 0; k < 4; k++) {
      assertEquals(MODEL.getOutputIDInfo().getOutput(k).getLabel(), core.categoryNames().get(k));
    }
    for (int m = 0; m < 5; m++) {
      assertEquals(MODEL.getFeatureIDMap().get(m).getName(), core.featureNames().get(m));
    }
  }

  @Test
  void interruptedThreadsPredict() {
    Thread.currentThread().interrupt();
    try {
      assertEquals(DENSE.size(), MODEL.predict(DENSE).size());
      assertEquals(DENSE.size(), MODEL.getUncertainties(DENSE).size());
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void uncertaintiesOfManyAreThoseOfEach() {
    List<LabelUncertainty> together = MODEL.withPredictionThreads(3).getUncertainties(DENSE, 0.8);
    assertEquals(DENSE.size(), together.size());
    for (int i = 0; i < together.size(); i += 7) {
      LabelUncertainty alone = MODEL.getUncertainty(DENSE.getExample(i), 0.8);
      assertEquals(alone.intervals(), together.get(i).intervals());
      assertEquals(alone.entropy(), together.get(i).entropy());
    }
    assertEquals(0.9, MODEL.getUncertainties(DENSE).get(0).level());
    assertTrue(MODEL.getUncertainties(List.of()).isEmpty());
  }

  /** Each example's feature is set to the value, and its uncertainty is asked for. */
  @Test
  void anEffectIsTheMeanOverExamplesWithTheFeatureSet() {
    IBCaviModel model = new IBCaviTrainer().basis(BasisKind.SMOOTH).train(DENSE);
    List<Example<Label>> some = DENSE.getData().subList(0, 12);
    double[] values = {-1.5, 0.5};
    FeatureEffect effect = model.getEffect(some, "x3", values, 0.8);
    for (int v = 0; v < values.length; v++) {
      for (int k = 0; k < 4; k++) {
        String label = model.getOutputIDInfo().getOutput(k).getLabel();
        double mean = 0;
        double lower = 0;
        double upper = 0;
        for (Example<Label> example : some) {
          Example<Label> changed = new ArrayExample<>(example);
          changed.set(new Feature("x3", values[v]));
          LabelUncertainty.Interval own = model.getUncertainty(changed, 0.8).intervals().get(label);
          mean += own.mean() / some.size();
          lower += own.lower() / some.size();
          upper += own.upper() / some.size();
        }
        assertEquals(mean, effect.mean(v, k), 1e-12);
        assertEquals(lower, effect.lower(v, k), 1e-12);
        assertEquals(upper, effect.upper(v, k), 1e-12);
      }
    }
    long before = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    FeatureEffect together = model.withPredictionThreads(3).getEffect(some, "x3", values, 0.8);
    long after = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    assertTrue(after > before, "no thread was started");
    assertEquals(effect.toString(), together.toString());
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> model.getEffect(some, "height", values, 0.8))
            .getMessage();
    assertEquals("feature 'height'; the model does not know it", message);
  }

  @Test
  void modelsWithoutInterceptHaveNoBias() {
    IBCaviModel model = new IBCaviTrainer().with(Option.INTERCEPT, false).train(DENSE);
    assertEquals(5, model.getWeightsCopy().getDimension2Size());
    assertEquals(5, model.getStandardDeviationsCopy().getDimension2Size());
    assertEquals(5, model.getCoefficients("label0").size());
    assertEquals(5, model.getTopFeatures(-1).get("label0").size());
    Example<Label> example = DENSE.getExample(0);
    double eta = 0;
    for (Coefficient coefficient : model.getCoefficients("label0")) {
      eta += coefficient.mean() * row(example, DENSE.getFeatureIDMap())[number(coefficient)];
    }
    List<Pair<String, Double>> parts = model.getExcuse(example).orElseThrow().excuse("label0");
    assertEquals(eta, parts.stream().mapToDouble(Pair::getB).sum(), 1e-9);
  }

  private static int number(Coefficient coefficient) {
    return DENSE.getFeatureIDMap().getID(coefficient.feature());
  }

  @Test
  void examplesUnlikeAnySeenAreLessCertain() {
    Example<Label> usual = DENSE.getExample(0);
    Example<Label> strange =
        TestData.example("label0", "x0", 50, "x1", -50, "x2", 90, "x3", -20, "x4", 100);
    assertTrue(
        MODEL.getUncertainty(strange).mutualInformation()
            > 5 * MODEL.getUncertainty(usual).mutualInformation());
  }

  @Test
  void copyPredictsTheSame() {
    Model<Label> copy = MODEL.copy();
    assertNotSame(MODEL, copy);
    assertNotSame(MODEL.getProvenance(), copy.getProvenance());
    assertEquals(MODEL.getProvenance(), copy.getProvenance());
    copy.setName("other");
    assertEquals("ibcavi", MODEL.getName());
    for (Example<Label> example : DENSE) {
      assertTrue(MODEL.predict(example).distributionEquals(copy.predict(example), 0));
    }
  }
}
