// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.Offsets;
import org.ibcavi.design.TrainingData;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.PosteriorDraws;
import org.ibcavi.model.Prediction;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What offsets do to fits of every kind. The likelihood knows nothing but linear predictors xᵀβ +
 * o, so offsets xᵀγ that all categories have in common move a prior's mean by γ and nothing else;
 * that holds for every way to fit. The rest is compared with Newton's method, written here.
 */
class OffsetFitTest {
  private static final int COLUMNS = 3;
  private static final int CATEGORIES = 4;
  private static final double VARIANCE = 0.8;

  /** Of the weights and, last, of the intercept. */
  private static final double[] CENTRE = {0.7, -0.4, 0.3, -0.6};

  private static final double[] VARIANCES = {VARIANCE, VARIANCE, VARIANCE, VARIANCE};
  private static final RandomData DATA =
      RandomData.of(51, 120, COLUMNS, CATEGORIES, 0.8).weighted(4);
  private static final double[][] RANDOM = random(DATA.count(), CATEGORIES);

  private static double[][] random(int rows, int categories) {
    SplittableRandom random = new SplittableRandom(9);
    double[][] offsets = new double[rows][categories];
    for (double[] row : offsets) {
      Arrays.setAll(row, k -> 1.5 * random.nextGaussian());
    }
    return offsets;
  }

  /** xᵀγ, the same for all categories. */
  private static double[][] common(RandomData data, double[] centre) {
    double[][] offsets = new double[data.count()][data.categories()];
    for (int i = 0; i < offsets.length; i++) {
      Arrays.fill(offsets[i], product(data.row(i), centre));
    }
    return offsets;
  }

  private static double product(double[] row, double[] beta) {
    double sum = beta[row.length];
    for (int m = 0; m < row.length; m++) {
      sum += row[m] * beta[m];
    }
    return sum;
  }

  /** Every way to fit under a prior that is given. */
  static Stream<IbCavi> ways() {
    IbCavi plain = IbCavi.withDefaults().standardize(false).tolerance(1e-10);
    Stream<IbCavi> binary =
        Stream.of(Solver.values())
            .map(plain.method(Method.BINARY)::solver)
            .flatMap(way -> kinds(way, PosteriorKind.CAVI));
    Stream<IbCavi> categorical = kinds(plain.method(Method.CATEGORICAL), PosteriorKind.VARIATIONAL);
    return Stream.concat(binary, categorical);
  }

