// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows with the same features and label are one row with their weights' sum. */
class MergedRowsTest {
  private static final int CATEGORIES = 4;
  private static final int COLUMNS = 3;

  /** A row as features and label, so that a map can count it. */
  private record Kind(List<Double> features, int label) {}

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
      weights.merge(new Kind(features, original.label(i)), original.weight(i), Double::sum);
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

  /**
   * The categorical stage takes all rows; counted by hand, they are the same fit. A variational
   * posterior would have more draws for each of fewer rows. An ascent ends where rounding hides its
   * gain, so a mode is known to about the root of that.
   */
  @ParameterizedTest
  @MethodSource("kinds")
  void theCategoricalStageFitsWhatIsCountedByHand(boolean sparse, Link link) {
    TrainingData data = nominal(300).stored(sparse);
    IbCavi settings =
        IbCavi.withDefaults()
            .method(Method.CATEGORICAL)
            .posterior(PosteriorKind.LAPLACE)
            .link(link)
            .average(Average.fixed(0.5))
            .prior(Prior.isotropic(2))
            .tolerance(1e-10);
    CategoricalModel model = settings.fit(data);
    CategoricalModel expected = settings.fit(counted(data, sparse));
    for (int k = 0; k < CATEGORIES; k++) {
      for (int p = 0; p <= COLUMNS; p++) {
        assertEquals(
            expected.coefficients(k, 0.9).mean(p), model.coefficients(k, 0.9).mean(p), 1e-5);
        assertEquals(
            expected.coefficients(k, 0.9).standardDeviation(p),
            model.coefficients(k, 0.9).standardDeviation(p),
            1e-5);
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
