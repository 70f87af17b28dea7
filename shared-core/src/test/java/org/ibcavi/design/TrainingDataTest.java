// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which labels and weights are taken, from arrays and row by row, and how others are refused. */
class TrainingDataTest {
  private static final double[] ROW = {1, 2};
  private static final int[] INDICES = {0, 1};

  private final DesignMatrix features = DesignMatrix.of(new double[][] {{1}, {2}, {3}});
  private final TrainingData.Builder dense = TrainingData.dense(2, 3).add(ROW, 2);
  private final TrainingData.Builder sparse = TrainingData.sparse(2, 3).add(INDICES, ROW, 2);

  @ParameterizedTest
  @ValueSource(ints = {-1, 3})
  void aLabelOutOfRangeIsRefusedWithItsRow(int label) {
    String message = "row 1: label " + label + "; must be between 0 and 2";
    assertRefused(message, () -> TrainingData.of(features, new int[] {0, label, 1}, 3));
    assertRefused(message, () -> dense.add(ROW, label));
    assertRefused(message, () -> sparse.add(INDICES, ROW, label));
  }

  @ParameterizedTest
  @CsvSource({"-0.5, -0.5", "NaN, NaN", "Infinity, Infinity", "-Infinity, -Infinity"})
  void aWeightThatIsNegativeOrNotFiniteIsRefusedWithItsRow(double weight, String printed) {
    String message = "row 1: weight " + printed + "; must be finite and at least 0";
    int[] labels = {0, 1, 2};
    double[] weights = {1, weight, 1};
    assertRefused(message, () -> TrainingData.of(features, labels, weights, 3));
    assertRefused(message, () -> dense.add(ROW, 0, weight));
    assertRefused(message, () -> sparse.add(INDICES, ROW, 0, weight));
  }

  @Test
  void weightsThatAreAllZeroAreRefused() {
    String message = "the weights sum to 0.0; the sum must be finite and above 0";
    assertRefused(message, () -> TrainingData.of(features, new int[3], new double[3], 2));
    assertRefused(message, TrainingData.dense(2, 3).add(ROW, 2, 0)::build);
    assertRefused(message, TrainingData.sparse(2, 3).add(INDICES, ROW, 2, 0)::build);
  }

