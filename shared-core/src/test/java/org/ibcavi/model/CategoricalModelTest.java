// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a user asks of a model, beside the figures that the other tests check. */
class CategoricalModelTest {
  private static final RandomData DATA = RandomData.of(61, 120, 3, 4, 0.7);
  private static final CategoricalModel MODEL =
      IbCavi.withDefaults()
          .fit(
              DATA.dense()
                  .withFeatureNames(List.of("age", "height", "weight"))
                  .withCategoryNames(List.of("north", "east", "south", "west")));

  /** Settings that end with each stage. */
  static Stream<IbCavi> stages() {
    return Stream.of(BinaryFit.withDefaults(), IbCavi.withDefaults());
  }

  // Arrays in, categories out

  @Test
  void arraysFitTheSameModelAsTrainingData() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.rows(), DATA.labels());
    assertArrayEquals(MODEL.probabilities(DATA.row(5)), model.probabilities(DATA.row(5)));
    assertEquals(List.of("x0", "x1", "x2"), model.featureNames());
    assertEquals(List.of("0", "1", "2", "3"), model.categoryNames());
  }

  @Test
  void thePredictionIsTheMostProbableCategory() {
    int[] batch = MODEL.predict(DATA.rows());
    assertArrayEquals(batch, MODEL.predict(DATA.denseMatrix()));
    assertTrue(Arrays.stream(batch).distinct().count() > 1);
    for (int i = 0; i < DATA.count(); i++) {
      double[] row = DATA.row(i);
      double[] p = MODEL.probabilities(row);
      int[] columns = RandomData.nonzeros(row);
      double[] values = Arrays.stream(columns).mapToDouble(m -> row[m]).toArray();
      assertEquals(Arrays.stream(p).max().orElseThrow(), p[batch[i]]);
      assertEquals(batch[i], MODEL.predict(row));
      assertEquals(batch[i], MODEL.predict(columns, values));
      assertEquals(batch[i], MODEL.topCategories(row, 1).get(0).category());
    }
  }

  @Test
  void aBatchOfArraysIsTheRowsOneByOne() {
    double[][] rows = {DATA.row(0), DATA.row(1)};
    assertArrayEquals(MODEL.probabilities(DATA.row(1)), MODEL.probabilities(rows)[1]);
    assertArrayEquals(MODEL.uncertainty(DATA.row(1)).upper(), MODEL.uncertainty(rows)[1].upper());
    assertEquals(0, MODEL.probabilities(new double[0][]).length);
    assertEquals(0, MODEL.predict(new double[0][]).length);
    assertEquals(0, MODEL.uncertainty(new double[0][]).length);
  }

  @Test
  void aRowOfAnotherLengthIsRefusedWithItsNumber() {
    double[][] rows = {DATA.row(0), {1, 2}};
    String message =
        assertThrows(IllegalArgumentException.class, () -> MODEL.predict(rows)).getMessage();
    assertEquals("row 1: 2 values; every row must have 3", message);
  }

  // Coefficients

  /** Odds of predictions at a row and at one that has one unit more of a feature. */
  @Test
  void oddsRatiosAreThoseOfPredictions() {
    CategoricalModel softmax =
        IbCavi.withDefaults()
            .link(Link.LOGIT)
            .average(Average.named("cbc"))
            .prior(Prior.isotropic(0.5))
            .predictingBy(PredictionMode.PLUG_IN)
            .fit(DATA.dense());
    assertEquals(1, softmax.components().size());
    for (int k = 0; k < 4; k++) {
      double[] ratios = softmax.oddsRatios(0, k).orElseThrow();
      for (int m = 0; m < 3; m++) {
        double[] more = DATA.row(7).clone();
        more[m] += 1;
        double ratio =
            odds(softmax.probabilities(more), k) / odds(softmax.probabilities(DATA.row(7)), k);
        assertEquals(ratio, ratios[m], 1e-10 * ratio);
      }
    }
    CategoricalModel probit = BinaryFit.withDefaults().fit(DATA.dense());
    assertTrue(probit.oddsRatios(0, 1).isEmpty());
  }

  /** Of a category against the geometric mean of the others. */
  private static double odds(double[] p, int category) {
    double product = 1;
    for (int k = 0; k < p.length; k++) {
      product *= k == category ? 1 : p[k];
    }
    return p[category] / Math.pow(product, 1.0 / (p.length - 1));
  }

  /** The slope of a linear predictor, by differences of standardized rows. */
  @ParameterizedTest
  @MethodSource("stages")
  void coefficientsOfEveryComponentAreSlopesOfItsLinearPredictors(IbCavi settings) {
    double[][] rows =
        Arrays.stream(DATA.rows())
            .map(row -> new double[] {5 + 3 * row[0], row[1], 0.1 * row[2] - 2})
            .toArray(double[][]::new);
    CategoricalModel model = settings.fit(DATA.withRows(rows).dense());
    for (int c = 0; c < model.components().size(); c++) {
      for (int k = 0; k < 4; k++) {
        CoefficientSummary summary = model.coefficients(c, k, 0.9);
        double atZero = predictor(model, c, k, new double[3]);
        assertEquals(atZero, summary.mean(3), 1e-10 * Math.max(1, Math.abs(atZero)));
        for (int m = 0; m < 3; m++) {
          double[] one = new double[3];
          one[m] = 1;
          double slope = predictor(model, c, k, one) - atZero;
          assertEquals(slope, summary.mean(m), 1e-10 * Math.max(1, Math.abs(atZero)));
        }
      }
    }
    assertEquals(model.coefficients(2, 0.9).mean(1), model.coefficient(2, 1));
    assertEquals(model.coefficients(2, 0.9).mean(3), model.coefficient(2, 3));
  }

  private static double predictor(CategoricalModel model, int component, int k, double[] row) {
    double[] x = Arrays.copyOf(row, row.length + 1);
    model.standardization().apply(x);
    x[row.length] = 1;
    Posterior posterior = model.components().get(component).posterior();
    double[] mean = posterior.mean(posterior.vectorOf(k));
    return IntStream.range(0, x.length).mapToDouble(p -> x[p] * mean[p]).sum();
  }

  @Test
  void standardizedCoefficientsAreThoseOfOneDeviation() {
    double[] scale = MODEL.standardization().scale();
    CoefficientSummary original = MODEL.coefficients(1, 0.9);
    CoefficientSummary standardized = MODEL.standardizedCoefficients(1, 0.9);
    for (int m = 0; m < 3; m++) {
      assertEquals(original.mean(m) * scale[m], standardized.mean(m), 1e-14);
      assertEquals(original.upper(m) * scale[m], standardized.upper(m), 1e-14);
    }
  }

  // Names and base rates

  @Test
  void namesGoThroughTheFit() {
    assertEquals(List.of("age", "height", "weight"), MODEL.featureNames());
    assertEquals(List.of("north", "east", "south", "west"), MODEL.categoryNames());
    assertEquals("height", MODEL.coefficients(0, 0.9).name(1));
    assertEquals("(intercept)", MODEL.coefficients(0, 0.9).name(3));
    RankedCategory best = MODEL.topCategories(DATA.row(0), 1).get(0);
    assertEquals(MODEL.categoryNames().get(best.category()), best.name());
  }

  @ParameterizedTest
  @MethodSource("stages")
  void baseRatesAreTheSharesOfAllRowsAlsoWhereAFitGoesOn(IbCavi settings) {
    double[] weights = {1, 2, 3, 0.5};
    TrainingData first =
        TrainingData.of(new double[][] {{1}, {2}, {3}, {4}}, new int[] {0, 1, 1, 0})
            .withCategoryNames(List.of("a", "b"));
    TrainingData second =
        TrainingData.of(
            org.ibcavi.design.DesignMatrix.of(new double[][] {{1}, {2}, {3}, {5}}),
            new int[] {0, 1, 1, 0},
            weights,
            2);
    CategoricalModel model = settings.fit(first);
    assertArrayEquals(new double[] {0.5, 0.5}, model.baseRates(), 1e-15);
    CategoricalModel later = settings.continuing(model).fit(second);
    // 2 + 1.5 and 2 + 5, and half a row more of each.
    assertArrayEquals(new double[] {4 / 11.5, 7.5 / 11.5}, later.baseRates(), 1e-15);
    assertEquals(List.of("a", "b"), later.categoryNames());
    TrainingData renamed = second.withCategoryNames(List.of("b", "a"));
    assertThrows(IllegalArgumentException.class, () -> settings.continuing(model).fit(renamed));
  }

  // Texts

  @Test
  void theTextOfAModelIsOneParagraph() {
    String text = MODEL.toString();
    assertTrue(
        text.startsWith(
            "Bayesian multiclass regression of 4 categories on 3 features and an intercept, fitted"
                + " to 120 rows. It predicts at the posterior means, under wide priors by the mean"
                + " over 64 draws with seed 1. Components: "),
        text);
    assertFalse(text.contains("\n"), text);
  }

  @Test
  void textsTellNames() {
    String coefficients = MODEL.coefficients(1, 0.95).toString();
    assertTrue(coefficients.startsWith("coefficients of category east"), coefficients);
    assertTrue(coefficients.contains("height "), coefficients);
    assertTrue(coefficients.contains(" 95 % interval ["), coefficients);
    assertEquals(5, coefficients.lines().count(), coefficients);
    String uncertainty = MODEL.uncertainty(DATA.row(0)).toString();
    assertEquals(5, uncertainty.lines().count(), uncertainty);
    assertTrue(uncertainty.contains("south "), uncertainty);
    assertTrue(uncertainty.contains(", 90 % interval ["), uncertainty);
    assertEquals("east 0.2500", new RankedCategory(1, "east", 0.25).toString());
    assertEquals(
        "by the mean over 20 draws with seed 3",
        new Prediction(PredictionMode.MONTE_CARLO, 20, 3).toString());
    assertEquals("dense matrix of 120 rows and 3 columns", DATA.denseMatrix().toString());
  }

  // Interrupts, listeners

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void anInterruptedThreadPredicts(PredictionMode mode) {
    CategoricalModel model = MODEL.predictingBy(new Prediction(mode, 20, 1));
    double[] row = DATA.row(3);
    double[] expected = model.probabilities(row);
    double[][] expectedBatch = model.probabilities(DATA.rows());
    double[] expectedMean = model.uncertainty(row).mean();
    Thread.currentThread().interrupt();
    try (Workers workers = Workers.of(3)) {
      assertArrayEquals(expected, model.probabilities(row));
      assertArrayEquals(expectedBatch, model.probabilities(DATA.rows()));
      assertArrayEquals(expectedBatch, model.probabilities(DATA.sparseMatrix(), workers));
      assertArrayEquals(expectedMean, model.uncertainty(row).mean());
      assertTrue(Thread.currentThread().isInterrupted(), "the flag stays set");
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void aListenerMayBeALambda() {
    List<FitProgress> told = new ArrayList<>();
    IbCavi.withDefaults().listener(told::add).fit(DATA.dense());
    assertFalse(told.isEmpty());
  }

  @Test
  void aListenerIsToldWhichOfTheModelsIsFitted() {
    List<FitProgress> told = new ArrayList<>();
    int models =
        IbCavi.withDefaults().listener(told::add).fit(DATA.dense()).report().members().size();
    assertTrue(models > 1);
    List<Integer> numbers =
        told.stream().map(FitProgress::model).filter(model -> model > 0).distinct().toList();
    assertEquals(IntStream.rangeClosed(1, models).boxed().toList(), numbers);
    assertTrue(
        told.stream().allMatch(each -> each.models() == (each.model() > 0 ? models : 0)), "of all");
    assertEquals(0, told.get(0).model(), "the binary stage");
  }

  // Rows of weight 0

  @ParameterizedTest
  @MethodSource("stages")
  void aRowOfWeightZeroIsNoRowHoweverLargeItIs(IbCavi settings) {
    double[][] rows = DATA.rows().clone();
    rows[7] = new double[] {1e155, -1e155, 1e300};
    double[] weights = DATA.weights().clone();
    weights[7] = 0;
    RandomData without =
        DATA.select(IntStream.range(0, DATA.count()).filter(i -> i != 7).toArray());
    RandomData with = DATA.withRows(rows).withWeights(weights);
    for (boolean sparse : new boolean[] {false, true}) {
      for (boolean standardize : new boolean[] {false, true}) {
        IbCavi own = settings.standardize(standardize);
        assertSamePredictions(own.fit(without.stored(sparse)), own.fit(with.stored(sparse)));
      }
    }
  }

  private static void assertSamePredictions(CategoricalModel expected, CategoricalModel actual) {
    for (double[] row : DATA.rows()) {
      assertArrayEquals(expected.probabilities(row), actual.probabilities(row));
    }
    assertArrayEquals(
        expected.uncertainty(DATA.row(0)).upper(), actual.uncertainty(DATA.row(0)).upper());
    assertArrayEquals(expected.baseRates(), actual.baseRates());
  }

  // Uncertainty

  /** Rows from ordinary to extreme, where one category has all the probability. */
  @ParameterizedTest
  @MethodSource("stages")
  void uncertaintiesAreProbabilitiesToRounding(IbCavi settings) {
    for (Link link : Link.ALL) {
      CategoricalModel model = settings.link(link).fit(DATA.dense());
      for (double size : new double[] {0, 1, 10, 1e3, 1e6}) {
        for (int i = 0; i < 20; i++) {
          double[] row = Arrays.stream(DATA.row(i)).map(x -> size * x).toArray();
          assertIsDistribution(model.uncertainty(row));
        }
      }
    }
  }

  private static void assertIsDistribution(Uncertainty uncertainty) {
    for (double p : uncertainty.mean()) {
      assertTrue(p >= 0 && p <= 1, "mean " + p);
    }
    assertEquals(1, Arrays.stream(uncertainty.mean()).sum(), 1e-14);
    for (double p : uncertainty.upper()) {
      assertTrue(p <= 1, "upper end " + p);
    }
    assertTrue(uncertainty.entropy() >= 0, "entropy " + uncertainty.entropy());
    assertTrue(uncertainty.expectedEntropy() >= 0);
    assertEquals(
        uncertainty.entropy(),
        uncertainty.expectedEntropy() + uncertainty.mutualInformation(),
        1e-15);
  }

  @Test
  void rowsOfAnEffectStayAsTheyAreStored() {
    DesignMatrix sparse =
        DesignMatrix.sparse(3)
            .add(new int[] {0, 2}, new double[] {4, 5})
            .add(new int[] {1}, new double[] {6})
            .build();
    DesignMatrix changed = FeatureEffect.with(sparse, 1, 7);
    assertTrue(changed.isSparse());
    assertEquals(4, changed.nonzeros());
    assertEquals(2, FeatureEffect.with(sparse, 1, 0).nonzeros());
    double[] row = new double[3];
    changed.copyRow(0, row);
    assertArrayEquals(new double[] {4, 7, 5}, row);
    assertFalse(FeatureEffect.with(DesignMatrix.ofRow(3, row), 1, 0).isSparse());
  }
}
