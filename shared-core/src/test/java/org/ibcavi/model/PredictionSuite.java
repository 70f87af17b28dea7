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
import org.ibcavi.IbCavi;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Predictions against theory and brute force. The stages are tested by subclasses. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class PredictionSuite {
  static final RandomData DATA = RandomData.of(31, 90, 4, 5, 0.6);

  /** Under a given prior, averaged over α = 0 and α = 1. */
  abstract IbCavi settings(Link link, CovarianceShape shape);

  /** Every kind of posterior that the stage has. */
  abstract Stream<IbCavi> posteriors();

  /** Those whose expectations the moderated predictions are known to approach. */
  Stream<IbCavi> moderated() {
    return posteriors();
  }

  /** Settings with both links and both shapes of the covariance. */
  final Stream<IbCavi> combinations() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .map(shape -> settings(link, shape)));
  }

  private static CategoricalModel by(CategoricalModel model, PredictionMode mode) {
    return model.predictingBy(new Prediction(mode, 20, 3));
  }

  @ParameterizedTest
  @CsvSource({"2", "3", "100"})
  void probabilitiesSumToOneInEveryMode(int categories) {
    RandomData data = RandomData.of(32, categories + 60, 3, categories, 1);
    for (Link link : Link.ALL) {
      CategoricalModel fitted =
          settings(link, CovarianceShape.DIAGONAL)
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
                model.components().get(0).basis(),
                model.posterior(),
                1)),
        model.prediction(),
        model.report());
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void aRowAloneHasTheSameBitsAsInABatch(IbCavi settings) {
    CategoricalModel fitted = settings.fit(DATA.dense());
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
  void threadsDoNotChangeAPrediction(IbCavi settings) {
    CategoricalModel fitted = settings.fit(DATA.dense());
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
  void aSparseRowHasTheSameBitsAsADenseOne(IbCavi settings) {
    for (boolean standardize : new boolean[] {false, true}) {
      CategoricalModel fitted = settings.standardize(standardize).fit(DATA.sparse());
      for (PredictionMode mode : PredictionMode.values()) {
        assertSparseIsDense(by(fitted, mode));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void aModelOfStandardizedDenseRowsTakesSparseRows(PredictionMode mode) {
    CategoricalModel fitted =
        settings(Link.PROBIT, CovarianceShape.FULL)
            .posterior(PosteriorKind.LAPLACE)
            .fit(DATA.dense());
    assertSparseIsDense(by(fitted, mode));
  }

  @Test
  void theUncertaintyOfSparseRowsIsThatOfDenseOnes() {
    CategoricalModel fitted =
        settings(Link.PROBIT, CovarianceShape.FULL)
            .posterior(PosteriorKind.LAPLACE)
            .fit(DATA.dense());
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

  /** A row's probabilities under whole drawn coefficient vectors. */
  private static double[][] bruteForce(
      CategoricalModel model, double[] row, int draws, boolean drawMember) {
    double[] x = Arrays.copyOf(row, row.length + 1);
    model.standardization().apply(x);
    x[row.length] = 1;
    SplittableRandom random = new SplittableRandom(99);
    List<DrawnPredictors> parts =
        model.components().stream()
            .map(part -> new DrawnPredictors(part.posterior(), model.categories(), x, random))
            .toList();
    double[] weights = model.components().stream().mapToDouble(Component::weight).toArray();
    double[][] result = new double[draws][model.categories()];
    for (double[] p : result) {
      if (drawMember) {
        int c = drawn(weights, random);
        setOneMember(model.components().get(c), parts.get(c).next(), random, p);
      } else {
        for (int c = 0; c < weights.length; c++) {
          addAverage(model.components().get(c), parts.get(c).next(), p);
        }
      }
    }
    return result;
  }

  /** Linear predictors of a row under coefficients drawn from a posterior. */
  private static final class DrawnPredictors {
    private final double[] x;
    private final SplittableRandom random;
    private final double[][] means;
    private final double[][][] factors;

    DrawnPredictors(Posterior posterior, int categories, double[] x, SplittableRandom random) {
      this.x = x;
      this.random = random;
      means = new double[categories][];
      factors = new double[categories][][];
      for (int k = 0; k < categories; k++) {
        int vector = posterior.vectorOf(k);
        factors[k] = NaiveMatrix.covariance(posterior.covariance(), vector, x.length).lower();
        means[k] = posterior.mean(vector);
      }
    }

    double[] next() {
      double[] eta = new double[means.length];
      for (int k = 0; k < eta.length; k++) {
        double[] noise = new double[x.length];
        Arrays.setAll(noise, p -> random.nextGaussian());
        for (int p = 0; p < x.length; p++) {
          double beta = means[k][p];
          for (int q = 0; q <= p; q++) {
            beta += factors[k][p][q] * noise[q];
          }
          eta[k] += x[p] * beta;
        }
      }
      return eta;
    }
  }

  private static void addAverage(Component part, double[] eta, double[] p) {
    for (int a = 0; a < part.alphas().size(); a++) {
      double[] member = member(part.link(), part.alphas().alpha(a), eta);
      for (int k = 0; k < p.length; k++) {
        p[k] += part.weight() * part.alphas().weight(a) * member[k];
      }
    }
  }

  private static void setOneMember(
      Component part, double[] eta, SplittableRandom random, double[] p) {
    double[] weights =
        IntStream.range(0, part.alphas().size()).mapToDouble(part.alphas()::weight).toArray();
    double[] member = member(part.link(), part.alphas().alpha(drawn(weights, random)), eta);
    System.arraycopy(member, 0, p, 0, p.length);
  }

  /** A number with the probability of its weight. */
  private static int drawn(double[] weights, SplittableRandom random) {
    double rest = random.nextDouble();
    int drawn = 0;
    while (drawn < weights.length - 1 && rest >= weights[drawn]) {
      rest -= weights[drawn++];
    }
    return drawn;
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
  void monteCarloAgreesWithDrawsOfWholeCoefficientVectors(IbCavi settings) {
    CategoricalModel model = settings.fit(DATA.dense());
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
  void moderatedProbitPredictionsHaveTheExpectedCdfs(IbCavi settings) {
    CategoricalModel model = settings.average(Average.fixed(0)).fit(DATA.dense());
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
      expected[k] = expectedCdf(model.link(), m, v);
    }
    double sum = Arrays.stream(expected).sum();
    double[] actual = by(model, PredictionMode.MODERATED).probabilities(row);
    // Exact for probit; MacKay's approximation for logit is good to a few per cent.
    double tolerance = model.link() == Link.PROBIT ? 1e-9 : 0.02;
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
  @MethodSource("moderated")
  void moderatedPredictionsAreNearerToTheExpectationThanPlugInOnes(IbCavi settings) {
    // Few rows, so that the coefficients are uncertain.
    RandomData few = RandomData.of(35, 25, 4, 5, 1);
    CategoricalModel model = settings.fit(few.dense());
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
  void uncertaintyAgreesWithDrawsOfWholeCoefficientVectors(IbCavi settings) {
    int draws = 20_000;
    int ours = 1000;
    CategoricalModel model =
        settings
            .fit(DATA.dense())
            .predictingBy(new Prediction(PredictionMode.MONTE_CARLO, ours, 1));
    for (int row : new int[] {2, 9}) {
      double[][] brute = bruteForce(model, DATA.row(row), draws, true);
      Uncertainty uncertainty = model.uncertainty(DATA.row(row));
      for (int k = 0; k < 5; k++) {
        double deviation = deviation(brute, k);
        double error = deviation * Math.sqrt(1.0 / ours + 1.0 / draws);
        assertEquals(mean(brute, k), uncertainty.mean()[k], 5 * error);
        assertEquals(
            deviation, uncertainty.standardDeviation()[k], 5 * errorOfDeviation(brute, k, ours));
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
          Arrays.stream(brute).mapToDouble(PredictionSuite::entropy).average().orElseThrow();
      assertEquals(expectedEntropy, uncertainty.expectedEntropy(), 0.05);
    }
  }

  /**
   * The standard error of a deviation from some draws in antithetic pairs, whose squares may be the
   * same: √((m₄ − s⁴) / (4s²n)) for n pairs. Probabilities near 0 have long tails.
   */
  private static double errorOfDeviation(double[][] brute, int category, int draws) {
    double mean = mean(brute, category);
    double deviation = deviation(brute, category);
    double fourth =
        Arrays.stream(brute)
            .mapToDouble(p -> Math.pow(p[category] - mean, 4))
            .average()
            .orElseThrow();
    double ofSquares = fourth / (deviation * deviation) - deviation * deviation;
    return Math.sqrt(ofSquares / 4 * (2.0 / draws + 1.0 / brute.length));
  }

  private static double entropy(double[] p) {
    return -Arrays.stream(p).filter(value -> value > 0).map(value -> value * Math.log(value)).sum();
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void entropyIsNoisePlusWhatMoreDataWouldTell(IbCavi settings) {
    CategoricalModel model = settings.fit(DATA.dense());
    for (Uncertainty u : model.uncertainty(DATA.denseMatrix(), 0.5)) {
      assertEquals(u.entropy(), u.expectedEntropy() + u.mutualInformation(), 1e-12);
      assertEquals(entropy(u.mean()), u.entropy(), 1e-12);
      assertTrue(u.mutualInformation() >= 0 && u.expectedEntropy() >= 0);
      assertTrue(u.entropy() <= Math.log(5) + 1e-12);
      for (int k = 0; k < 5; k++) {
        assertTrue(0 <= u.lower()[k] && u.lower()[k] <= u.mean()[k]);
        assertTrue(u.mean()[k] <= u.upper()[k] && u.upper()[k] <= 1);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void twentyTimesTheDataLeaveLittleToLearn(IbCavi settings) {
    IbCavi softmax = settings.average(Average.fixed(1));
    CategoricalModel once = softmax.fit(DATA.dense());
    CategoricalModel often = softmax.fit(DATA.repeated(20).dense());
    for (int i = 0; i < 90; i += 9) {
      double before = once.uncertainty(DATA.row(i)).mutualInformation();
      double after = often.uncertainty(DATA.row(i)).mutualInformation();
      assertTrue(after < 0.5 * before, after + " after " + before);
    }
  }

  @ParameterizedTest
  @MethodSource("posteriors")
  void coefficientsOfTheOriginalScaleHaveTheVariancesOfTheirCombinations(IbCavi settings) {
    double[][] rows =
        Arrays.stream(DATA.rows())
            .map(row -> new double[] {5 + 3 * row[0], row[1], 0.1 * row[2] - 2, row[3]})
            .toArray(double[][]::new);
    CategoricalModel model = settings.fit(DATA.withRows(rows).dense());
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
        settings(Link.PROBIT, CovarianceShape.FULL).fit(DATA.withLabels(DATA.labels(), 8).dense());
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
