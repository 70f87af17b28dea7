// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.parallel.Workers;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Draws of coefficients and probabilities against the posterior they are from. */
class PosteriorDrawsTest {
  /** A right program exceeds this many standard errors about once in 10 000 comparisons. */
  private static final double ERRORS = 4;

  private static final int COUNT = 20_000;

  /** Features far from zero, so that intercepts and slopes are correlated on the original scale. */
  private static final RandomData DATA = shifted(RandomData.of(31, 60, 2, 3, 1));

  private static RandomData shifted(RandomData data) {
    return data.withRows(
        Arrays.stream(data.rows())
            .map(row -> new double[] {3 + 2 * row[0], 0.1 * row[1] - 5})
            .toArray(double[][]::new));
  }

  static Stream<CategoricalModel> models() {
    return Stream.of(
            IbCavi.withDefaults(),
            IbCavi.withDefaults().covariance(CovarianceShape.DIAGONAL),
            BinaryFit.withDefaults(),
            BinaryFit.withDefaults().intercept(false))
        .map(settings -> settings.fit(DATA.dense()));
  }

  @ParameterizedTest
  @MethodSource("models")
  void momentsAreThoseOfThePosterior(CategoricalModel model) {
    PosteriorDraws draws = model.draws(COUNT, 5);
    for (int component = 0; component < model.components().size(); component++) {
      int chosen = component;
      int[] own = IntStream.range(0, COUNT).filter(s -> draws.component(s) == chosen).toArray();
      double weight = model.components().get(component).weight();
      double error = Math.sqrt(weight * (1 - weight) / COUNT);
      assertEquals(weight, (double) own.length / COUNT, ERRORS * error + 1e-12);
      for (int k = 0; k < model.categories(); k++) {
        int category = k;
        CoefficientSummary expected = model.coefficients(component, k, 0.9);
        double[][] drawn =
            Arrays.stream(own)
                .mapToObj(s -> draws.coefficients(s, category))
                .toArray(double[][]::new);
        for (int p = 0; p < expected.size(); p++) {
          int coefficient = p;
          double[] values = Arrays.stream(drawn).mapToDouble(v -> v[coefficient]).toArray();
          requireNormal(expected.mean(p), expected.standardDeviation(p), values);
        }
      }
    }
  }

  /** Linear predictors have the variance that the correlations of the coefficients say. */
  @ParameterizedTest
  @MethodSource("models")
  void linearPredictorsHaveTheVarianceOfTheFittedScale(CategoricalModel model) {
    PosteriorDraws draws = model.draws(COUNT, 6);
    int[] own = IntStream.range(0, COUNT).filter(s -> draws.component(s) == 0).toArray();
    double[] row = DATA.row(7);
    double[] fitted = Arrays.copyOf(row, model.posterior().size());
    model.standardization().apply(fitted);
    if (model.hasIntercept()) {
      fitted[row.length] = 1;
    }
    int vector = model.posterior().vectorOf(1);
    double mean = dot(model.posterior().mean(vector), fitted);
    double variance = model.posterior().covariance().variance(vector, fitted);
    double[] eta =
        Arrays.stream(own).mapToDouble(s -> predictor(draws.coefficients(s, 1), row)).toArray();
    requireNormal(mean, Math.sqrt(variance), eta);
  }

