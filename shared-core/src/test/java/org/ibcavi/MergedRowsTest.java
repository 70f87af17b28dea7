// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.Folds;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Repeats;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows with the same features, label and weight are one row with their weights' sum: the model is
 * that of rows counted by hand, and that of rows which are not merged. Weights that differ by less
 * than matters keep rows from being merged.
 */
class MergedRowsTest {
  private static final int CATEGORIES = 4;
  private static final int COLUMNS = 3;

  /** A row as features, label and weight, so that a map can count it. */
  private record Kind(List<Double> features, int label, double weight) {}

  /** Features 0 or 1 and labels that depend on them, with weights of 1 and ½. */
  private static RandomData nominal(int rows) {
    SplittableRandom random = new SplittableRandom(7);
    double[][] features = new double[rows][COLUMNS];
    int[] labels = new int[rows];
    double[] weights = new double[rows];
    for (int i = 0; i < rows; i++) {
      Arrays.setAll(features[i], m -> random.nextInt(2));
      int sum = (int) Arrays.stream(features[i]).sum();
      labels[i] = random.nextInt(3) == 0 ? random.nextInt(CATEGORIES) : sum;
      weights[i] = random.nextBoolean() ? 1 : 0.5;
    }
    return new RandomData(features, labels, weights, CATEGORIES);
  }

  /** The same data counted by a map: an independent way to merge. */
  private static TrainingData counted(TrainingData original, boolean sparse) {
    Map<Kind, Double> weights = new LinkedHashMap<>();
    double[] row = new double[COLUMNS];
    for (int i = 0; i < original.rows(); i++) {
      original.features().copyRow(i, row);
      List<Double> features = Arrays.stream(row).boxed().toList();
      Kind kind = new Kind(features, original.label(i), original.weight(i));
      weights.merge(kind, original.weight(i), Double::sum);
    }
    double[][] rows =
        weights.keySet().stream()
            .map(kind -> kind.features().stream().mapToDouble(value -> value).toArray())
            .toArray(double[][]::new);
    int[] labels = weights.keySet().stream().mapToInt(Kind::label).toArray();
    double[] sums = weights.values().stream().mapToDouble(value -> value).toArray();
    RandomData merged = new RandomData(rows, labels, sums, CATEGORIES);
    return merged.stored(sparse);
  }

