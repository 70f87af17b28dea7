// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both stages: one member under a given prior, and all members with what is learned. What must hold
 * to rounding whatever the features are is tested with Laplace's posteriors, since draws of
 * variational ones are tied to what is in the rows; they depend on no order of rows or categories.
 */
class CategoricalInvarianceTest extends InvarianceSuite {
  private static final IbCavi DEFAULTS =
      IbCavi.withDefaults().method(Method.CATEGORICAL).posterior(PosteriorKind.LAPLACE);

  private static final RandomData ROWS = RandomData.of(25, 200, 4, 6, 1);

  /** Draws go by what the rows of a category are, not by its number. */
  @ParameterizedTest
  @EnumSource(
      value = PredictionMode.class,
      names = {"AUTO", "MONTE_CARLO"})
  void byDefaultPermutedCategoriesPermuteTheResult(PredictionMode mode) {
    int[] newName = {3, 5, 0, 1, 4, 2};
    int[] renamed = Arrays.stream(ROWS.labels()).map(k -> newName[k]).toArray();
    assertSameResults(mode, ROWS, ROWS.withLabels(renamed, 6), k -> newName[k]);
  }

  @Test
  void byDefaultTwoCategoriesMayChangePlaces() {
    RandomData two = RandomData.of(31, 60, 4, 2, 1);
    int[] renamed = Arrays.stream(two.labels()).map(k -> 1 - k).toArray();
    assertSameResults(PredictionMode.AUTO, two, two.withLabels(renamed, 2), k -> 1 - k);
  }

  @Test
  void byDefaultACategoryWithoutRowsMayBeNamedFirst() {
    int[] later = Arrays.stream(ROWS.labels()).map(k -> k + 1).toArray();
    RandomData first = ROWS.withLabels(later, 7);
    assertSameResults(
        PredictionMode.AUTO, ROWS.withLabels(ROWS.labels(), 7), first, k -> (k + 1) % 7);
  }

  @Test
  void byDefaultTheOrderOfRowsDoesNotMatter() {
    RandomData turned = ROWS.select(IntStream.range(0, 200).map(i -> 199 - i).toArray());
    assertSameResults(PredictionMode.AUTO, ROWS, turned, k -> k);
  }

  private static void assertSameResults(
      PredictionMode mode, RandomData data, RandomData changed, IntUnaryOperator category) {
    IbCavi settings = IbCavi.withDefaults().predictingBy(mode);
    CategoricalModel one = settings.fit(data.dense());
    CategoricalModel other = settings.fit(changed.dense());
    for (int i = 0; i < 20; i++) {
      Uncertainty before = one.uncertainty(data.row(i));
      Uncertainty after = other.uncertainty(data.row(i));
      for (int k = 0; k < before.lower().length; k++) {
        int now = category.applyAsInt(k);
        assertEquals(before.mean()[k], after.mean()[now], 1e-8);
        assertEquals(before.lower()[k], after.lower()[now], 1e-8);
        assertEquals(before.upper()[k], after.upper()[now], 1e-8);
      }
    }
  }

  @Override
  Stream<IbCavi> usual() {
    return Stream.concat(Stream.of(IbCavi.withDefaults()), combinations(DEFAULTS));
  }

  @Override
  Stream<IbCavi> exact() {
    IbCavi oneMember =
        DEFAULTS.average(Average.fixed(0.5)).prior(Prior.isotropic(0.7)).tolerance(1e-11);
    return Stream.concat(combinations(oneMember), learning());
  }

  @Override
  Stream<IbCavi> learning() {
    return Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
        .map(DEFAULTS.tolerance(1e-9)::covariance);
  }

  @Override
  double precision() {
    return 1e-6;
  }

  /**
   * Only the prior tells a shift that all categories share, and a wide one faintly: rounding leaves
   * more of it open than of what probabilities depend on.
   */
  @Override
  double meanPrecision() {
    return 1e-4;
  }

  @Override
  double objective(CategoricalModel model) {
    double[] trace = model.report().objectiveTrace();
    return trace[trace.length - 1];
  }
}
