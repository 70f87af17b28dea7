// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Solver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A fit that starts from an earlier model goes on where that one ended. */
class StartTest {
  private static final RandomData DATA = RandomData.of(5, 150, 5, 4, 1);

  static Stream<Arguments> ways() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(CovarianceShape.FULL, CovarianceShape.DIAGONAL)
                    .flatMap(
                        shape ->
                            Arrays.stream(Solver.values())
                                .map(solver -> Arguments.of(link, shape, solver))));
  }

  private static IbCavi settings(Link link, CovarianceShape shape, Solver solver) {
    return BinaryFit.withDefaults()
        .link(link)
        .covariance(shape)
        .solver(solver)
        .prior(Prior.isotropic(0.8))
        .maxSweeps(20_000)
        .tolerance(1e-9);
  }

  /** Where the objective agrees, means agree to the square root of it: it is flat at its top. */
  private static void assertSameOptimum(CategoricalModel expected, CategoricalModel actual) {
    assertEquals(
        expected.report().binary().orElseThrow().elbo(),
        actual.report().binary().orElseThrow().elbo(),
        1e-7);
    double tolerance = 3e-5;
    for (int k = 0; k < expected.categories(); k++) {
      CoefficientSummary one = expected.coefficients(k, 0.9);
      CoefficientSummary other = actual.coefficients(k, 0.9);
      for (int p = 0; p < one.size(); p++) {
        assertEquals(one.mean(p), other.mean(p), tolerance, "mean " + p + " of " + k);
        assertEquals(one.standardDeviation(p), other.standardDeviation(p), tolerance);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aFitCutShortIsContinuedToTheSameOptimum(Link link, CovarianceShape shape, Solver solver) {
    IbCavi settings = settings(link, shape, solver);
    CategoricalModel whole = settings.fit(DATA.dense());
    CategoricalModel model = settings.maxSweeps(2).fit(DATA.dense());
    assertEquals(StopReason.SWEEP_LIMIT, model.report().binary().orElseThrow().stopReason());
    for (int i = 0; i < 2; i++) {
      double before = model.report().binary().orElseThrow().elbo();
      model = settings.maxSweeps(3).startingFrom(model).fit(DATA.dense());
      assertTrue(model.report().binary().orElseThrow().elbo() > before, "the ELBO climbs on");
    }
    assertSameOptimum(whole, settings.startingFrom(model).fit(DATA.dense()));
  }

  @Test
  void aConvergedProbitFitHasNothingLeftToDo() {
    for (Solver solver : Solver.values()) {
      IbCavi settings = settings(Link.PROBIT, CovarianceShape.FULL, solver);
      CategoricalModel whole = settings.fit(DATA.dense());
      CategoricalModel again = settings.startingFrom(whole).fit(DATA.dense());
      assertTrue(
          again.report().binary().orElseThrow().sweeps() <= 1,
          again.report().binary().orElseThrow().sweeps() + " sweeps");
      assertSameOptimum(whole, again);
    }
  }

  /** Its means are kept, its covariances are not: a few sweeps find these again. */
  @Test
  void aConvergedLogitFitNeedsFewSweepsMore() {
    IbCavi settings = settings(Link.LOGIT, CovarianceShape.FULL, Solver.ACCELERATED);
    CategoricalModel whole = settings.fit(DATA.dense());
    CategoricalModel again = settings.startingFrom(whole).fit(DATA.dense());
    assertTrue(
        again.report().binary().orElseThrow().sweeps()
            < whole.report().binary().orElseThrow().sweeps(),
        again.report().binary().orElseThrow().sweeps()
            + " sweeps after "
            + whole.report().binary().orElseThrow().sweeps());
    assertSameOptimum(whole, again);
  }

  @Test
  void aLearnedVarianceStaysWhereItWas() {
    IbCavi settings = BinaryFit.withDefaults().tolerance(1e-8).scaleTolerance(1e-3);
    CategoricalModel first = settings.fit(DATA.dense());
    CategoricalModel second = settings.startingFrom(first).fit(DATA.dense());
    assertEquals(
        0,
        Math.log(
            second.report().prior().weightVariance() / first.report().prior().weightVariance()),
        2e-3);
  }

  /** Another share of the rows has other centres and scales. */
  @Test
  void theStartIsTakenToTheScaleOfTheNewData() {
    double[][] rows = Arrays.stream(DATA.rows()).map(StartTest::shifted).toArray(double[][]::new);
    RandomData shifted = DATA.withRows(rows);
    IbCavi settings = settings(Link.PROBIT, CovarianceShape.FULL, Solver.ACCELERATED);
    CategoricalModel unscaled =
        settings.standardize(false).prior(Prior.isotropic(1e6)).fit(DATA.dense());
    CategoricalModel whole = settings.prior(Prior.isotropic(1e6)).fit(shifted.dense());
    CategoricalModel direct =
        settings.prior(Prior.isotropic(1e6)).startingFrom(unscaled).maxSweeps(1).fit(DATA.dense());
    CategoricalModel elsewhere =
        settings.prior(Prior.isotropic(1e6)).startingFrom(whole).maxSweeps(1).fit(shifted.dense());
    // Under a flat prior the optimum is the same whatever the scale.
    assertEquals(
        settings
            .prior(Prior.isotropic(1e6))
            .fit(DATA.dense())
            .report()
            .binary()
            .orElseThrow()
            .elbo(),
        direct.report().objectiveTrace()[0],
        1e-2);
    assertEquals(
        whole.report().binary().orElseThrow().elbo(), elsewhere.report().objectiveTrace()[0], 1e-6);
  }

  private static double[] shifted(double[] row) {
    double[] result = row.clone();
    Arrays.setAll(result, m -> 10 * (m + 1) + row[m] * (m + 1));
    return result;
  }

  @Test
  void categoriesWithoutRowsMayComeAndGo() {
    RandomData fewer =
        DATA.select(IntStream.range(0, DATA.count()).filter(i -> DATA.labels()[i] != 1).toArray());
    IbCavi settings = settings(Link.PROBIT, CovarianceShape.FULL, Solver.ACCELERATED);
    assertSameOptimum(
        settings.fit(DATA.dense()),
        settings.startingFrom(settings.fit(fewer.dense())).fit(DATA.dense()));
    assertSameOptimum(
        settings.fit(fewer.dense()),
        settings.startingFrom(settings.fit(DATA.dense())).fit(fewer.dense()));
  }

  @Test
  void aModelOfOtherSizesIsRefused() {
    CategoricalModel model = BinaryFit.withDefaults().fit(DATA.dense());
    IbCavi settings = BinaryFit.withDefaults().startingFrom(model);
    assertRefused(
        "features: 2 here and 5 in the earlier model; must be the same",
        settings,
        DATA.selectColumns(0, 1));
    assertRefused(
        "categories: 7 here and 4 in the earlier model; must be the same",
        settings,
        DATA.withLabels(DATA.labels(), 7));
    assertRefused(
        "intercept: false here and true in the earlier model; must be the same",
        settings.intercept(false),
        DATA);
  }

  private static void assertRefused(String message, IbCavi settings, RandomData data) {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> settings.fit(data.dense()));
    assertEquals(message, refused.getMessage());
  }
}