  /** Of both links and shapes, with the stage's own posterior and with Laplace's. */
  private static Stream<IbCavi> kinds(IbCavi way, PosteriorKind own) {
    return InvarianceSuite.combinations(way)
        .flatMap(kind -> Stream.of(own, PosteriorKind.LAPLACE).map(kind::posterior));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void offsetsThatAreLinearInTheFeaturesMoveThePriorsMean(IbCavi way) {
    for (boolean sparse : new boolean[] {false, true}) {
      double[] zero = new double[COLUMNS + 1];
      TrainingData data = DATA.stored(sparse);
      CategoricalModel moved = way.prior(Prior.diagonal(CENTRE, VARIANCES)).fit(data);
      CategoricalModel offset =
          way.prior(Prior.diagonal(zero, VARIANCES)).fit(data.withOffsets(common(DATA, CENTRE)));
      assertEquals(moved.components().size(), offset.components().size());
      for (int c = 0; c < moved.components().size(); c++) {
        assertEquals(moved.components().get(c).weight(), offset.components().get(c).weight(), 1e-4);
        for (int k = 0; k < CATEGORIES; k++) {
          CoefficientSummary expected = moved.coefficients(c, k, 0.9);
          CoefficientSummary actual = offset.coefficients(c, k, 0.9);
          for (int p = 0; p <= COLUMNS; p++) {
            String place = "component " + c + ", category " + k + ", coefficient " + p;
            assertEquals(expected.mean(p), actual.mean(p) + CENTRE[p], 1e-4, place);
            assertEquals(expected.standardDeviation(p), actual.standardDeviation(p), 1e-4, place);
          }
        }
      }
      assertNear(
          moved.probabilities(DATA.denseMatrix()),
          offset.probabilities(DATA.denseMatrix(), Offsets.of(common(DATA, CENTRE))),
          1e-4);
    }
  }

  private static void assertNear(double[][] expected, double[][] actual, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], actual[i], tolerance, "row " + i);
    }
  }

  @Test
  void aDiagnosisKnowsOffsetsToo() {
    IbCavi way =
        IbCavi.withDefaults().standardize(false).average(Average.fixed(0.5)).tolerance(1e-10);
    Diagnosis moved = way.prior(Prior.diagonal(CENTRE, VARIANCES)).diagnose(DATA.dense());
    Diagnosis offset =
        way.prior(Prior.diagonal(new double[COLUMNS + 1], VARIANCES))
            .diagnose(DATA.dense().withOffsets(common(DATA, CENTRE)));
    assertEquals(moved.expectedLogDensity(), offset.expectedLogDensity(), 1e-3);
    assertEquals(
        moved.members().get(0).importanceBound(), offset.members().get(0).importanceBound(), 1e-3);
  }

  /** Softmax sees differences between categories only, whatever is learned besides. */
  @ParameterizedTest
  @EnumSource(LearnedScale.Evidence.class)
  void softmaxDoesNotSeeWhatAllCategoriesHaveInCommon(LearnedScale.Evidence evidence) {
    IbCavi way =
        IbCavi.withDefaults()
            .method(Method.CATEGORICAL)
            .posterior(PosteriorKind.LAPLACE)
            .average(Average.fixed(1));
    if (evidence == LearnedScale.Evidence.HELD_OUT) {
      way = way.prior(Prior.learned().by(evidence));
    }
    double[][] offsets = new double[DATA.count()][CATEGORIES];
    for (int i = 0; i < offsets.length; i++) {
      Arrays.fill(offsets[i], 0.3 * Math.sin(i));
    }
    CategoricalModel plain = way.fit(DATA.dense());
    CategoricalModel shifted = way.fit(DATA.dense().withOffsets(offsets));
    double tolerance = evidence == LearnedScale.Evidence.HELD_OUT ? 0.02 : 2e-3;
    assertNear(
        plain.probabilities(DATA.denseMatrix()),
        shifted.probabilities(DATA.denseMatrix()),
        tolerance);
  }

  /** The log posterior of softmax with offsets, its gradient and its Hessian, all in one vector. */
  private static double[] softmaxMode(TrainingData data, double[][] offsets) {
    int size = COLUMNS + 1;
    double[] b = new double[CATEGORIES * size];
    for (int step = 0; step < 50; step++) {
      double[] gradient = new double[b.length];
      double[] hessian = new double[b.length * b.length];
      for (int at = 0; at < b.length; at++) {
        gradient[at] = -b[at] / VARIANCE;
        hessian[at * b.length + at] = 1 / VARIANCE;
      }
      for (int i = 0; i < DATA.count(); i++) {
        double[] x = Arrays.copyOf(DATA.row(i), size);
        x[COLUMNS] = 1;
        double[] p = softmax(b, i, offsets[i]);
        for (int k = 0; k < CATEGORIES; k++) {
          double label = DATA.labels()[i] == k ? 1 : 0;
          for (int m = 0; m < size; m++) {
            gradient[k * size + m] += data.weight(i) * (label - p[k]) * x[m];
            for (int l = 0; l < CATEGORIES; l++) {
              double curvature = data.weight(i) * p[k] * ((k == l ? 1 : 0) - p[l]);
              for (int n = 0; n < size; n++) {
                hessian[(k * size + m) * b.length + l * size + n] += curvature * x[m] * x[n];
              }
            }
          }
        }
      }
      Cholesky.ofUpper(hessian, b.length).orElseThrow().solve(gradient, 0, 1, 1);
      Arrays.setAll(b, at -> b[at] + gradient[at]);
    }
    return b;
  }

  private static double[] softmax(double[] b, int row, double[] offsets) {
    double[] p = new double[CATEGORIES];
    double sum = 0;
    for (int k = 0; k < CATEGORIES; k++) {
      double[] beta = Arrays.copyOfRange(b, k * (COLUMNS + 1), (k + 1) * (COLUMNS + 1));
      p[k] = Math.exp(product(DATA.row(row), beta) + offsets[k]);
      sum += p[k];
    }
    double total = sum;
    Arrays.setAll(p, k -> p[k] / total);
    return p;
  }

  @Test
  void theModeOfSoftmaxIsNewtons() {
    TrainingData data = DATA.dense().withOffsets(RANDOM);
    CategoricalModel model = softmaxFit().fit(data);
    double[] expected = softmaxMode(data, RANDOM);
    double[][] probabilities = model.probabilities(DATA.denseMatrix(), Offsets.of(RANDOM));
    for (int i = 0; i < DATA.count(); i++) {
      double[] p = softmax(expected, i, RANDOM[i]);
      assertArrayEquals(p, probabilities[i], 1e-6);
      assertArrayEquals(p, model.probabilities(DATA.row(i), RANDOM[i]), 1e-6);
    }
    for (int k = 0; k < CATEGORIES; k++) {
      for (int p = 0; p <= COLUMNS; p++) {
        assertEquals(expected[k * (COLUMNS + 1) + p], model.coefficients(k, 0.9).mean(p), 1e-5);
      }
    }
  }

  private static IbCavi softmaxFit() {
    return IbCavi.withDefaults()
        .method(Method.CATEGORICAL)
        .posterior(PosteriorKind.LAPLACE)
        .average(Average.fixed(1))
        .standardize(false)
        .prior(Prior.diagonal(new double[COLUMNS + 1], VARIANCES))
        .tolerance(1e-11);
  }

  /** A prior over the standardized features is another one; the offsets are the same. */
  @Test
  void standardizationDoesNotTouchThem() {
    RandomData wide =
        DATA.withRows(
            Arrays.stream(DATA.rows())
                .map(row -> new double[] {100 * row[0] + 7, row[1], row[2]})
                .toArray(double[][]::new));
    IbCavi way = softmaxFit().standardize(true);
    CategoricalModel one = way.fit(DATA.dense().withOffsets(RANDOM));
    CategoricalModel other = way.fit(wide.dense().withOffsets(RANDOM));
    assertNear(
        one.probabilities(DATA.denseMatrix(), Offsets.of(RANDOM)),
        other.probabilities(wide.denseMatrix(), Offsets.of(RANDOM)),
        1e-6);
  }

  /** The mode of a binary logit regression under the prior, by Newton's method. */
  private static double[] logitMode(IntUnaryOperator label, double[] offsets) {
    int size = COLUMNS + 1;
    double[] b = new double[size];
    for (int step = 0; step < 50; step++) {
      double[] gradient = Arrays.stream(b).map(value -> -value / VARIANCE).toArray();
      double[] hessian = new double[size * size];
      IntStream.range(0, size).forEach(m -> hessian[m * size + m] = 1 / VARIANCE);
      for (int i = 0; i < DATA.count(); i++) {
        double[] x = Arrays.copyOf(DATA.row(i), size);
        x[COLUMNS] = 1;
        double p = 1 / (1 + Math.exp(-product(DATA.row(i), b) - offsets[i]));
        for (int m = 0; m < size; m++) {
          gradient[m] += DATA.weights()[i] * (label.applyAsInt(i) - p) * x[m];
          for (int n = 0; n < size; n++) {
            hessian[m * size + n] += DATA.weights()[i] * p * (1 - p) * x[m] * x[n];
          }
        }
      }
      Cholesky.ofUpper(hessian, size).orElseThrow().solve(gradient, 0, 1, 1);
      Arrays.setAll(b, m -> b[m] + gradient[m]);
    }
    return b;
  }

  /** The last two categories have no rows, and differ in their offsets: each has its own fit. */
  @Test
  void categoriesWithoutRowsHaveRegressionsOfTheirOwn() {
    int categories = CATEGORIES + 2;
    double[][] offsets = random(DATA.count(), categories);
    RandomData more = DATA.withLabels(DATA.labels(), categories);
    IbCavi way =
        BinaryFit.withDefaults()
            .link(Link.LOGIT)
            .standardize(false)
            .prior(Prior.diagonal(new double[COLUMNS + 1], VARIANCES))
            .covariance(CovarianceShape.FULL)
            .posterior(PosteriorKind.CAVI)
            .tolerance(1e-10);
    CategoricalModel model = way.fit(more.dense().withOffsets(offsets));
    assertEquals(categories, model.posterior().vectors());
    assertEquals(CATEGORIES + 1, way.fit(more.dense()).posterior().vectors());
    for (int k = 0; k < categories; k++) {
      int category = k;
      double[] column = Arrays.stream(offsets).mapToDouble(row -> row[category]).toArray();
      double[] mode = logitMode(i -> DATA.labels()[i] == category ? 1 : 0, column);
      // The mean of a variational posterior is near its mode, and far from that without offsets.
      for (int p = 0; p <= COLUMNS; p++) {
        assertEquals(mode[p], model.coefficients(k, 0.9).mean(p), 0.1, "category " + k);
      }
    }
  }

  @Test
  void zerosAreNoOffsetsToTheBit() {
    for (Method method : Method.values()) {
      IbCavi way = IbCavi.withDefaults().method(method);
      RandomData unseen = DATA.withLabels(DATA.labels(), CATEGORIES + 2);
      double[][] zeros = new double[DATA.count()][CATEGORIES + 2];
      CategoricalModel plain = way.fit(unseen.dense());
      CategoricalModel zero = way.fit(unseen.dense().withOffsets(zeros));
      for (int c = 0; c < plain.components().size(); c++) {
        for (int v = 0; v < plain.components().get(c).posterior().vectors(); v++) {
          assertArrayEquals(
              plain.components().get(c).posterior().mean(v),
              zero.components().get(c).posterior().mean(v));
        }
      }
      double[][] expected = plain.probabilities(DATA.denseMatrix());
      double[][] actual = zero.probabilities(DATA.denseMatrix(), Offsets.of(zeros));
      for (int i = 0; i < expected.length; i++) {
        assertArrayEquals(expected[i], actual[i]);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Method.class)
  void theNumberOfThreadsDoesNotMatter(Method method) {
    RandomData large = RandomData.of(52, 2500, COLUMNS, CATEGORIES, 1);
    double[][] offsets = random(2500, CATEGORIES);
    TrainingData data = large.dense().withOffsets(offsets);
    IbCavi way = IbCavi.withDefaults().method(method);
    CategoricalModel one = way.threads(1).fit(data);
    CategoricalModel three = way.threads(3).fit(data);
    ThreadsSuite.assertSameBits(one, three, large.select(0, 1, 2));
    double[][] expected = one.probabilities(large.denseMatrix(), Offsets.of(offsets));
    double[][] actual = one.probabilities(large.denseMatrix(), Offsets.of(offsets), 3);
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], actual[i]);
      assertArrayEquals(expected[i], one.probabilities(large.row(i), offsets[i]));
    }
  }

  /** Every kind of fit that ends at an optimum, learned variances and several members included. */
  static Stream<IbCavi> learning() {
    IbCavi binary = BinaryFit.withDefaults().tolerance(1e-9);
    IbCavi categorical =
        IbCavi.withDefaults()
            .method(Method.CATEGORICAL)
            .posterior(PosteriorKind.LAPLACE)
            .tolerance(1e-9);
    return Stream.of(
        binary.link(Link.LOGIT),
        binary.link(Link.PROBIT),
        categorical.covariance(CovarianceShape.FULL),
        categorical.covariance(CovarianceShape.DIAGONAL),
        categorical.basis(BasisKind.THRESHOLDS));
  }

  /** But for draws that are tied to columns, where an average is weighed by them. */
  @ParameterizedTest
  @MethodSource("learning")
  void permutedCategoriesPermuteTheResult(IbCavi way) {
    int[] newName = {2, 0, 3, 1};
    int[] renamed = Arrays.stream(DATA.labels()).map(k -> newName[k]).toArray();
    double[][] moved = new double[DATA.count()][CATEGORIES];
    for (int i = 0; i < moved.length; i++) {
      for (int k = 0; k < CATEGORIES; k++) {
        moved[i][newName[k]] = RANDOM[i][k];
      }
    }
    CategoricalModel one = way.fit(DATA.dense().withOffsets(RANDOM));
    CategoricalModel other =
        way.fit(DATA.withLabels(renamed, CATEGORIES).dense().withOffsets(moved));
    double[][] before = one.probabilities(DATA.denseMatrix(), Offsets.of(RANDOM));
    double[][] after = other.probabilities(DATA.denseMatrix(), Offsets.of(moved));
    for (int i = 0; i < before.length; i++) {
      for (int k = 0; k < CATEGORIES; k++) {
        assertEquals(before[i][k], after[i][newName[k]], 2e-4);
      }
    }
  }

  /**
   * But for draws, of which a row that was merged has more, where an average is weighed by them.
   */
  @ParameterizedTest
  @MethodSource("learning")
  void weightTwoIsTheRowTwice(IbCavi way) {
    int[] copies =
        IntStream.range(0, DATA.count())
            .flatMap(i -> IntStream.of(i, i).limit(1 + i % 2))
            .toArray();
    double[] weights = new double[DATA.count()];
    Arrays.setAll(weights, i -> 1 + i % 2);
    double[] ones = new double[DATA.count()];
    Arrays.fill(ones, 1);
    double[][] ofCopies = Arrays.stream(copies).mapToObj(i -> RANDOM[i]).toArray(double[][]::new);
    CategoricalModel one = way.fit(DATA.withWeights(weights).dense().withOffsets(RANDOM));
    CategoricalModel other =
        way.fit(DATA.withWeights(ones).select(copies).dense().withOffsets(ofCopies));
    assertNear(
        one.probabilities(DATA.denseMatrix(), Offsets.of(RANDOM)),
        other.probabilities(DATA.denseMatrix(), Offsets.of(RANDOM)),
        2e-4);
  }

  /** The offsets tell rows apart that have the same features and category. */
  @Test
  void rowsWithDifferentOffsetsAreNotMerged() {
    RandomData twice = DATA.repeated(2);
    double[][] alike = Stream.of(RANDOM, RANDOM).flatMap(Arrays::stream).toArray(double[][]::new);
    double[][] apart = Arrays.stream(alike).map(double[]::clone).toArray(double[][]::new);
    for (int i = DATA.count(); i < apart.length; i++) {
      apart[i][0] += 0.25;
    }
    String note = "240 rows were merged to the 120 that differ";
    CategoricalModel merged = BinaryFit.withDefaults().fit(twice.dense().withOffsets(alike));
    CategoricalModel kept = BinaryFit.withDefaults().fit(twice.dense().withOffsets(apart));
    assertTrue(merged.report().notes().contains(note), () -> merged.report().notes().toString());
    assertTrue(kept.report().notes().stream().noneMatch(line -> line.contains("merged")));
  }

  @Test
  void uncertaintyMovesWithTheOffsets() {
    CategoricalModel model = softmaxFit().fit(DATA.dense().withOffsets(RANDOM));
    double[] row = DATA.row(3);
    double[] offsets = {0.5, -1, 2, 0};
    Uncertainty uncertain = model.uncertainty(row, offsets);
    assertArrayEquals(model.probabilities(row, offsets), uncertain.mean(), 1e-12);
    double[] common = {3, 3, 3, 3};
    assertArrayEquals(model.uncertainty(row).lower(), model.uncertainty(row, common).lower(), 1e-9);
    assertEquals(2, model.predict(row, new double[] {0, 0, 50, 0}));
  }

  /** Two categories have no rows and share a regression; offsets tell them apart. */
  @ParameterizedTest
  @EnumSource(
      value = PredictionMode.class,
      names = {"PLUG_IN", "MODERATED", "MONTE_CARLO"})
  void predictionsAreThoseOfTheDefinition(PredictionMode mode) {
    int categories = CATEGORIES + 2;
    CategoricalModel model =
        BinaryFit.withDefaults()
            .link(Link.LOGIT)
            .average(Average.fixed(1))
            .covariance(CovarianceShape.DIAGONAL)
            .standardize(false)
            .fit(DATA.withLabels(DATA.labels(), categories).dense())
            .predictingBy(new Prediction(mode, 4000, 1));
    assertEquals(CATEGORIES + 1, model.posterior().vectors());
    double[] offsets = {0.5, -1, 1, 0, 2, -2};
    double[] row = DATA.row(7);
    double[] means = new double[categories];
    double[] variances = new double[categories];
    for (int k = 0; k < categories; k++) {
      CoefficientSummary summary = model.coefficients(k, 0.9);
      means[k] = summary.mean(COLUMNS) + offsets[k];
      variances[k] = Math.pow(summary.standardDeviation(COLUMNS), 2);
      for (int m = 0; m < COLUMNS; m++) {
        means[k] += row[m] * summary.mean(m);
        variances[k] += Math.pow(row[m] * summary.standardDeviation(m), 2);
      }
    }
    double[] expected =
        switch (mode) {
          case PLUG_IN -> softmax(means);
          case MODERATED -> {
            double[] eta = new double[categories];
            Arrays.setAll(eta, k -> Link.LOGIT.moderated(means[k], variances[k]));
            yield softmax(eta);
          }
          default -> meanSoftmax(means, variances);
        };
    // The standard error of a mean over 4000 draws is at most half of a 60th.
    double tolerance = mode == PredictionMode.MONTE_CARLO ? 4 * 0.5 / Math.sqrt(4000) : 1e-12;
    assertArrayEquals(expected, model.probabilities(row, offsets), tolerance);
  }

  private static double[] softmax(double[] eta) {
    double sum = Arrays.stream(eta).map(Math::exp).sum();
    return Arrays.stream(eta).map(value -> Math.exp(value) / sum).toArray();
  }

  private static double[] meanSoftmax(double[] means, double[] variances) {
    SplittableRandom random = new SplittableRandom(77);
    double[] mean = new double[means.length];
    double[] eta = new double[means.length];
    int draws = 100_000;
    for (int draw = 0; draw < draws; draw++) {
      Arrays.setAll(eta, k -> means[k] + Math.sqrt(variances[k]) * random.nextGaussian());
      double[] p = softmax(eta);
      Arrays.setAll(mean, k -> mean[k] + p[k] / draws);
    }
    return mean;
  }

  @Test
  void drawsAreMovedByOffsetsToo() {
    CategoricalModel model = softmaxFit().fit(DATA.dense().withOffsets(RANDOM));
    PosteriorDraws draws = model.draws(3, 5);
    double[][] p = draws.probabilities(2, DATA.denseMatrix(), Offsets.of(RANDOM));
    double[][] coefficients = draws.coefficients(2);
    for (int i = 0; i < DATA.count(); i++) {
      double[] eta = new double[CATEGORIES];
      for (int k = 0; k < CATEGORIES; k++) {
        eta[k] = product(DATA.row(i), coefficients[k]) + RANDOM[i][k];
      }
      assertArrayEquals(softmax(eta), p[i], 1e-12);
    }
  }

  /** A weight of a category is that weight of each of its rows. */
  @ParameterizedTest
  @EnumSource(Method.class)
  void aCategorysWeightIsThatOfItsRows(Method method) {
    double[] factors = {2, 0.5, 1, 3};
    double[] weights = DATA.weights().clone();
    Arrays.setAll(weights, i -> weights[i] * factors[DATA.labels()[i]]);
    IbCavi way = IbCavi.withDefaults().method(method);
    CategoricalModel ofRows = way.fit(DATA.withWeights(weights).dense());
    CategoricalModel ofCategories = way.fit(DATA.dense().withCategoryWeights(factors));
    ThreadsSuite.assertSameBits(ofRows, ofCategories, DATA.select(0, 1, 2));
  }

  @Test
  void anEngineThatHasNoOffsetsIsRefused() {
    TrainingData data = DATA.dense().withOffsets(RANDOM);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> IbCavi.withDefaults().fit(data, LocalPass::new));
    assertEquals(
        "offsets of 120 rows and 4 categories for a fit whose sums an engine takes over; an"
            + " engine's copies of the rows have none, so fit these data without it",
        refusal.getMessage());
  }

  @Test
  void theReportSaysThatThereWereOffsets() {
    String note =
        "offsets were added to the rows' linear predictors; a prediction without offsets takes"
            + " them for 0";
    assertTrue(softmaxFit().fit(DATA.dense().withOffsets(RANDOM)).report().notes().contains(note));
    assertTrue(!softmaxFit().fit(DATA.dense()).report().notes().contains(note));
  }
}
