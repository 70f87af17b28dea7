// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Prediction;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Data that make careless software divide by zero. The stages are tested by subclasses. */
abstract class EdgeCaseSuite {
  /** The defaults of the stage. */
  abstract IbCavi stage();

  /** The average of one α, found precisely enough for claims about probabilities. */
  abstract IbCavi settings(Link link, CovarianceShape shape);

  /** Other ways to the same model or a like one, which must be as robust. */
  abstract List<IbCavi> otherWays(IbCavi settings);

  /** The same with a posterior that has no draws, which are different for different columns. */
  IbCavi withoutDraws(IbCavi settings) {
    return settings;
  }

  /** How much fits that should be the same may differ. */
  abstract double precision();

  static Stream<Arguments> combinations() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .map(shape -> Arguments.of(link, shape)));
  }

  /** Fits in every way and looks at every number a user can see. */
  private CategoricalModel fitAndCheck(IbCavi settings, TrainingData data) {
    for (IbCavi other : otherWays(settings)) {
      assertFinite(other.fit(data), data);
    }
    CategoricalModel model = settings.fit(data);
    assertFinite(model, data);
    return model;
  }

  private static void assertFinite(CategoricalModel model, TrainingData data) {
    assertTrue(Double.isFinite(model.report().binary().orElseThrow().elbo()));
    assertTrue(Arrays.stream(model.report().objectiveTrace()).allMatch(Double::isFinite));
    for (int c = 0; c < model.components().size(); c++) {
      for (int k = 0; k < model.categories(); k++) {
        assertFinite(model.coefficients(c, k, 0.9));
      }
    }
    for (PredictionMode mode : PredictionMode.values()) {
      for (double[] p :
          model.predictingBy(new Prediction(mode, 20, 1)).probabilities(data.features())) {
        assertEquals(1, Arrays.stream(p).sum(), 1e-12);
        assertTrue(Arrays.stream(p).allMatch(value -> value >= 0));
      }
    }
    double[] row = new double[model.features()];
    data.features().copyRow(0, row);
    Uncertainty uncertainty = model.uncertainty(row);
    assertTrue(Double.isFinite(uncertainty.entropy() + uncertainty.expectedEntropy()));
  }

  private static void assertFinite(CoefficientSummary coefficients) {
    for (int p = 0; p < coefficients.size(); p++) {
      assertTrue(Double.isFinite(coefficients.mean(p)));
      double deviation = coefficients.standardDeviation(p);
      assertTrue(deviation > 0 && Double.isFinite(deviation), "deviation " + deviation);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void withoutFeaturesTheProbabilitiesAreTheBaseRates(Link link, CovarianceShape shape) {
    int[] labels = new int[1000];
    for (int i = 0; i < 1000; i++) {
      labels[i] = i < 600 ? 0 : i < 900 ? 1 : 2;
    }
    TrainingData data = new RandomData(new double[1000][0], labels, ones(1000), 3).dense();
    // With α = 0 a category's probability is proportional to H of its intercept: its base rate.
    CategoricalModel model =
        fitAndCheck(withoutDraws(settings(link, shape)).average(Average.fixed(0)), data);
    double[] p = model.probabilities(new double[0]);
    assertEquals(0.6, p[0], 2e-3);
    assertEquals(0.3, p[1], 2e-3);
    assertEquals(0.1, p[2], 2e-3);
    assertEquals(0, model.features());
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void aConstantColumnChangesNothingBesideTheIntercept(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(61, 200, 3, 3, 1);
    RandomData constant = data.selectColumns(0, 1, 2, 0);
    Arrays.stream(constant.rows()).forEach(row -> row[3] = 42);
    IbCavi settings =
        settings(link, shape).prior(Prior.isotropic(1)).average(Average.fixed(1)).tolerance(1e-9);
    CategoricalModel with = fitAndCheck(settings, constant.dense());
    CategoricalModel without = settings.fit(data.dense());
    // Standardized, it is a column of zeros: its coefficient keeps the prior N(0, 1).
    assertEquals(0, with.coefficients(0, 0.9).mean(3), 1e-9);
    assertEquals(1, with.coefficients(0, 0.9).standardDeviation(3), 1e-9);
    for (int i = 0; i < 20; i++) {
      double[] expected = without.probabilities(data.row(i));
      double[] actual = with.probabilities(constant.row(i));
      for (int k = 0; k < 3; k++) {
        assertEquals(expected[k], actual[k], precision());
      }
    }
    fitAndCheck(settings(link, shape).standardize(false), constant.dense());
    fitAndCheck(settings(link, shape), constant.sparse());
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void twoEqualColumnsShareOneWeight(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(62, 200, 2, 3, 1);
    RandomData twice = data.selectColumns(0, 1, 1);
    IbCavi settings = withoutDraws(settings(link, shape)).standardize(false).tolerance(1e-10);
    // Two weights of variance ½ that are added have the prior of one weight of variance 1.
    double[] zeros = new double[4];
    CategoricalModel two =
        fitAndCheck(
            settings.prior(Prior.diagonal(zeros, new double[] {1, 0.5, 0.5, 25})), twice.dense());
    CategoricalModel one = settings.prior(Prior.isotropic(1)).fit(data.dense());
    for (int k = 0; k < 3; k++) {
      double first = two.coefficients(k, 0.9).mean(1);
      assertEquals(first, two.coefficients(k, 0.9).mean(2), 10 * precision());
      if (link == Link.PROBIT || shape == CovarianceShape.FULL) {
        // The diagonal logit posterior's variances, and so its weights, see two columns.
        assertEquals(one.coefficients(k, 0.9).mean(1), 2 * first, 10 * precision());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void moreColumnsThanRowsAreNoProblem(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(63, 15, 60, 3, 1);
    fitAndCheck(settings(link, shape), data.dense());
    fitAndCheck(settings(link, shape).prior(Prior.isotropic(1)), data.sparse());
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void separableCategoriesAreToldApartWithFiniteCoefficients(Link link, CovarianceShape shape) {
    double[][] rows = new double[60][];
    int[] labels = new int[60];
    for (int i = 0; i < 60; i++) {
      labels[i] = i % 3;
      double angle = 2 * Math.PI * labels[i] / 3 + 0.01 * i / 60;
      rows[i] = new double[] {10 * Math.cos(angle), 10 * Math.sin(angle)};
    }
    RandomData data = new RandomData(rows, labels, ones(60), 3);
    CategoricalModel model =
        fitAndCheck(settings(link, shape).average(Average.grid()), data.dense());
    for (int i = 0; i < 60; i++) {
      double[] p = model.probabilities(rows[i]);
      assertTrue(p[labels[i]] > 0.8, "row " + i + ": " + p[labels[i]]);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void aSingleSeenCategoryIsTheProbableOne(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(64, 50, 2, 3, 1).withLabels(new int[50], 3);
    CategoricalModel model = fitAndCheck(settings(link, shape), data.dense());
    assertEquals(1, model.report().categoriesWithRows());
    for (int i = 0; i < 50; i++) {
      double[] p = model.probabilities(data.row(i));
      assertTrue(p[0] > 0.9, "probability " + p[0]);
      assertEquals(p[1], p[2]);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void oneRowIsEnough(Link link, CovarianceShape shape) {
    TrainingData data = new RandomData(new double[][] {{1, 2}}, new int[] {1}, ones(1), 2).dense();
    CategoricalModel model = fitAndCheck(settings(link, shape).average(Average.bma()), data);
    assertTrue(model.probabilities(new double[] {1, 2})[1] > 0.5);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void hugeAndTinyWeightsAreNoProblem(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(65, 60, 2, 3, 1);
    for (double weight : new double[] {1e-12, 1e9}) {
      double[] weights = new double[60];
      Arrays.fill(weights, weight);
      fitAndCheck(
          settings(link, shape).prior(Prior.isotropic(1)), data.withWeights(weights).dense());
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void withNextToNoDataThePosteriorIsThePrior(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(66, 30, 2, 3, 1);
    double[] weights = new double[30];
    Arrays.fill(weights, 1e-9);
    double[] mean = {0.5, -1, 0.25};
    double[] variances = {2, 0.5, 4};
    CategoricalModel model =
        settings(link, shape)
            .standardize(false)
            .prior(Prior.diagonal(mean, variances))
            .tolerance(1e-9)
            .fit(data.withWeights(weights).dense());
    for (int p = 0; p < 3; p++) {
      assertEquals(mean[p], model.coefficients(1, 0.9).mean(p), 1e-6);
      assertEquals(Math.sqrt(variances[p]), model.coefficients(1, 0.9).standardDeviation(p), 1e-6);
    }
  }

  /** 50 000² doubles would be 20 GB, and more than an array can hold. */
  @Test
  @Timeout(60)
  void thousandsOfSparseFeaturesNeedNoSquareMatrixWithTheDefaults() {
    int columns = 50_000;
    TrainingData.Builder builder = TrainingData.sparse(columns, 3);
    for (int i = 0; i < 300; i++) {
      int[] words = {i % 3, 10 + i * 7, 10_000 + i * 101};
      builder.add(words, new double[] {1, 1, 1}, i % 3);
    }
    CategoricalModel model = stage().average(Average.fixed(1)).fit(builder.build());
    assertTrue(model.posterior().covariance().diagonal());
    assertTrue(model.report().prior().weightVariance() > 0);
    // The first three columns tell the categories.
    for (int k = 0; k < 3; k++) {
      double[] p = model.probabilities(new int[] {k}, new double[] {1});
      assertTrue(p[k] > p[(k + 1) % 3] && p[k] > p[(k + 2) % 3]);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void oneInTenThousandIsPredictedAsOneInTenThousand(Link link, CovarianceShape shape) {
    double[][] rows = new double[2][0];
    TrainingData data =
        new RandomData(rows, new int[] {0, 1}, new double[] {99_990, 10}, 2).dense();
    CategoricalModel model = settings(link, shape).average(Average.fixed(0)).fit(data);
    // The prior N(0, 25) pulls the intercept a little towards 0.
    assertEquals(1e-4, model.probabilities(new double[0])[1], 1e-5);
  }
}
