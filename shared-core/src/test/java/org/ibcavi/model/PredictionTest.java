// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.IbCavi;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Predictions against theory and brute force. */
class PredictionTest {
  private static final RandomData DATA = RandomData.of(31, 90, 4, 5, 0.6);

  /** Every kind of covariance: one for all or one each, with correlations or without. */
  static Stream<Arguments> posteriors() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .flatMap(
                        shape ->
                            Stream.of(PosteriorKind.CAVI, PosteriorKind.LAPLACE)
                                .map(curvature -> Arguments.of(link, shape, curvature))));
  }

  private static IbCavi settings(Link link, CovarianceShape shape, PosteriorKind curvature) {
    return BinaryFit.withDefaults()
        .link(link)
        .covariance(shape)
        .posterior(curvature)
        .prior(Prior.isotropic(1))
        .average(Average.bma());
  }

  private static CategoricalModel by(CategoricalModel model, PredictionMode mode) {
    return model.predictingBy(new Prediction(mode, 20, 3));
  }

  @ParameterizedTest
  @CsvSource({"2", "3", "50", "1000"})
  void probabilitiesSumToOneInEveryMode(int categories) {
    RandomData data = RandomData.of(32, categories + 60, 3, categories, 1);
    for (Link link : Link.ALL) {
      CategoricalModel fitted =
          settings(link, CovarianceShape.DIAGONAL, PosteriorKind.CAVI)
              .average(Average.fixed(0))
              .maxSweeps(5)
              .fit(data.dense());
      CategoricalModel model = averagedOver(fitted, Average.grid());
      for (PredictionMode mode : PredictionMode.values()) {
        for (double size : new double[] {1, 1000}) {
          double[] row = {size * 0.3, -size, size};
          double[] p = by(model, mode).probabilities(row);
          assertEquals(categories, p.length);
          assertEquals(1, Arrays.stream(p).sum(), 1e-12, link + " " + mode);
          assertTrue(Arrays.stream(p).allMatch(value -> value >= 0 && value <= 1 + 1e-12));
        }
      }
      assertEquals(1, Arrays.stream(model.uncertainty(new double[3]).mean()).sum(), 1e-12);
    }
  }

  /** The model with equal weights, which would take long to compute. */
  private static CategoricalModel averagedOver(CategoricalModel model, Average average) {
    return new CategoricalModel(
        model.data(),
        model.standardization(),
        model.hasIntercept(),
        List.of(
            new Component(
                model.link(),
                new AlphaWeights(average.alphas(), average.priorWeights()),
                model.components().get(0).prior(),
                model.posterior(),
                1)),
        model.prediction(),
        model.report());
  }

  @Test
  void theMostProbableCategoryIsTheSameForEveryMember() {
    for (Link link : Link.ALL) {
      int[][] best = new int[5][];
      for (int a = 0; a < best.length; a++) {
        CategoricalModel model =
            settings(link, CovarianceShape.FULL, PosteriorKind.CAVI)
                .average(Average.fixed(a / 4.0))
                .fit(DATA.dense());
        best[a] =
            Arrays.stream(model.probabilities(DATA.denseMatrix()))
                .mapToInt(PredictionTest::argmax)
                .toArray();
      }
      for (int[] other : best) {
        assertArrayEquals(best[0], other);
      }
    }
  }

  private static int argmax(double[] p) {
    return IntStream.range(0, p.length).reduce((a, b) -> p[b] > p[a] ? b : a).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void aRowAloneHasTheSameBitsAsInABatch(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    CategoricalModel fitted = settings(link, shape, curvature).fit(DATA.dense());
    RandomData rows = RandomData.of(33, 300, 4, 5, 0.6);
    for (PredictionMode mode : PredictionMode.values()) {
      CategoricalModel model = by(fitted, mode);
      double[][] batch = model.probabilities(rows.denseMatrix());
      for (int i = 0; i < 300; i += 17) {
        assertArrayEquals(batch[i], model.probabilities(rows.row(i)), mode + " row " + i);
      }
      for (int size : new int[] {2, 3, 5, 8, 127, 129}) {
        int[] some = IntStream.range(0, size).map(i -> (i * 101 + 11) % 300).toArray();
        double[][] part = model.probabilities(rows.select(some).denseMatrix());
        for (int i = 0; i < size; i++) {
          assertArrayEquals(batch[some[i]], part[i], mode + " batch of " + size);
        }
      }
    }
    Uncertainty[] all = fitted.uncertainty(rows.select(3, 200, 7).denseMatrix(), 0.8);
    Uncertainty[] alone = fitted.uncertainty(rows.select(200).denseMatrix(), 0.8);
    assertArrayEquals(all[1].mean(), alone[0].mean());
    assertArrayEquals(all[1].lower(), alone[0].lower());
    assertArrayEquals(all[1].standardDeviation(), alone[0].standardDeviation());
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void threadsDoNotChangeAPrediction(Link link, CovarianceShape shape, PosteriorKind curvature) {
    CategoricalModel fitted = settings(link, shape, curvature).fit(DATA.dense());
    RandomData rows = RandomData.of(33, 700, 4, 5, 0.6);
    for (PredictionMode mode : PredictionMode.values()) {
      CategoricalModel model = by(fitted, mode);
      double[][] expected = model.probabilities(rows.denseMatrix());
      try (Workers workers = Workers.of(3)) {
        double[][] actual = model.probabilities(rows.denseMatrix(), workers);
        for (int i = 0; i < expected.length; i++) {
          assertArrayEquals(expected[i], actual[i]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void aSparseRowHasTheSameBitsAsADenseOne(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    for (boolean standardize : new boolean[] {false, true}) {
      CategoricalModel fitted =
          settings(link, shape, curvature).standardize(standardize).fit(DATA.sparse());
      for (PredictionMode mode : PredictionMode.values()) {
        assertSparseIsDense(by(fitted, mode));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void aModelOfStandardizedDenseRowsTakesSparseRows(PredictionMode mode) {
    CategoricalModel fitted =
        settings(Link.PROBIT, CovarianceShape.FULL, PosteriorKind.LAPLACE).fit(DATA.dense());
    assertSparseIsDense(by(fitted, mode));
  }

  @Test
  void theUncertaintyOfSparseRowsIsThatOfDenseOnes() {
    CategoricalModel fitted =
        settings(Link.PROBIT, CovarianceShape.FULL, PosteriorKind.LAPLACE).fit(DATA.dense());
    Uncertainty[] sparse = fitted.uncertainty(DATA.select(4, 5).sparseMatrix(), 0.9);
    Uncertainty[] dense = fitted.uncertainty(DATA.select(4, 5).denseMatrix(), 0.9);
    assertArrayEquals(dense[1].mean(), sparse[1].mean());
    assertArrayEquals(dense[1].upper(), sparse[1].upper());
  }

  private static void assertSparseIsDense(CategoricalModel model) {
    double[][] dense = model.probabilities(DATA.denseMatrix());
    double[][] sparse = model.probabilities(DATA.sparseMatrix());
    for (int i = 0; i < dense.length; i++) {
      assertArrayEquals(dense[i], sparse[i], "row " + i);
    }
    double[] row = DATA.row(7);
    int[] columns = RandomData.nonzeros(row);
    double[] values = Arrays.stream(columns).mapToDouble(m -> row[m]).toArray();
    assertArrayEquals(model.probabilities(row), model.probabilities(columns, values));
    assertEquals(model.topCategories(row, 3), model.topCategories(columns, values, 3));
  }

  /** A row's linear predictors and probabilities under whole drawn coefficient vectors. */
  private static double[][] bruteForce(
      CategoricalModel model, double[] row, int draws, boolean drawMember) {
    int size = row.length + 1;
    double[] x = Arrays.copyOf(row, size);
    model.standardization().apply(x);
    x[row.length] = 1;
    SplittableRandom random = new SplittableRandom(99);
    int categories = model.categories();
    double[][][] factors = new double[categories][][];
    double[][] means = new double[categories][];
    for (int k = 0; k < categories; k++) {
      int vector = model.posterior().vectorOf(k);
      factors[k] = NaiveMatrix.covariance(model.posterior().covariance(), vector, size).lower();
      means[k] = model.posterior().mean(vector);
    }
    double[][] result = new double[draws][];
    for (int draw = 0; draw < draws; draw++) {
      double[] eta = new double[categories];
      for (int k = 0; k < categories; k++) {
        double[] noise = new double[size];
        Arrays.setAll(noise, p -> random.nextGaussian());
        for (int p = 0; p < size; p++) {
          double beta = means[k][p];
          for (int q = 0; q <= p; q++) {
            beta += factors[k][p][q] * noise[q];
          }
          eta[k] += x[p] * beta;
        }
      }
      result[draw] = drawMember ? oneMember(model, eta, random) : average(model, eta);
    }
    return result;
  }

  private static double[] average(CategoricalModel model, double[] eta) {
    double[] p = new double[eta.length];
    for (int a = 0; a < model.average().size(); a++) {
      double[] member = member(model.link(), model.average().alpha(a), eta);
      for (int k = 0; k < p.length; k++) {
        p[k] += model.average().weight(a) * member[k];
      }
    }
    return p;
  }

  private static double[] oneMember(CategoricalModel model, double[] eta, SplittableRandom random) {
    double rest = random.nextDouble();
    int a = 0;
    while (a < model.average().size() - 1 && rest >= model.average().weight(a)) {
      rest -= model.average().weight(a++);
    }
    return member(model.link(), model.average().alpha(a), eta);
  }

  /** p_α(k) ∝ H(η)·(1−H(η))^−α as it is written; fit for moderate η. */
  private static double[] member(Link link, double alpha, double[] eta) {
    double[] p = new double[eta.length];
    for (int k = 0; k < p.length; k++) {
      p[k] = cdf(link, eta[k]) * Math.pow(cdf(link, -eta[k]), -alpha);
    }
    double sum = Arrays.stream(p).sum();
    return Arrays.stream(p).map(value -> value / sum).toArray();
  }

  private static double cdf(Link link, double eta) {
    return link == Link.LOGIT
        ? 1 / (1 + Math.exp(-eta))
        : 0.5 * org.apache.commons.numbers.gamma.Erfc.value(-eta / Math.sqrt(2));
  }

  private static double mean(double[][] draws, int k) {
    return Arrays.stream(draws).mapToDouble(p -> p[k]).average().orElseThrow();
  }

  private static double deviation(double[][] draws, int k) {
    double mean = mean(draws, k);
    return Math.sqrt(
        Arrays.stream(draws).mapToDouble(p -> (p[k] - mean) * (p[k] - mean)).average().orElse(0));
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void monteCarloAgreesWithDrawsOfWholeCoefficientVectors(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    CategoricalModel model = settings(link, shape, curvature).fit(DATA.dense());
    int draws = 20_000;
    CategoricalModel sampling =
        model.predictingBy(new Prediction(PredictionMode.MONTE_CARLO, draws, 5));
    for (int row : new int[] {0, 8}) {
      double[][] brute = bruteForce(model, DATA.row(row), draws, false);
      double[] p = sampling.probabilities(DATA.row(row));
      for (int k = 0; k < p.length; k++) {
        double error = deviation(brute, k) * Math.sqrt(2.0 / draws);
        assertEquals(mean(brute, k), p[k], 5 * error, "category " + k);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void moderatedProbitPredictionsHaveTheExpectedCdfs(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    CategoricalModel model =
        settings(link, shape, curvature).average(Average.fixed(0)).fit(DATA.dense());
    double[] row = DATA.row(3);
    double[] x = Arrays.copyOf(row, 5);
    model.standardization().apply(x);
    x[4] = 1;
    double[] expected = new double[5];
    for (int k = 0; k < 5; k++) {
      int vector = model.posterior().vectorOf(k);
      double[] beta = model.posterior().mean(vector);
      double m = IntStream.range(0, 5).mapToDouble(p -> beta[p] * x[p]).sum();
      double v = NaiveMatrix.covariance(model.posterior().covariance(), vector, 5).form(x);
      expected[k] = expectedCdf(link, m, v);
    }
    double sum = Arrays.stream(expected).sum();
    double[] actual = by(model, PredictionMode.MODERATED).probabilities(row);
    // Exact for probit; MacKay's approximation for logit is good to a few per cent.
    double tolerance = link == Link.PROBIT ? 1e-9 : 0.02;
    for (int k = 0; k < 5; k++) {
      assertEquals(expected[k] / sum, actual[k], tolerance);
    }
  }

  /** E[H(η)] for η of N(m, v), by the trapezoidal rule, which converges fast for smooth tails. */
  private static double expectedCdf(Link link, double m, double v) {
    double h = 0.005;
    double sum = 0;
    for (int s = -2400; s <= 2400; s++) {
      double z = s * h;
      sum += h * Math.exp(-0.5 * z * z) * cdf(link, m + z * Math.sqrt(v));
    }
    return sum / Math.sqrt(2 * Math.PI);
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void moderatedPredictionsAreNearerToTheExpectationThanPlugInOnes(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    // Few rows, so that the coefficients are uncertain.
    RandomData few = RandomData.of(35, 25, 4, 5, 1);
    CategoricalModel model = settings(link, shape, curvature).fit(few.dense());
    CategoricalModel exact =
        model.predictingBy(new Prediction(PredictionMode.MONTE_CARLO, 4000, 5));
    double plugIn = 0;
    double moderated = 0;
    for (int i = 0; i < 25; i++) {
      double[] expected = exact.probabilities(few.row(i));
      plugIn += distance(expected, by(model, PredictionMode.PLUG_IN).probabilities(few.row(i)));
      moderated +=
          distance(expected, by(model, PredictionMode.MODERATED).probabilities(few.row(i)));
    }
    assertTrue(moderated < plugIn, moderated + " against " + plugIn);
  }

  private static double distance(double[] p, double[] q) {
    return IntStream.range(0, p.length).mapToDouble(k -> (p[k] - q[k]) * (p[k] - q[k])).sum();
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void uncertaintyAgreesWithDrawsOfWholeCoefficientVectors(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    CategoricalModel model = settings(link, shape, curvature).fit(DATA.dense());
    int draws = 20_000;
    int ours = 1000;
    for (int row : new int[] {2, 9}) {
      double[][] brute = bruteForce(model, DATA.row(row), draws, true);
      Uncertainty uncertainty = model.uncertainty(DATA.row(row));
      for (int k = 0; k < 5; k++) {
        double deviation = deviation(brute, k);
        double error = deviation * Math.sqrt(1.0 / ours + 1.0 / draws);
        assertEquals(mean(brute, k), uncertainty.mean()[k], 5 * error);
        assertEquals(deviation, uncertainty.standardDeviation()[k], 0.2 * deviation);
        double lower = uncertainty.lower()[k];
        double upper = uncertainty.upper()[k];
        int category = k;
        double below =
            Arrays.stream(brute).filter(p -> p[category] < lower).count() / (double) draws;
        double above =
            Arrays.stream(brute).filter(p -> p[category] > upper).count() / (double) draws;
        double slack = 5 * Math.sqrt(0.05 * 0.95 * (1.0 / ours + 1.0 / draws));
        assertEquals(0.05, below, slack);
        assertEquals(0.05, above, slack);
      }
      double expectedEntropy =
          Arrays.stream(brute).mapToDouble(PredictionTest::entropy).average().orElseThrow();
      assertEquals(expectedEntropy, uncertainty.expectedEntropy(), 0.05);
    }
  }

  private static double entropy(double[] p) {
    return -Arrays.stream(p).filter(value -> value > 0).map(value -> value * Math.log(value)).sum();
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void entropyIsNoisePlusWhatMoreDataWouldTell(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    CategoricalModel model = settings(link, shape, curvature).fit(DATA.dense());
    for (Uncertainty u : model.uncertainty(DATA.denseMatrix(), 0.5)) {
      assertEquals(u.entropy(), u.expectedEntropy() + u.mutualInformation(), 1e-12);
      assertEquals(entropy(u.mean()), u.entropy(), 1e-12);
      assertTrue(u.mutualInformation() >= 0 && u.expectedEntropy() >= 0);
      assertTrue(u.entropy() <= Math.log(5) + 1e-12);
      for (int k = 0; k < 5; k++) {
        assertTrue(0 <= u.lower()[k] && u.lower()[k] <= u.upper()[k] && u.upper()[k] <= 1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void twentyTimesTheDataLeaveLittleToLearn(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    IbCavi settings = settings(link, shape, curvature).average(Average.fixed(1));
    CategoricalModel once = settings.fit(DATA.dense());
    CategoricalModel often = settings.fit(DATA.repeated(20).dense());
    for (int i = 0; i < 90; i += 9) {
      double before = once.uncertainty(DATA.row(i)).mutualInformation();
      double after = often.uncertainty(DATA.row(i)).mutualInformation();
      assertTrue(after < 0.5 * before, after + " after " + before);
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void coefficientsOfTheOriginalScaleHaveTheVariancesOfTheirCombinations(
      Link link, CovarianceShape shape, PosteriorKind curvature) {
    double[][] rows =
        Arrays.stream(DATA.rows())
            .map(row -> new double[] {5 + 3 * row[0], row[1], 0.1 * row[2] - 2, row[3]})
            .toArray(double[][]::new);
    CategoricalModel model = settings(link, shape, curvature).fit(DATA.withRows(rows).dense());
    double[] center = model.standardization().center();
    double[] scale = model.standardization().scale();
    for (int k = 0; k < 5; k++) {
      NaiveMatrix covariance = NaiveMatrix.covariance(model.posterior().covariance(), k, 5);
      double[] mean = model.posterior().mean(k);
      CoefficientSummary summary = model.coefficients(k, 0.95);
      for (int p = 0; p < 5; p++) {
        double[] combination = new double[5];
        if (p < 4) {
          combination[p] = 1 / scale[p];
        } else {
          combination[4] = 1;
          for (int m = 0; m < 4; m++) {
            combination[m] = -center[m] / scale[m];
          }
        }
        double deviation = Math.sqrt(covariance.form(combination));
        double expected = IntStream.range(0, 5).mapToDouble(q -> combination[q] * mean[q]).sum();
        assertEquals(expected, summary.mean(p), 1e-10 * Math.max(1, Math.abs(expected)));
        assertEquals(deviation, summary.standardDeviation(p), 1e-9 * deviation);
        // 1.959963984540054 is the normal distribution's 97.5 % point.
        assertEquals(
            expected + 1.959963984540054 * deviation,
            summary.upper(p),
            1e-8 * (Math.abs(expected) + deviation));
      }
    }
  }

  @Test
  void topCategoriesAreTheMostProbableInOrder() {
    CategoricalModel model =
        settings(Link.PROBIT, CovarianceShape.FULL, PosteriorKind.CAVI)
            .fit(DATA.withLabels(DATA.labels(), 8).dense());
    double[] p = model.probabilities(DATA.row(1));
    List<RankedCategory> all = model.topCategories(DATA.row(1), 20);
    assertEquals(8, all.size());
    for (int i = 1; i < 8; i++) {
      assertTrue(all.get(i - 1).probability() >= all.get(i).probability());
    }
    for (RankedCategory ranked : all) {
      assertEquals(p[ranked.category()], ranked.probability());
    }
    // Categories 5, 6 and 7 have no rows and so equal probabilities: the first of them comes first.
    List<Integer> unseen = all.stream().map(RankedCategory::category).filter(k -> k >= 5).toList();
    assertEquals(List.of(5, 6, 7), unseen);
    assertEquals(all.subList(0, 3), model.topCategories(DATA.row(1), 3));
    String message =
        assertThrows(IllegalArgumentException.class, () -> model.topCategories(DATA.row(1), 0))
            .getMessage();
    assertEquals("top 0; must be at least 1", message);
  }
}