  @Test
  void weightsWhoseSumOverflowsAreRefused() {
    assertRefused(
        "the weights sum to Infinity; the sum must be finite and above 0",
        () -> TrainingData.of(features, new int[3], new double[] {1e308, 1e308, 1e308}, 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void anotherNumberOfLabelsThanRowsIsRefused(int count) {
    assertRefused(
        count + " labels for 3 rows; there must be one for each row",
        () -> TrainingData.of(features, new int[count], 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4})
  void anotherNumberOfWeightsThanRowsIsRefused(int count) {
    assertRefused(
        count + " weights for 3 rows; there must be one for each row",
        () -> TrainingData.of(features, new int[3], new double[count], 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void fewerThanTwoCategoriesAreRefused(int categories) {
    String message = "categories " + categories + "; there must be at least 2 to tell apart";
    assertRefused(message, () -> TrainingData.of(features, new int[3], categories));
    assertRefused(message, () -> TrainingData.dense(2, categories));
    assertRefused(message, () -> TrainingData.sparse(2, categories));
  }

  @Test
  void noRowsAreRefused() {
    String message = "no rows; at least one is needed";
    assertRefused(message, TrainingData.dense(2, 3)::build);
    assertRefused(message, TrainingData.sparse(2, 3)::build);
  }

  @Test
  void missingFeaturesAreRefused() {
    Exception e =
        assertThrows(NullPointerException.class, () -> TrainingData.of(null, new int[3], 2));
    assertEquals("features", e.getMessage());
  }

  @Test
  void aRowRefusedForItsFeaturesLeavesTheDenseBuilderAsItWas() {
    assertRefused(
        "row 1, column 0: NaN; values must be finite",
        () -> dense.add(new double[] {Double.NaN, 1}, 0, 5));
    assertIsFirstRowThenThreeFour(dense.add(new double[] {3, 4}, 1, 0.5).build());
  }

  @Test
  void aRowRefusedForItsLabelLeavesTheDenseBuilderAsItWas() {
    assertThrows(IllegalArgumentException.class, () -> dense.add(new double[] {8, 9}, 3));
    assertIsFirstRowThenThreeFour(dense.add(new double[] {3, 4}, 1, 0.5).build());
  }

  @Test
  void aRowRefusedForItsWeightLeavesTheDenseBuilderAsItWas() {
    assertThrows(IllegalArgumentException.class, () -> dense.add(new double[] {8, 9}, 1, -1));
    assertIsFirstRowThenThreeFour(dense.add(new double[] {3, 4}, 1, 0.5).build());
  }

  @Test
  void aRowRefusedForItsFeaturesLeavesTheSparseBuilderAsItWas() {
    assertRefused(
        "row 1: column 2; must be at least 0 and below 2",
        () -> sparse.add(new int[] {0, 2}, new double[] {8, 9}, 0, 5));
    assertIsFirstRowThenThreeFour(sparse.add(INDICES, new double[] {3, 4}, 1, 0.5).build());
  }

  @Test
  void aRowRefusedForItsLabelLeavesTheSparseBuilderAsItWas() {
    assertThrows(
        IllegalArgumentException.class, () -> sparse.add(INDICES, new double[] {8, 9}, -1));
    assertIsFirstRowThenThreeFour(sparse.add(INDICES, new double[] {3, 4}, 1, 0.5).build());
  }

  @Test
  void aRowRefusedForItsWeightLeavesTheSparseBuilderAsItWas() {
    assertThrows(
        IllegalArgumentException.class,
        () -> sparse.add(INDICES, new double[] {8, 9}, 1, Double.NaN));
    assertIsFirstRowThenThreeFour(sparse.add(INDICES, new double[] {3, 4}, 1, 0.5).build());
  }

  @Test
  void labelsAreCopied() {
    int[] labels = {0, 1, 0};
    TrainingData data = TrainingData.of(features, labels, 2);
    labels[1] = 0;
    assertEquals(1, data.label(1));
  }

  @Test
  void weightsAreCopied() {
    double[] weights = {1, 2, 3};
    TrainingData data = TrainingData.of(features, new int[3], weights, 2);
    weights[1] = 9;
    assertEquals(2, data.weight(1));
  }

  @Test
  void rowsCountOnceUnlessWeighted() {
    TrainingData data = TrainingData.of(features, new int[3], 2);
    assertEquals(1, data.weight(2));
    assertEquals(1, dense.build().weight(0));
    assertEquals(1, sparse.build().weight(0));
  }

  @Test
  void theDataAreThoseGiven() {
    TrainingData data = TrainingData.of(features, new int[] {3, 0, 3}, new double[] {1, 0, 2}, 5);
    assertSame(features, data.features());
    assertEquals(3, data.rows());
    assertEquals(5, data.categories());
    assertEquals(3, data.label(2));
    assertEquals(2, data.weight(2));
  }

  @Test
  void categoryWeightsAreSumsAndZeroForCategoriesNotSeen() {
    TrainingData data = TrainingData.of(features, new int[] {3, 0, 3}, new double[] {1, 0.5, 2}, 5);
    assertArrayEquals(new double[] {0.5, 0, 0, 3, 0}, data.categoryWeights());
  }

  @Test
  void buildersKeepLabelsAndWeightsOfManyRows() {
    for (int i = 1; i < 300; i++) {
      dense.add(new double[] {i, -i}, i % 3, i);
      sparse.add(INDICES, new double[] {i, -i}, i % 3, i);
    }
    TrainingData fromDense = dense.build();
    TrainingData fromSparse = sparse.build();
    assertEquals(300, fromDense.rows());
    assertEquals(300, fromSparse.rows());
    for (int i = 1; i < 300; i++) {
      assertEquals(i % 3, fromDense.label(i));
      assertEquals(i % 3, fromSparse.label(i));
      assertEquals(i, fromDense.weight(i));
      assertEquals(i, fromSparse.weight(i));
    }
  }

  private static void assertIsFirstRowThenThreeFour(TrainingData data) {
    assertEquals(2, data.rows());
    assertEquals(2, data.features().rows());
    double[] row = new double[2];
    data.features().copyRow(0, row);
    assertArrayEquals(ROW, row);
    assertEquals(2, data.label(0));
    assertEquals(1, data.weight(0));
    data.features().copyRow(1, row);
    assertArrayEquals(new double[] {3, 4}, row);
    assertEquals(1, data.label(1));
    assertEquals(0.5, data.weight(1));
  }

  private static void assertRefused(String message, Executable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action).getMessage());
  }

  @Test
  void aRefusedBuildLeavesTheSparseBuilderAsItWas() {
    TrainingData.Builder builder = TrainingData.sparse(2, 3).add(INDICES, ROW, 2, 0);
    assertThrows(IllegalArgumentException.class, builder::build);
    double[] row = new double[2];
    builder.add(INDICES, new double[] {3, 4}, 1).build().features().copyRow(1, row);
    assertArrayEquals(new double[] {3, 4}, row);
  }

  @Test
  void namesAreKeptOrGenerated() {
    TrainingData data = TrainingData.of(features, new int[] {0, 1, 1}, 3);
    assertEquals(List.of("x0"), data.featureNames());
    assertEquals(List.of("0", "1", "2"), data.categoryNames());
    TrainingData named =
        data.withFeatureNames(List.of("age")).withCategoryNames(List.of("a", "b", "c"));
    assertEquals(List.of("age"), named.featureNames());
    assertEquals(List.of("a", "b", "c"), named.categoryNames());
    assertSame(features, named.features());
    assertEquals(Optional.empty(), data.summary().givenFeatureNames());
  }

  @Test
  void attributesAreWhatNamesBeginWith() {
    List<String> names = List.of("age", "a=b@c", "t@1-N=word", "a=d", "=x", "@=y", "b=");
    DataSummary summary = DataSummary.of(names.size(), new double[2]).withFeatureNames(names);
    assertEquals(List.of("age", "a", "t", "a", "=x", "@", "b"), summary.attributes());
    assertEquals(List.of("x0", "x1"), DataSummary.of(2, new double[2]).attributes());
  }

  @Test
  void namesThatBreakARuleAreRefused() {
    TrainingData data = TrainingData.of(features, new int[] {0, 1, 1}, 3);
    assertRefused(
        "2 feature names; there must be 1, one for each",
        () -> data.withFeatureNames(List.of("a", "b")));
    assertRefused(
        "category names: 'a' is number 0 and 2; must be there once",
        () -> data.withCategoryNames(List.of("a", "b", "a")));
    assertRefused(
        "category names: number 1 is null; must be a text",
        () -> data.withCategoryNames(Arrays.asList("a", null, "c")));
    assertThrows(NullPointerException.class, () -> data.withFeatureNames(null));
  }

  @Test
  void namesDoNotChangeAfterwards() {
    List<String> names = new ArrayList<>(List.of("a", "b", "c"));
    TrainingData data = TrainingData.of(features, new int[] {0, 1, 1}, 3).withCategoryNames(names);
    names.set(0, "other");
    assertEquals("a", data.categoryNames().get(0));
    assertThrows(UnsupportedOperationException.class, () -> data.categoryNames().set(0, "other"));
    assertThrows(UnsupportedOperationException.class, () -> data.featureNames().set(0, "other"));
  }

  /** By hand: 3 rows of weights 2, 1, 1 in categories 0, 2, 2 of three; one row more in all. */
  @Test
  void baseRatesAreSharesWithOneRowMore() {
    double[] weights = {2, 1, 1};
    TrainingData data = TrainingData.of(features, new int[] {0, 2, 2}, weights, 3);
    double[] expected = {7 / 15.0, 1 / 15.0, 7 / 15.0};
    assertArrayEquals(expected, data.summary().baseRates(), 1e-15);
  }

  /**
   * By hand: one of ten rows is single, so that two categories without rows get a quarter more
   * each.
   */
  @Test
  void categoriesWithoutRowsAreLikelierWhereOthersHaveASingleOne() {
    double[] weights = {9, 0, 1, 0};
    TrainingData data =
        TrainingData.of(features, new int[] {0, 2, 2}, new double[] {9, 0.5, 0.5}, 4);
    double unseen = (0.25 + 0.25) / 11;
    double[] rates = data.summary().baseRates();
    assertArrayEquals(weights, data.summary().categoryWeights());
    assertEquals(unseen, rates[1], 1e-15);
    assertEquals(unseen, rates[3], 1e-15);
    assertEquals((1 - 2 * unseen) * 9.25 / 10.5, rates[0], 1e-15);
    assertEquals((1 - 2 * unseen) * 1.25 / 10.5, rates[2], 1e-15);
  }

  @Test
  void laterDataAddTheirWeightsAndMustHaveTheSameNames() {
    DataSummary earlier =
        TrainingData.of(features, new int[] {0, 2, 2}, 3)
            .withCategoryNames(List.of("a", "b", "c"))
            .summary();
    DataSummary later =
        TrainingData.of(features, new int[] {1, 1, 2}, 3)
            .withFeatureNames(List.of("age"))
            .summary();
    DataSummary both = earlier.and(later);
    assertArrayEquals(new double[] {1, 2, 3}, both.categoryWeights());
    assertEquals(List.of("age"), both.featureNames());
    assertEquals(List.of("a", "b", "c"), both.categoryNames());
    DataSummary other = later.withCategoryNames(List.of("a", "c", "b"));
    assertRefused(
        "category names: number 1 is 'c' and was 'b' before; must be the same",
        () -> earlier.and(other));
    assertRefused(
        "1 features and 2 categories after 1 features and 3 categories; must be as many of each",
        () -> earlier.and(DataSummary.of(1, new double[2])));
  }

  @Test
  void arraysMakeDataOfAsManyCategoriesAsTheLargestLabelSays() {
    TrainingData data = TrainingData.of(new double[][] {{1, 2}, {3, 4}}, new int[] {0, 4});
    assertEquals(5, data.categories());
    assertEquals(2, data.features().columns());
    assertEquals(4, data.label(1));
    assertEquals(1, data.weight(1));
  }

  @Test
  void arraysThatBreakARuleAreRefused() {
    double[][] rows = {{1, 2}, {3, 4}};
    assertRefused(
        "row 1: 1 values; every row must have 2",
        () -> TrainingData.of(new double[][] {{1, 2}, {3}}, new int[] {0, 1}));
    assertRefused(
        "row 1: null; every row must have 2 values",
        () -> TrainingData.of(new double[][] {{1, 2}, null}, new int[] {0, 1}));
    assertRefused(
        "row 1: label -1; must be between 0 and 2147483646",
        () -> TrainingData.of(rows, new int[] {0, -1}));
    assertRefused(
        "no rows; at least one is needed", () -> TrainingData.of(new double[0][], new int[0]));
    assertRefused(
        "1 labels for 2 rows; there must be one for each row",
        () -> TrainingData.of(rows, new int[1]));
    assertRefused(
        "categories 1; there must be at least 2 to tell apart",
        () -> TrainingData.of(rows, new int[2]));
    assertRefused(
        "row 1, column 0: NaN; values must be finite",
        () -> TrainingData.of(new double[][] {{1}, {Double.NaN}}, new int[] {0, 1}));
  }

  @Test
  void rowsWithoutWeightAreNoRows() {
    double[] weights = {2, 0, 1};
    TrainingData data =
        TrainingData.of(features, new int[] {0, 2, 1}, weights, 3).withFeatureNames(List.of("age"));
    TrainingData kept = data.withoutWeightlessRows();
    assertEquals(2, kept.rows());
    assertEquals(1, kept.label(1));
    assertEquals(1, kept.weight(1));
    assertArrayEquals(new double[] {2, 1, 0}, kept.categoryWeights());
    assertEquals(List.of("age"), kept.featureNames());
    assertSame(kept, kept.withoutWeightlessRows());
  }

  @Test
  void textTellsTheSizes() {
    assertEquals("1 rows of 2 features in 3 categories", dense.build().toString());
    assertEquals("1 rows of 2 sparse features in 3 categories", sparse.build().toString());
  }
}
