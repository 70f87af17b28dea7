// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must not matter does not, and what is only renamed is only renamed. */
class InvarianceTest {
  static Stream<Arguments> combinations() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .map(shape -> Arguments.of(link, shape)));
  }

  private static IbCavi exact(Link link, CovarianceShape shape) {
    return BinaryFit.withDefaults()
        .link(link)
        .covariance(shape)
        .prior(Prior.isotropic(0.7))
        .average(Average.fixed(0.5))
        .tolerance(1e-11);
  }

  private static double[][] probabilities(CategoricalModel model, RandomData data) {
    return model.probabilities(data.denseMatrix());
  }

  private static void assertSamePosterior(
      CategoricalModel expected, CategoricalModel actual, double tolerance) {
    assertEquals(
        expected.report().binary().orElseThrow().elbo(),
        actual.report().binary().orElseThrow().elbo(),
        tolerance * Math.abs(expected.report().binary().orElseThrow().elbo()));
    for (int k = 0; k < expected.categories(); k++) {
      CoefficientSummary one = expected.coefficients(k, 0.9);
      CoefficientSummary other = actual.coefficients(k, 0.9);
      for (int p = 0; p < one.size(); p++) {
        double scale = Math.max(1, Math.abs(one.mean(p)));
        assertEquals(one.mean(p), other.mean(p), tolerance * scale, "mean " + p + " of " + k);
        assertEquals(one.standardDeviation(p), other.standardDeviation(p), tolerance, "deviation");
      }
    }
  }

  private static void assertSameProbabilities(
      double[][] expected, double[][] actual, double tolerance) {
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], actual[i], tolerance, "row " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void denseAndSparseRowsGiveTheSameBits(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(21, 300, 9, 5, 0.3).weighted(2);
    IbCavi settings =
        BinaryFit.withDefaults().link(link).covariance(shape).standardize(false).threads(2);
    CategoricalModel dense = settings.fit(data.dense());
    CategoricalModel sparse = settings.fit(data.sparse());
    assertEquals(dense.report().prior().weightVariance(), sparse.report().prior().weightVariance());
    assertArrayEquals(dense.report().objectiveTrace(), sparse.report().objectiveTrace());
    assertSamePosterior(dense, sparse, 0);
    for (int i = 0; i < dense.average().size(); i++) {
      assertEquals(dense.average().weight(i), sparse.average().weight(i));
    }
    assertSameProbabilities(
        dense.probabilities(data.denseMatrix()), sparse.probabilities(data.sparseMatrix()), 0);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void weightTwoIsTheRowTwiceAndWeightZeroIsNoRow(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(22, 80, 4, 4, 1);
    double[] weights = new double[80];
    Arrays.setAll(weights, i -> i < 4 ? 1 : i % 3);
    int[] copies =
        IntStream.range(0, 80)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
            .toArray();
    RandomData weighted = data.withWeights(weights);
    RandomData copied = data.select(copies);
    for (boolean standardize : new boolean[] {false, true}) {
      for (boolean sparse : new boolean[] {false, true}) {
        IbCavi settings = exact(link, shape).standardize(standardize);
        CategoricalModel one = settings.fit(weighted.stored(sparse));
        CategoricalModel other = settings.fit(copied.stored(sparse));
        assertSamePosterior(other, one, 1e-8);
        assertSameProbabilities(probabilities(other, data), probabilities(one, data), 1e-8);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void weightsAreCopiesForTheLearnedPriorToo(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(22, 80, 4, 4, 1);
    double[] weights = new double[80];
    Arrays.setAll(weights, i -> i < 4 ? 1 : i % 3);
    int[] copies =
        IntStream.range(0, 80)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) weights[i]))
            .toArray();
    IbCavi settings = exact(link, shape).prior(Prior.learned());
    CategoricalModel one = settings.fit(data.withWeights(weights).dense());
    CategoricalModel other = settings.fit(data.select(copies).dense());
    double variance = other.report().prior().weightVariance();
    assertEquals(variance, one.report().prior().weightVariance(), 1e-6 * variance);
    assertSamePosterior(other, one, 1e-6);
    assertSameProbabilities(probabilities(other, data), probabilities(one, data), 1e-6);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void aRowOfNoWeightMayShowACategoryThatHasNoOther(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(23, 50, 3, 3, 1);
    int[] labels = data.labels().clone();
    double[] weights = data.weights().clone();
    labels[7] = 3;
    weights[7] = 0;
    int[] others = IntStream.range(0, 50).filter(i -> i != 7).toArray();
    IbCavi settings = exact(link, shape);
    CategoricalModel one = settings.fit(data.withLabels(labels, 4).withWeights(weights).dense());
    CategoricalModel other = settings.fit(data.withLabels(labels, 4).select(others).dense());
    assertSamePosterior(other, one, 1e-8);
    assertEquals(3, one.report().categoriesWithRows());
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theOrderOfRowsDoesNotMatter(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(24, 300, 5, 4, 1).weighted(3);
    int[] order = IntStream.range(0, 300).map(i -> (i * 77 + 13) % 300).toArray();
    IbCavi settings = exact(link, shape);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(data.select(order).dense());
    assertSamePosterior(one, other, 1e-8);
    assertSameProbabilities(probabilities(one, data), probabilities(other, data), 1e-8);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void permutedCategoriesPermuteTheResult(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(25, 200, 4, 6, 1);
    int[] newName = {3, 5, 0, 1, 4, 2};
    int[] renamed = Arrays.stream(data.labels()).map(k -> newName[k]).toArray();
    IbCavi settings = exact(link, shape);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(data.withLabels(renamed, 6).dense());
    for (int k = 0; k < 6; k++) {
      for (int p = 0; p < 5; p++) {
        assertEquals(
            one.coefficients(k, 0.9).mean(p), other.coefficients(newName[k], 0.9).mean(p), 1e-8);
        assertEquals(
            one.coefficients(k, 0.9).standardDeviation(p),
            other.coefficients(newName[k], 0.9).standardDeviation(p),
            1e-8);
      }
    }
    double[][] before = probabilities(one, data);
    double[][] after = probabilities(other, data);
    for (int i = 0; i < before.length; i++) {
      for (int k = 0; k < 6; k++) {
        assertEquals(before[i][k], after[i][newName[k]], 1e-8);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void permutedFeaturesPermuteTheResult(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(26, 200, 5, 3, 1);
    int[] order = {4, 2, 0, 1, 3};
    RandomData permuted = data.selectColumns(order);
    IbCavi settings = exact(link, shape);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(permuted.dense());
    for (int k = 0; k < 3; k++) {
      for (int p = 0; p < 5; p++) {
        assertEquals(
            one.coefficients(k, 0.9).mean(order[p]), other.coefficients(k, 0.9).mean(p), 1e-8);
        assertEquals(
            one.coefficients(k, 0.9).standardDeviation(order[p]),
            other.coefficients(k, 0.9).standardDeviation(p),
            1e-8);
      }
    }
    assertSameProbabilities(probabilities(one, data), probabilities(other, permuted), 1e-8);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theUnitOfAFeatureDoesNotMatterWhenStandardized(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(27, 150, 3, 3, 1);
    double[][] other = new double[150][];
    for (int i = 0; i < 150; i++) {
      double[] row = data.row(i);
      other[i] = new double[] {1000 * row[0] + 500, 0.01 * row[1] - 7, row[2]};
    }
    RandomData rescaled = data.withRows(other);
    IbCavi settings = exact(link, shape);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel two = settings.fit(rescaled.dense());
    assertEquals(
        one.report().binary().orElseThrow().elbo(),
        two.report().binary().orElseThrow().elbo(),
        1e-8 * Math.abs(one.report().binary().orElseThrow().elbo()));
    assertSameProbabilities(probabilities(one, data), probabilities(two, rescaled), 1e-8);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void categoriesWithoutRowsShareWhatOneOfThemWouldHave(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(28, 120, 3, 3, 1);
    int[] spread = Arrays.stream(data.labels()).map(k -> 2 * k + 1).toArray();
    IbCavi settings = exact(link, shape);
    // Categories 0, 2, 4 and 6 have no rows; below, one such category comes last or first.
    CategoricalModel four = settings.fit(data.withLabels(spread, 7).dense());
    CategoricalModel last = settings.fit(data.withLabels(data.labels(), 4).dense());
    int[] shifted = Arrays.stream(data.labels()).map(k -> k + 1).toArray();
    CategoricalModel first = settings.fit(data.withLabels(shifted, 4).dense());
    assertEquals(3, four.report().categoriesWithRows());
    assertEquals(7, four.categories());
    for (int p = 0; p < 4; p++) {
      double mean = last.coefficients(3, 0.9).mean(p);
      double deviation = last.coefficients(3, 0.9).standardDeviation(p);
      assertEquals(mean, first.coefficients(0, 0.9).mean(p), 1e-10);
      for (int k = 0; k < 7; k += 2) {
        assertEquals(mean, four.coefficients(k, 0.9).mean(p), 1e-10);
        assertEquals(deviation, four.coefficients(k, 0.9).standardDeviation(p), 1e-10);
      }
      for (int k = 0; k < 3; k++) {
        double seen = last.coefficients(k, 0.9).mean(p);
        assertEquals(seen, four.coefficients(2 * k + 1, 0.9).mean(p), 1e-10);
        assertEquals(seen, first.coefficients(k + 1, 0.9).mean(p), 1e-10);
      }
    }
    for (double[] p : probabilities(four, data)) {
      assertEquals(p[0], p[2]);
      assertEquals(p[0], p[4]);
      assertEquals(p[0], p[6]);
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theElboCountsEveryCategoryWithoutRows(Link link, CovarianceShape shape) {
    RandomData data = RandomData.of(28, 120, 3, 3, 1);
    IbCavi settings = exact(link, shape);
    double[] elbos = new double[4];
    for (int unseen = 0; unseen < 4; unseen++) {
      TrainingData training = data.withLabels(data.labels(), 3 + unseen).dense();
      elbos[unseen] = settings.fit(training).report().binary().orElseThrow().elbo();
    }
    double each = elbos[1] - elbos[0];
    assertEquals(elbos[0] + 2 * each, elbos[2], 1e-7);
    assertEquals(elbos[0] + 3 * each, elbos[3], 1e-7);
  }
}
