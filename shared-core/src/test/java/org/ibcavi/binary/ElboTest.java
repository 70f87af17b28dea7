// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
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
import org.junit.jupiter.params.provider.MethodSource;

/** The ELBO against its definition, and the result as its maximum. */
class ElboTest {
  private static final RandomData DATA = RandomData.of(3, 14, 2, 3, 1).weighted(4);

  private static final Prior PRIOR =
      Prior.full(
          new double[] {0.3, -0.2, -0.5},
          new double[][] {{1, 0.3, 0.1}, {0.3, 0.7, 0}, {0.1, 0, 2}});

  static Stream<Arguments> combinations() {
    return Link.ALL.stream()
        .flatMap(
            link ->
                Stream.of(Solver.values())
                    .flatMap(
                        solver ->
                            Stream.of(false, true)
                                .map(diagonal -> Arguments.of(link, solver, diagonal))));
  }

  private static GaussianPrior prior() {
    return PRIOR.over(2, true);
  }

  private static RegressionFits fit(Link link, Solver solver, boolean diagonal, int maxSweeps) {
    TrainingData data = DATA.dense();
    double tolerance = solver == Solver.CAVI ? 1e-20 : 1e-10;
    InferenceSettings settings =
        InferenceSettings.of(
            link, solver, new StoppingRule.Tolerance(tolerance), maxSweeps, diagonal);
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    return new Inference(
            new LocalPass(Problem.of(data, data.features(), true), context), settings, context)
        .fit(prior(), null);
  }

  private static NaiveRegression naive(Link link, int category) {
    return new NaiveRegression(link, DATA, category, true, prior());
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theElboIsTheExpectationThatDefinesIt(Link link, Solver solver, boolean diagonal) {
    for (int sweeps : new int[] {1, 3, 100_000}) {
      RegressionFits fits = fit(link, solver, diagonal, sweeps);
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        NaiveMatrix covariance = NaiveMatrix.covariance(fits.covariance(), k, 3);
        double expected = naive(link, k).elbo(fits.mean(k), covariance);
        assertEquals(expected, fits.elbos()[k], 1e-9 * Math.abs(expected), "sweeps " + sweeps);
        sum += expected;
      }
      assertEquals(sum, fits.elbo(), 1e-9 * Math.abs(sum));
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void theElboIsFlatInEveryMeanAtTheResult(Link link, Solver solver, boolean diagonal) {
    RegressionFits fits = fit(link, solver, diagonal, 100_000);
    for (int k = 0; k < 3; k++) {
      NaiveMatrix covariance = NaiveMatrix.covariance(fits.covariance(), k, 3);
      for (int p = 0; p < 3; p++) {
        double[] above = fits.mean(k).clone();
        double[] below = fits.mean(k).clone();
        double h = 1e-4;
        above[p] += h;
        below[p] -= h;
        double slope =
            (naive(link, k).elbo(above, covariance) - naive(link, k).elbo(below, covariance))
                / (2 * h);
        assertEquals(0, slope, 1e-5, "mean " + p + " of " + k);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void noOtherCovarianceOfTheShapeHasALargerElbo(Link link, Solver solver, boolean diagonal) {
    RegressionFits fits = fit(link, solver, diagonal, 100_000);
    for (int k = 0; k < 3; k++) {
      double[][] lower = NaiveMatrix.covariance(fits.covariance(), k, 3).lower();
      for (int p = 0; p < 3; p++) {
        for (int q = diagonal ? p : 0; q <= p; q++) {
          double slope =
              (elboWith(link, k, fits, lower, p, q, 1e-4)
                      - elboWith(link, k, fits, lower, p, q, -1e-4))
                  / 2e-4;
          assertEquals(0, slope, 1e-5, "factor " + p + ", " + q + " of " + k);
          double best = elboWith(link, k, fits, lower, p, q, 0);
          assertTrue(elboWith(link, k, fits, lower, p, q, 0.03) < best);
          assertTrue(elboWith(link, k, fits, lower, p, q, -0.03) < best);
        }
      }
    }
  }

  private static double elboWith(
      Link link, int category, RegressionFits fits, double[][] lower, int p, int q, double change) {
    double[][] changed = {lower[0].clone(), lower[1].clone(), lower[2].clone()};
    changed[p][q] += change;
    return naive(link, category).elbo(fits.mean(category), NaiveMatrix.ofLower(changed));
  }

  @Test
  void categoriesWithoutRowsHaveThePosteriorOfARegressionOnNothingButOthers() {
    RandomData withUnseen = DATA.withLabels(DATA.labels(), 6);
    TrainingData data = withUnseen.dense();
    Problem problem = Problem.of(data, data.features(), true);
    InferenceSettings settings =
        InferenceSettings.of(
            Link.PROBIT, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-10), 1000, false);
    FitContext context = new FitContext(Workers.sequential(), FitListener.none());
    RegressionFits fits =
        new Inference(new LocalPass(problem, context), settings, context).fit(prior(), null);
    assertEquals(4, problem.regressions());
    double sum = 0;
    for (int k = 0; k < 6; k++) {
      NaiveRegression naive = new NaiveRegression(Link.PROBIT, withUnseen, k, true, prior());
      int regression = problem.regressionOfCategory()[k];
      assertArrayEquals(naive.probitMode(), fits.mean(regression), 1e-7);
      sum += naive.bestProbitElbo(false);
    }
    assertEquals(sum, fits.elbo(), 1e-9 * Math.abs(sum));
  }

  @Test
  void theLogitBoundIsLargestAtItsOwnRadiusAndBelowTheExpectation() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 50; trial++) {
      double m = 3 * random.nextGaussian();
      double v = 4 * random.nextDouble();
      double c = Math.sqrt(m * m + v);
      double best = NaiveRegression.polyaGammaBound(m, v, c);
      assertTrue(NaiveRegression.polyaGammaBound(m, v, c * 1.1) < best);
      assertTrue(NaiveRegression.polyaGammaBound(m, v, c * 0.9) < best);
      double expectation = 0;
      double h = 0.01;
      for (double z = -10; z <= 10; z += h) {
        double density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
        expectation -= h * density * Math.log1p(Math.exp(-(m + z * Math.sqrt(v))));
      }
      assertTrue(best <= expectation + 1e-9);
      assertEquals(best, Link.LOGIT.bound(true, m, v), 1e-9);
    }
  }
}
