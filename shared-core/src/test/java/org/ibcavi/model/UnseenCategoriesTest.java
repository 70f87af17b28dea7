// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.RandomData;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rule for categories without rows, on models of the categorical stage. */
class UnseenCategoriesTest {
  private static final RandomData SEEN = RandomData.of(17, 60, 3, 2, 0.8);

  /** Categories 1 and 3 of five have rows. */
  private static final RandomData THREE_OF_FIVE =
      SEEN.withLabels(Arrays.stream(SEEN.labels()).map(y -> 1 + 2 * y).toArray(), 5);

  @ParameterizedTest
  @EnumSource(PredictionMode.class)
  void eachHasItsBaseRateAndTheOthersAreAsIfItWereNotThere(PredictionMode mode) {
    IbCavi settings = IbCavi.withDefaults().predictingBy(mode);
    CategoricalModel with = settings.fit(THREE_OF_FIVE.dense());
    CategoricalModel without = settings.fit(SEEN.dense());
    double rate = 0.2 / 61;
    double rest = 1 - 3 * rate;
    for (double scale : new double[] {1, 30}) {
      double[] row = Arrays.stream(SEEN.row(4)).map(x -> scale * x).toArray();
      double[] seen = without.probabilities(row);
      double[] expected = {rate, rest * seen[0], rate, rest * seen[1], rate};
      // The two fits end within their tolerances, and draws are of all categories.
      assertArrayEquals(expected, with.probabilities(row), 0.02);
      assertEquals(rate, with.probabilities(row)[4], 1e-15);
      assertTrue(with.isLeftOut(4));
      assertFalse(with.isLeftOut(3));
      assertEquals(1, Arrays.stream(with.probabilities(row)).sum(), 1e-12);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = PosteriorKind.class,
      names = {"LAPLACE", "VARIATIONAL"})
  void theirIntervalsReachFromNothingToTheirBaseRates(PosteriorKind kind) {
    CategoricalModel model = IbCavi.withDefaults().posterior(kind).fit(THREE_OF_FIVE.dense());
    Uncertainty uncertainty = model.uncertainty(SEEN.row(2));
    for (int unseen : new int[] {0, 2, 4}) {
      assertEquals(0.2 / 61, uncertainty.mean()[unseen], 1e-15);
      assertEquals(0, uncertainty.lower()[unseen]);
      assertEquals(uncertainty.mean()[unseen], uncertainty.upper()[unseen], 1e-15);
      assertEquals(0, uncertainty.standardDeviation()[unseen], 1e-15);
    }
    assertArrayEquals(model.probabilities(SEEN.row(2)), uncertainty.mean(), 1e-15);
  }

  @Test
  void manyTogetherHaveLessThanOneRow() {
    RandomData data = RandomData.of(18, 200, 4, 10, 0.8);
    RandomData many = data.withLabels(data.labels(), 10_000);
    CategoricalModel model = IbCavi.withDefaults().fit(many.dense());
    double[] p = model.probabilities(many.row(0));
    double unseen = IntStream.range(10, 10_000).mapToDouble(k -> p[k]).sum();
    assertEquals(0.999 / 201, unseen, 1e-12);
    assertEquals(1, Arrays.stream(p).sum(), 1e-9);
    assertEquals(unseen / 9990, model.uncertainty(many.row(0)).mean()[5000], 1e-15);
  }

  /** What an earlier fit has seen is known, though later rows are of other categories. */
  @Test
  void aCategoryOfTheEarlierDataIsNotUnseenLater() {
    IbCavi settings = IbCavi.withDefaults();
    CategoricalModel first = settings.fit(SEEN.withLabels(SEEN.labels(), 4).dense());
    int[] others = Arrays.stream(SEEN.labels()).map(y -> y == 0 ? 0 : 2).toArray();
    CategoricalModel later = settings.continuing(first).fit(SEEN.withLabels(others, 4).dense());
    double[] p = later.probabilities(SEEN.row(0));
    assertEquals(0.25 / 121, p[3], 1e-15);
    assertEquals(1 - p[3], p[0] + p[1] + p[2], 1e-12);
  }
}