  private static void requireNormal(double mean, double deviation, double[] values) {
    double count = values.length;
    double drawnMean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    assertEquals(mean, drawnMean, ERRORS * deviation / Math.sqrt(count));
    assertEquals(1, squares / count / (deviation * deviation), ERRORS * Math.sqrt(2 / count));
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, b.length).mapToDouble(p -> a[p] * b[p]).sum();
  }

  /** On the original scale, the intercept last. */
  private static double predictor(double[] coefficients, double[] row) {
    boolean intercept = coefficients.length > row.length;
    return dot(coefficients, row) + (intercept ? coefficients[row.length] : 0);
  }

  @ParameterizedTest
  @MethodSource("models")
  void probabilitiesFollowFromCoefficientsByTheLikelihood(CategoricalModel model) {
    PosteriorDraws draws = model.draws(50, 7);
    for (int s = 0; s < draws.count(); s++) {
      double[][] coefficients = draws.coefficients(s);
      double[] log =
          Arrays.stream(coefficients).mapToDouble(b -> predictor(b, DATA.row(3))).toArray();
      PowerFamily.logProbabilities(
          model.components().get(draws.component(s)).link(), draws.alpha(s), log, log);
      double[] expected = Arrays.stream(log).map(Math::exp).toArray();
      assertArrayEquals(expected, draws.probabilities(s, DATA.row(3)), 1e-9);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void meansOfProbabilitiesAreTheMonteCarloPrediction(CategoricalModel model) {
    requireMonteCarlo(model, COUNT);
  }

  private static void requireMonteCarlo(CategoricalModel model, int count) {
    CategoricalModel averaging =
        model.predictingBy(new Prediction(PredictionMode.MONTE_CARLO, count, 11));
    PosteriorDraws draws = model.draws(count, 8);
    double[] row = DATA.row(12);
    double[] expected = averaging.probabilities(row);
    double[][] drawn = new double[count][];
    Arrays.setAll(drawn, s -> draws.probabilities(s, row));
    for (int k = 0; k < expected.length; k++) {
      int category = k;
      double[] p = Arrays.stream(drawn).mapToDouble(values -> values[category]).toArray();
      double mean = Arrays.stream(p).average().orElseThrow();
      double variance = Arrays.stream(p).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
      // The prediction's own draws fill the normals evenly: their error is the smaller one.
      assertEquals(expected[k], mean, ERRORS * Math.sqrt(2 * variance / count));
    }
  }

  /** Components on bases predict from other columns; the mean is over them, too. */
  @ParameterizedTest
  @EnumSource(names = {"NONE", "THRESHOLDS", "SMOOTH"})
  void basesHaveTheirMonteCarloPrediction(BasisKind basis) {
    CategoricalModel model = IbCavi.withDefaults().basis(basis).fit(DATA.dense());
    requireMonteCarlo(model, 4000);
  }

  @Test
  void aDrawIsTheSameInAnyOrderAndWithAnyNumberOfThreads() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.dense());
    RandomData many = DATA.repeated(20);
    double[] last = model.draws(9, 4).coefficients(8, 2);
    PosteriorDraws draws = model.draws(9, 4);
    assertArrayEquals(draws.coefficients(8)[2], last);
    double[][] alone = draws.probabilities(5, many.denseMatrix());
    try (Workers workers = Workers.of(7)) {
      assertArrayEquals(alone, draws.probabilities(5, many.denseMatrix(), workers));
    }
    assertArrayEquals(alone[17], draws.probabilities(5, many.row(17)), 1e-12);
    assertArrayEquals(alone[17], draws.probabilities(5, many.sparseMatrix())[17], 1e-12);
    assertNotEquals(last[0], model.draws(9, 3).coefficients(8, 2)[0]);
    assertNotEquals(last[0], draws.coefficients(7, 2)[0]);
  }

  /** Nothing can be learned about them, so no draw says anything else than their base rate. */
  @Test
  void categoriesWithoutRowsHaveTheirBaseRateUnderEveryDraw() {
    int[] labels = Arrays.stream(DATA.labels()).map(y -> y == 2 ? 4 : y).toArray();
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.withLabels(labels, 5).dense());
    PosteriorDraws draws = model.draws(20, 1);
    for (int s = 0; s < draws.count(); s++) {
      double[] p = draws.probabilities(s, DATA.row(0));
      assertEquals(0.2 / 61, p[2], 1e-15);
      assertEquals(0.2 / 61, p[3], 1e-15);
      assertEquals(1, Arrays.stream(p).sum(), 1e-12);
    }
    assertEquals(model.coefficients(2, 0.9).size(), draws.coefficients(0, 2).length);
  }

  @Test
  void whatDoesNotExistIsRefused() {
    CategoricalModel model = IbCavi.withDefaults().fit(DATA.dense());
    PosteriorDraws draws = model.draws(3, 1);
    assertEquals(List.of("x0", "x1", "(intercept)"), draws.coefficientNames());
    requireMessage("draws 0; must be at least 1", () -> model.draws(0, 1));
    requireMessage("draw 3; must be between 0 and 2", () -> draws.component(3));
    requireMessage("category 3; must be between 0 and 2", () -> draws.coefficients(0, 3));
    requireMessage(
        "rows of 1 columns; the model has 2 features",
        () -> draws.probabilities(0, DATA.selectColumns(0).denseMatrix()));
  }

  private static void requireMessage(String part, org.junit.jupiter.api.function.Executable call) {
    String message = assertThrows(IllegalArgumentException.class, call).getMessage();
    assertTrue(message.contains(part), message);
  }
}
