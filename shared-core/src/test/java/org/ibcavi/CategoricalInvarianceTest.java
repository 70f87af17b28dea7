// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.averaging.Average;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;
import org.junit.jupiter.api.Test;

/**
 * Both stages: one member under a given prior, and all members with what is learned. What must hold
 * to rounding is tested with Laplace's posteriors, since draws of variational ones are tied to
 * columns and rows; with the default it holds but for the draws' error.
 */
class CategoricalInvarianceTest extends InvarianceSuite {
  private static final IbCavi DEFAULTS =
      IbCavi.withDefaults().method(Method.CATEGORICAL).posterior(PosteriorKind.LAPLACE);

  private static final RandomData ROWS = RandomData.of(25, 200, 4, 6, 1);

  @Test
  void byDefaultPermutedCategoriesPermuteTheResultButForTheDraws() {
    int[] newName = {3, 5, 0, 1, 4, 2};
    int[] renamed = Arrays.stream(ROWS.labels()).map(k -> newName[k]).toArray();
    assertNear(ROWS.withLabels(renamed, 6), k -> newName[k]);
  }

  @Test
  void byDefaultTheOrderOfRowsDoesNotMatterButForTheDraws() {
    assertNear(ROWS.select(IntStream.range(0, 200).map(i -> 199 - i).toArray()), k -> k);
  }

  private static void assertNear(RandomData changed, IntUnaryOperator category) {
    CategoricalModel one = IbCavi.withDefaults().fit(ROWS.dense());
    CategoricalModel other = IbCavi.withDefaults().fit(changed.dense());
    double apart = 0;
    for (int i = 0; i < 200; i++) {
      double[] before = one.probabilities(ROWS.row(i));
      double[] after = other.probabilities(ROWS.row(i));
      for (int k = 0; k < before.length; k++) {
        apart += 0.5 * Math.abs(before[k] - after[category.applyAsInt(k)]) / 200;
      }
    }
    assertTrue(apart < 0.01, "mean total variation " + apart);
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
