// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.settings.CovarianceShape;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What must not matter does not, and what is only renamed is only renamed. The stages are tested by
 * subclasses.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class InvarianceSuite {
  /** As users ask for them, for claims about every bit. */
  abstract Stream<IbCavi> usual();

  /** Under which an ascent ends at its optimum as precisely as numbers can say. */
  abstract Stream<IbCavi> exact();

  /** The same with a prior whose variance is learned. */
  abstract Stream<IbCavi> learning();

  /** How much fits that should be the same may differ. */
  abstract double precision();

  /** How much the means of their coefficients may differ. */
  abstract double meanPrecision();

  /** What was maximised, at the end. */
  abstract double objective(CategoricalModel model);

  /** Settings with both links and both shapes of the covariance. */
  static Stream<IbCavi> combinations(IbCavi settings) {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .map(shape -> settings.link(link).covariance(shape)));
  }

  private static double[][] probabilities(CategoricalModel model, RandomData data) {
    return model.probabilities(data.denseMatrix());
  }

  private void assertSamePosterior(
      CategoricalModel expected, CategoricalModel actual, double tolerance) {
    double objective = objective(expected);
    assertEquals(objective, objective(actual), tolerance * Math.abs(objective));
    assertEquals(expected.components().size(), actual.components().size());
    for (int c = 0; c < expected.components().size(); c++) {
      double weight = expected.components().get(c).weight();
      assertEquals(weight, actual.components().get(c).weight(), tolerance, "weight " + c);
      for (int k = 0; k < expected.categories(); k++) {
        assertSameCoefficients(
            expected.coefficients(c, k, 0.9),
            actual.coefficients(c, k, 0.9),
            tolerance,
            "category " + k);
      }
    }
  }

  private void assertSameCoefficients(
      CoefficientSummary expected, CoefficientSummary actual, double tolerance, String place) {
    for (int p = 0; p < expected.size(); p++) {
      double scale = Math.max(1, Math.abs(expected.mean(p)));
      double open = tolerance == 0 ? 0 : Math.max(tolerance, meanPrecision());
      assertEquals(expected.mean(p), actual.mean(p), open * scale, place + ", mean " + p);
      assertEquals(
          expected.standardDeviation(p),
          actual.standardDeviation(p),
          tolerance,
          place + ", deviation " + p);
    }
  }

  private static void assertSameProbabilities(
      double[][] expected, double[][] actual, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], actual[i], tolerance, "row " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("usual")
  void denseAndSparseRowsGiveTheSameBits(IbCavi asked) {
    RandomData data = RandomData.of(21, 300, 9, 5, 0.3).weighted(2);
    IbCavi settings = asked.standardize(false).threads(2);
    CategoricalModel dense = settings.fit(data.dense());
    CategoricalModel sparse = settings.fit(data.sparse());
    assertEquals(dense.report().prior().weightVariance(), sparse.report().prior().weightVariance());
    assertArrayEquals(dense.report().objectiveTrace(), sparse.report().objectiveTrace());
    assertSamePosterior(dense, sparse, 0);
    for (int c = 0; c < dense.components().size(); c++) {
      AlphaWeights expected = dense.components().get(c).alphas();
      AlphaWeights actual = sparse.components().get(c).alphas();
      for (int i = 0; i < expected.size(); i++) {
        assertEquals(expected.weight(i), actual.weight(i));
      }
    }
    assertSameProbabilities(
        dense.probabilities(data.denseMatrix()), sparse.probabilities(data.sparseMatrix()), 0);
  }

  /** Weights 0, 1 and 2; the first rows, one of each category, keep weight 1. */
  private static double[] smallWholeWeights(int rows) {
    double[] weights = new double[rows];
    Arrays.setAll(weights, i -> i < 4 ? 1 : i % 3);
    return weights;
  }

  /** Each row as often as its weight says. */
  private static int[] copies(double[] weights) {
    return IntStream.range(0, weights.length)
        .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
        .toArray();
  }

  @ParameterizedTest
  @MethodSource("exact")
  void weightTwoIsTheRowTwiceAndWeightZeroIsNoRow(IbCavi settings) {
    RandomData data = RandomData.of(22, 80, 4, 4, 1);
    double[] weights = smallWholeWeights(80);
    RandomData weighted = data.withWeights(weights);
    RandomData copied = data.select(copies(weights));
    for (boolean standardize : new boolean[] {false, true}) {
      for (boolean sparse : new boolean[] {false, true}) {
        IbCavi scaled = settings.standardize(standardize);
        CategoricalModel one = scaled.fit(weighted.stored(sparse));
        CategoricalModel other = scaled.fit(copied.stored(sparse));
        assertSamePosterior(other, one, precision());
        assertSameProbabilities(probabilities(other, data), probabilities(one, data), precision());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("learning")
  void weightsAreCopiesForTheLearnedPriorToo(IbCavi settings) {
    RandomData data = RandomData.of(22, 80, 4, 4, 1);
    double[] weights = smallWholeWeights(80);
    CategoricalModel one = settings.fit(data.withWeights(weights).dense());
    CategoricalModel other = settings.fit(data.select(copies(weights)).dense());
    double variance = other.report().prior().weightVariance();
    assertEquals(variance, one.report().prior().weightVariance(), 1e-6 * variance);
    assertSamePosterior(other, one, 1e-6);
    assertSameProbabilities(probabilities(other, data), probabilities(one, data), 1e-6);
  }

  @ParameterizedTest
  @MethodSource("exact")
  void aRowOfNoWeightMayShowACategoryThatHasNoOther(IbCavi settings) {
    RandomData data = RandomData.of(23, 50, 3, 3, 1);
    int[] labels = data.labels().clone();
    double[] weights = data.weights().clone();
    labels[7] = 3;
    weights[7] = 0;
    int[] others = IntStream.range(0, 50).filter(i -> i != 7).toArray();
    CategoricalModel one = settings.fit(data.withLabels(labels, 4).withWeights(weights).dense());
    CategoricalModel other = settings.fit(data.withLabels(labels, 4).select(others).dense());
    assertSamePosterior(other, one, precision());
    assertEquals(3, one.report().categoriesWithRows());
  }

  @ParameterizedTest
  @MethodSource("exact")
  void theOrderOfRowsDoesNotMatter(IbCavi settings) {
    RandomData data = RandomData.of(24, 300, 5, 4, 1).weighted(3);
    int[] order = IntStream.range(0, 300).map(i -> (i * 77 + 13) % 300).toArray();
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(data.select(order).dense());
    assertSamePosterior(one, other, precision());
    assertSameProbabilities(probabilities(one, data), probabilities(other, data), precision());
  }

  @ParameterizedTest
  @MethodSource("exact")
  void permutedCategoriesPermuteTheResult(IbCavi settings) {
    RandomData data = RandomData.of(25, 200, 4, 6, 1);
    int[] newName = {3, 5, 0, 1, 4, 2};
    int[] renamed = Arrays.stream(data.labels()).map(k -> newName[k]).toArray();
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(data.withLabels(renamed, 6).dense());
    for (int k = 0; k < 6; k++) {
      for (int p = 0; p < 5; p++) {
        assertEquals(
            one.coefficients(k, 0.9).mean(p),
            other.coefficients(newName[k], 0.9).mean(p),
            meanPrecision());
        assertEquals(
            one.coefficients(k, 0.9).standardDeviation(p),
            other.coefficients(newName[k], 0.9).standardDeviation(p),
            precision());
      }
    }
    double[][] before = probabilities(one, data);
    double[][] after = probabilities(other, data);
    for (int i = 0; i < before.length; i++) {
      for (int k = 0; k < 6; k++) {
        assertEquals(before[i][k], after[i][newName[k]], precision());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("exact")
  void permutedFeaturesPermuteTheResult(IbCavi settings) {
    RandomData data = RandomData.of(26, 200, 5, 3, 1);
    int[] order = {4, 2, 0, 1, 3};
    RandomData permuted = data.selectColumns(order);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(permuted.dense());
    for (int k = 0; k < 3; k++) {
      for (int p = 0; p < 5; p++) {
        assertEquals(
            one.coefficients(k, 0.9).mean(order[p]),
            other.coefficients(k, 0.9).mean(p),
            meanPrecision());
        assertEquals(
            one.coefficients(k, 0.9).standardDeviation(order[p]),
            other.coefficients(k, 0.9).standardDeviation(p),
            precision());
      }
    }
    assertSameProbabilities(probabilities(one, data), probabilities(other, permuted), precision());
  }

  @ParameterizedTest
  @MethodSource("exact")
  void theUnitOfAFeatureDoesNotMatterWhenStandardized(IbCavi settings) {
    RandomData data = RandomData.of(27, 150, 3, 3, 1);
    double[][] other = new double[150][];
    for (int i = 0; i < 150; i++) {
      double[] row = data.row(i);
      other[i] = new double[] {1000 * row[0] + 500, 0.01 * row[1] - 7, row[2]};
    }
    RandomData rescaled = data.withRows(other);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel two = settings.fit(rescaled.dense());
    assertEquals(objective(one), objective(two), precision() * Math.abs(objective(one)));
    assertSameProbabilities(probabilities(one, data), probabilities(two, rescaled), precision());
  }

  @ParameterizedTest
  @MethodSource("exact")
  void categoriesWithoutRowsAreAlikeWhereverTheyStand(IbCavi settings) {
    RandomData data = RandomData.of(28, 120, 3, 3, 1);
    int[] spread = Arrays.stream(data.labels()).map(k -> 2 * k + 1).toArray();
    // Categories 0, 2, 4 and 6 have no rows; below, the last four.
    CategoricalModel between = settings.fit(data.withLabels(spread, 7).dense());
    CategoricalModel last = settings.fit(data.withLabels(data.labels(), 7).dense());
    assertEquals(3, between.report().categoriesWithRows());
    assertEquals(7, between.categories());
    double[][] expected = probabilities(last, data);
    double[][] actual = probabilities(between, data);
    for (int i = 0; i < actual.length; i++) {
      double[] p = actual[i];
      assertEquals(p[0], p[2]);
      assertEquals(p[0], p[4]);
      assertEquals(p[0], p[6]);
      assertEquals(expected[i][3], p[0], precision());
      for (int k = 0; k < 3; k++) {
        assertEquals(expected[i][k], p[2 * k + 1], precision());
      }
    }
  }
}
