// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.StopReason;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Different roads to the same optimum. */
class SolverAgreementTest {
  private static RegressionFits fit(
      Link link,
      TrainingData data,
      boolean intercept,
      GaussianPrior prior,
      Solver solver,
      boolean diagonal,
      double tolerance) {
    Problem problem = Problem.of(data, data.features(), intercept);
    InferenceSettings settings =
        solver == Solver.CAVI
            ? InferenceSettings.of(
                link, solver, new StoppingRule.Tolerance(1e-18), 500_000, diagonal)
            : InferenceSettings.of(
                link, solver, new StoppingRule.Tolerance(tolerance), 10_000, diagonal);
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    return new Inference(new LocalPass(problem, context), settings, context).fit(prior, null);
  }

  private static void assertSameOptimum(
      Link link,
      TrainingData data,
      boolean intercept,
      Prior prior,
      boolean diagonal,
      double tolerance,
      double meanTolerance) {
    GaussianPrior gaussian = prior.over(data.features().columns(), intercept);
    RegressionFits slow = fit(link, data, intercept, gaussian, Solver.CAVI, diagonal, 0);
    RegressionFits fast =
        fit(link, data, intercept, gaussian, Solver.ACCELERATED, diagonal, tolerance);
    assertNotEquals(StopReason.SWEEP_LIMIT, slow.stopReason(), "plain CAVI has converged");
    assertNotEquals(StopReason.SWEEP_LIMIT, fast.stopReason());
    assertEquals(slow.elbo(), fast.elbo(), 1e-8 * Math.abs(slow.elbo()));
    for (int regression = 0; regression < slow.regressions().length; regression++) {
      double[] slowVariances = slow.covariance().variances(regression);
      double[] fastVariances = fast.covariance().variances(regression);
      for (int p = 0; p < slow.mean(regression).length; p++) {
        double deviation = Math.sqrt(slowVariances[p]);
        assertEquals(slow.mean(regression)[p], fast.mean(regression)[p], meanTolerance * deviation);
        assertEquals(slowVariances[p], fastVariances[p], 1e-4 * slowVariances[p]);
      }
    }
  }

  static Stream<Arguments> combinations() {
    List<Arguments> all = new ArrayList<>();
    long seed = 1;
    for (Link link : Link.ALL) {
      for (boolean sparse : new boolean[] {false, true}) {
        for (boolean diagonal : new boolean[] {false, true}) {
          for (boolean weighted : new boolean[] {false, true}) {
            all.add(Arguments.of(link, sparse, diagonal, weighted, seed++));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}, sparse {1}, diagonal {2}, weighted {3}")
  @MethodSource("combinations")
  void theAcceleratedSolverEndsWhereLongCaviEnds(
      Link link, boolean sparse, boolean diagonal, boolean weighted, long seed) {
    RandomData data = RandomData.of(seed, 150, 4, 4, sparse ? 0.4 : 1);
    RandomData used = weighted ? data.weighted(seed) : data;
    assertSameOptimum(link, used.stored(sparse), true, Prior.isotropic(1), diagonal, 1e-9, 1e-4);
  }

  @ParameterizedTest
  @CsvSource({"probit, false", "probit, true", "logit, false", "logit, true"})
  void theyAgreeWithMoreColumnsThanRowsCorrelatedPriorsAndCategoriesWithoutRows(
      String link, boolean diagonal) {
    RandomData data = RandomData.of(77, 12, 20, 3, 1);
    double[] mean = new double[20];
    double[][] covariance = new double[20][20];
    for (int p = 0; p < 20; p++) {
      mean[p] = 0.1 * p - 1;
      Arrays.fill(covariance[p], 0.2);
      covariance[p][p] = 0.5 + 0.05 * p;
    }
    RandomData withUnseen = data.withLabels(data.labels(), 5);
    assertSameOptimum(
        Link.named(link),
        withUnseen.dense(),
        false,
        Prior.full(mean, covariance),
        diagonal,
        1e-9,
        1e-4);
  }

  /** 15 categories × 1201², more than may be held, so that each has a diagonal of its own. */
  @Test
  void wideRegressionsInCoordinatesOfTheirOwnEndThereToo() {
    TrainingData data = RandomData.of(21, 80, 1200, 15, 0.01).sparse();
    assertSameOptimum(Link.PROBIT, data, true, Prior.isotropic(0.3), true, 1e-9, 1e-4);
  }

  /** 200 rows, 6 of them of category 1 with so little weight that its base rate is 1e-4. */
  private static RandomData rare() {
    RandomData data = RandomData.of(5, 200, 3, 2, 1);
    int[] labels = new int[200];
    double[] weights = new double[200];
    Arrays.fill(weights, 309);
    for (int i = 0; i < 6; i++) {
      labels[i * 31] = 1;
      weights[i * 31] = 1;
    }
    return data.withLabels(labels, 2).withWeights(weights);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void probitRatesOfOneInTenThousandAreThoseOfNewtonsIteration(boolean diagonal) {
    RandomData data = rare();
    double own =
        Arrays.stream(new int[] {0, 31, 62, 93, 124, 155})
            .mapToDouble(i -> data.weights()[i])
            .sum();
    assertEquals(1e-4, own / Arrays.stream(data.weights()).sum(), 1e-5);
    GaussianPrior prior = Prior.isotropic(1).over(3, true);
    RegressionFits fits =
        fit(Link.PROBIT, data.dense(), true, prior, Solver.ACCELERATED, diagonal, 1e-9);
    assertTrue(fits.sweeps() < 200, fits.sweeps() + " sweeps");
    for (int category = 0; category < 2; category++) {
      NaiveRegression naive = new NaiveRegression(Link.PROBIT, data, category, true, prior);
      double expected = naive.bestProbitElbo(diagonal);
      assertEquals(expected, fits.elbos()[category], 1e-8 * Math.abs(expected));
      double[] mode = naive.probitMode();
      for (int p = 0; p < mode.length; p++) {
        assertEquals(mode[p], fits.mean(category)[p], 1e-5 * Math.max(1, Math.abs(mode[p])));
      }
    }
  }

  private static RandomData rareAndSmall() {
    RandomData few = rare().select(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 31, 62);
    double[] weights = few.weights().clone();
    for (int i = 0; i < weights.length; i++) {
      weights[i] = few.labels()[i] == 1 ? 1 : 3333;
    }
    return few.withWeights(weights);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void logitRatesOfOneInTenThousandAreThoseOfVeryManySweeps(boolean diagonal) {
    // Where two rows say all there is to say, the objective is flat and means are known less well.
    assertSameOptimum(
        Link.LOGIT, rareAndSmall().dense(), true, Prior.isotropic(1), diagonal, 1e-8, 0.02);
  }

  /** No sweep can improve what the values' rounding hides: such a fit must end by itself. */
  @ParameterizedTest
  @CsvSource({"probit, false", "probit, true", "logit, false", "logit, true"})
  void atTheLimitOfPrecisionTheAcceleratedSolverEnds(String link, boolean diagonal) {
    GaussianPrior prior = Prior.isotropic(1).over(3, true);
    for (double tolerance : new double[] {1e-9, 1e-11, 1e-13, 1e-15}) {
      RegressionFits fits =
          fit(
              Link.named(link),
              rareAndSmall().dense(),
              true,
              prior,
              Solver.ACCELERATED,
              diagonal,
              tolerance);
      assertNotEquals(StopReason.SWEEP_LIMIT, fits.stopReason(), "tolerance " + tolerance);
      assertTrue(fits.sweeps() < 1000, fits.sweeps() + " sweeps at tolerance " + tolerance);
    }
  }
}