  static Stream<Arguments> kinds() {
    return Stream.of(false, true)
        .flatMap(sparse -> Link.ALL.stream().map(link -> Arguments.of(sparse, link)));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void fitsAreThoseOfRowsCountedByHand(boolean sparse, Link link) {
    TrainingData data = nominal(300).stored(sparse);
    TrainingData counted = counted(data, sparse);
    IbCavi settings = IbCavi.withDefaults().method(Method.BINARY).link(link).tolerance(1e-9);
    CategoricalModel model = settings.fit(data);
    CategoricalModel expected = settings.fit(counted);
    assertTrue(
        model.report().notes().stream()
            .anyMatch(
                note ->
                    note.equals("300 rows were merged to the " + counted.rows() + " that differ")),
        () -> model.report().notes().toString());
    assertEquals(300, model.report().rows());
    for (int k = 0; k < CATEGORIES; k++) {
      for (int p = 0; p <= COLUMNS; p++) {
        assertEquals(
            expected.coefficients(k, 0.9).mean(p), model.coefficients(k, 0.9).mean(p), 1e-7);
        assertEquals(
            expected.coefficients(k, 0.9).standardDeviation(p),
            model.coefficients(k, 0.9).standardDeviation(p),
            1e-7);
      }
    }
  }

  /** Both stages, several likelihoods and priors, what is learned and what is given. */
  static Stream<IbCavi> ways() {
    IbCavi defaults = IbCavi.withDefaults();
    IbCavi laplace = defaults.method(Method.CATEGORICAL).posterior(PosteriorKind.LAPLACE);
    return Stream.of(
        defaults,
        defaults.link(Link.PROBIT),
        defaults.predictingBy(PredictionMode.MONTE_CARLO),
        laplace,
        laplace.covariance(CovarianceShape.DIAGONAL),
        laplace.average(Average.fixed(0.5)).prior(Prior.isotropic(2)),
        defaults.basis(BasisKind.TREES),
        BinaryFit.withDefaults().average(Average.fixed(1)));
  }

  /** Nothing but the counting differs, and rows come in the same order. */
  @ParameterizedTest
  @MethodSource("ways")
  void copiesAreTheModelOfTheirCounts(IbCavi way) {
    for (boolean sparse : new boolean[] {false, true}) {
      RandomData rows = nominal(300).withWeights(ones(300));
      CategoricalModel model = way.fit(rows.stored(sparse));
      assertSame(way.fit(counted(rows.stored(sparse), sparse)), model, 1e-9);
    }
  }

  /**
   * An ascent ends where rounding hides its gain, so a mode is known to about the root of that.
   * Draws are tied to every bit of a row, which a standardization would round otherwise.
   */
  @ParameterizedTest
  @MethodSource("ways")
  void mergedRowsAreTheModelOfThoseThatAreNot(IbCavi way) {
    IbCavi precise = way.tolerance(1e-9).standardize(false);
    RandomData rows = nominal(300).withWeights(ones(300));
    double[] apart = new double[300];
    Arrays.setAll(apart, i -> 1 + 1e-13 * i);
    CategoricalModel model = precise.fit(rows.dense());
    CategoricalModel expected = precise.fit(rows.withWeights(apart).dense());
    assertTrue(model.report().notes().stream().anyMatch(note -> note.contains("merged")));
    assertTrue(expected.report().notes().stream().noneMatch(note -> note.contains("merged")));
    assertSame(expected, model, 1e-5);
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static void assertSame(
      CategoricalModel expected, CategoricalModel model, double tolerance) {
    assertEquals(expected.components().size(), model.components().size());
    for (int c = 0; c < expected.components().size(); c++) {
      assertEquals(
          expected.components().get(c).weight(), model.components().get(c).weight(), tolerance);
    }
    double[] row = new double[COLUMNS];
    for (int kind = 0; kind < 1 << COLUMNS; kind++) {
      for (int m = 0; m < COLUMNS; m++) {
        row[m] = kind >> m & 1;
      }
      assertArrayEquals(expected.probabilities(row), model.probabilities(row), tolerance);
    }
  }

  /** Each part has its share of a row's copies, and held-out rows are counted one by one. */
  @Test
  void copiesAreHeldOutInDifferentParts() {
    TrainingData data = nominal(300).dense();
    Repeats repeats = Repeats.of(data);
    Problem merged = Problem.of(repeats, repeats.data().features(), true, category -> 0);
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    int[] all = IntStream.range(0, CATEGORIES).toArray();
    Folds folds = new LocalPass(merged, context).folds(5, all, 3);
    assertEquals(300, folds.candidates());
    assertEquals(300, IntStream.range(0, 5).map(folds::rows).sum());
    for (int part = 0; part < 5; part++) {
      assertEquals(60, folds.rows(part), 1);
      double held = Arrays.stream(folds.weights(part)).sum();
      double[] others = folds.others(part, 5).squareSums();
      // The last regressor is the intercept, and its square is 1.
      assertEquals(merged.totalWeight(), held + others[COLUMNS], 1e-9);
    }
  }

  /** The sample has each kind of row as often as there are copies of it, on average. */
  @Test
  void aSampleTakesCopiesInProportion() {
    TrainingData data = nominal(300).dense();
    Repeats repeats = Repeats.of(data);
    Problem merged = Problem.of(repeats, repeats.data().features(), true, category -> 0);
    int[] byRegression = new int[CATEGORIES];
    int count = 20;
    int draws = 2000;
    for (int seed = 0; seed < draws; seed++) {
      Problem sample = merged.sample(count, new SplittableRandom(seed));
      assertEquals(count, sample.shape().givenRows());
      double total = IntStream.range(0, sample.rows()).mapToDouble(sample::rowWeight).sum();
      assertEquals(merged.totalWeight(), total, 1e-9);
      for (int i = 0; i < sample.rows(); i++) {
        byRegression[sample.regressionOfRow(i)] += sample.copies(i);
      }
    }
    for (int k = 0; k < CATEGORIES; k++) {
      int category = k;
      double share = IntStream.range(0, 300).filter(i -> data.label(i) == category).count() / 300.0;
      double error = Math.sqrt(share * (1 - share) / ((double) count * draws));
      assertEquals(share, byRegression[k] / ((double) count * draws), 4 * error);
    }
  }

  /** A diagnosis is about the rows as they came. */
  @Test
  void aDiagnosisHasADensityForEachRow() {
    RandomData rows = nominal(300).withWeights(ones(300));
    Diagnosis diagnosis =
        IbCavi.withDefaults().average(Average.fixed(1)).diagnose(rows.dense(), 100);
    double[] densities = diagnosis.members().get(0).rowDensities();
    assertEquals(300, densities.length);
    for (int i = 0; i < 300; i++) {
      for (int j = 0; j < i; j++) {
        if (Arrays.equals(rows.row(i), rows.row(j)) && rows.labels()[i] == rows.labels()[j]) {
          assertEquals(densities[j], densities[i], 1e-12);
        }
      }
    }
  }

  @Test
  void rowsThatDifferStayAsTheyAre() {
    TrainingData data = RandomData.of(1, 60, COLUMNS, CATEGORIES, 1).dense();
    CategoricalModel model = IbCavi.withDefaults().method(Method.BINARY).fit(data);
    assertTrue(model.report().notes().stream().noneMatch(note -> note.contains("merged")));
  }

  @Test
  void aMatrixTellsRowsApartByValueAndByColumn() {
    double[][] rows = {{1, 0, 2}, {1, 0, 2}, {1, 2, 0}, {1, 0, 3}};
    DesignMatrix dense = DesignMatrix.of(rows);
    DesignMatrix.Builder builder = DesignMatrix.sparse(3);
    builder.add(new int[] {0, 2}, new double[] {1, 2});
    builder.add(new int[] {0, 2}, new double[] {1, 2});
    builder.add(new int[] {0, 1}, new double[] {1, 2});
    builder.add(new int[] {0, 2}, new double[] {1, 3});
    for (DesignMatrix matrix : List.of(dense, builder.build())) {
      assertTrue(matrix.sameRows(0, 1));
      assertEquals(matrix.rowHash(0), matrix.rowHash(1));
      assertTrue(!matrix.sameRows(0, 2) && !matrix.sameRows(0, 3));
    }
  }
}
