// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.Laplace;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.StoppingRule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Inference against figures from an independent implementation. */
class GoldenTest {
  static Stream<Arguments> cases() {
    return GoldenCase.NAMES.stream()
        .flatMap(name -> Link.ALL.stream().map(link -> Arguments.of(name, link)));
  }

  private static RegressionFits fit(GoldenCase golden, InferenceSettings settings) {
    TrainingData data = golden.data();
    Problem problem = Problem.of(data, data.features(), false);
    return new Inference(new LocalPass(problem, context()), settings, context())
        .fit(golden.prior(), null);
  }

  private static InferenceSettings cavi(Link link, double tolerance, int maxSweeps) {
    return InferenceSettings.of(
        link, Solver.CAVI, new StoppingRule.Tolerance(tolerance), maxSweeps, false);
  }

  private static void assertClose(double expected, double actual, double relative, String what) {
    assertEquals(expected, actual, relative * Math.max(1, Math.abs(expected)), what);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void plainCaviHasTheGoldenElboAfterEachSweep(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    double[] trace = fit(golden, cavi(link, 1e-15, 10)).trace();
    for (int sweep : new int[] {1, 2, 3, 10}) {
      double expected = golden.number(link, "elboAfterSweep", Integer.toString(sweep));
      assertEquals(expected, trace[sweep], 1e-9 * Math.abs(expected), "sweep " + sweep);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void plainCaviHasTheGoldenMeansAfterTheFirstSweeps(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    for (int sweeps : new int[] {1, 2}) {
      RegressionFits fits = fit(golden, cavi(link, 1e-15, sweeps));
      double[][] means = golden.matrix(link, "meanAfterSweep" + sweeps);
      for (int p = 0; p < means.length; p++) {
        for (int k = 0; k < means[p].length; k++) {
          assertClose(means[p][k], fits.mean(k)[p], 1e-8, "mean " + p + " of " + k);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void plainCaviConvergesToTheGoldenPosterior(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    assertPosterior(golden, link, fit(golden, cavi(link, 1e-22, 100_000)));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theAcceleratedSolverConvergesToTheGoldenPosterior(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    InferenceSettings settings =
        InferenceSettings.of(
            link, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-12), 1000, false);
    RegressionFits fits = fit(golden, settings);
    assertPosterior(golden, link, fits);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void laplaceCovariancesAreGolden(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    if (!golden.has(link, "laplaceCovarianceDiagonal")) {
      assertEquals(Link.LOGIT, link, "only the logit link has no golden Laplace covariance");
      return;
    }
    TrainingData data = golden.data();
    Problem problem = Problem.of(data, data.features(), false);
    RegressionFits fits = fit(golden, cavi(link, 1e-22, 100_000));
    double[][] expected = golden.matrix(link, "laplaceCovarianceDiagonal");
    for (int k = 0; k < expected.length; k++) {
      double[] actual =
          new Laplace(
                  problem.shape(),
                  RegressionPriors.shared(golden.prior()),
                  new LocalPass(problem, context()).curvatures(link))
              .full(fits)
              .variances(k);
      assertArrayEquals(expected[k], actual, 1e-8);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "probit, ELBO, learnedPrior",
    "probit, LAPLACE, learnedPriorLaplace",
    "logit, ELBO, learnedPrior"
  })
  void theLearnedVarianceIsGolden(String linkName, LearnedScale.Evidence evidence, String name) {
    Link link = Link.named(linkName);
    GoldenCase golden = GoldenCase.named("standard-prior");
    TrainingData data = golden.dataWithoutIntercept();
    Problem problem = Problem.of(data, data.features(), true);
    InferenceSettings settings =
        InferenceSettings.of(
            link, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-8), 1000, false);
    ScaleLearner.Result result =
        new ScaleLearner(
                new Inference(new LocalPass(problem, context()), settings, context()),
                new LearnedScale(1, evidence),
                Optional.of(1e-4),
                1)
            .learn();
    double variance = golden.number(link, name, "weightVariance");
    assertEquals(variance, result.variance(), 1e-3 * variance);
    String value = evidence == LearnedScale.Evidence.ELBO ? "elbo" : "logEvidence";
    assertEquals(golden.number(link, name, value), result.evidence(), 1e-6);
  }

  private static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  private static void assertPosterior(GoldenCase golden, Link link, RegressionFits fits) {
    double elbo = golden.number(link, "elboConverged");
    assertEquals(elbo, fits.elbo(), 1e-9 * Math.abs(elbo));
    double[][] means = golden.matrix(link, "meanConverged");
    double[][] variances = golden.matrix(link, "covarianceDiagonalConverged");
    for (int k = 0; k < variances.length; k++) {
      for (int p = 0; p < means.length; p++) {
        assertClose(means[p][k], fits.mean(k)[p], 1e-8, "mean " + p + " of " + k);
        assertClose(variances[k][p], fits.covariance().variances(k)[p], 1e-8, "variance");
      }
    }
    assertCovariance(golden.matrix(link, "covarianceCategory0"), fits);
  }

  /** Entries from variances of sums: Σpq = (V(p+q) − V(p−q)) / 4. */
  private static void assertCovariance(double[][] expected, RegressionFits fits) {
    for (int p = 0; p < expected.length; p++) {
      for (int q = 0; q < expected.length; q++) {
        double[] sum = new double[expected.length];
        sum[p] += 1;
        sum[q] += 1;
        double[] difference = new double[expected.length];
        difference[p] += 1;
        difference[q] -= 1;
        double covariance =
            (fits.covariance().variance(0, sum) - fits.covariance().variance(0, difference)) / 4;
        assertClose(expected[p][q], covariance, 1e-8, "covariance " + p + ", " + q);
      }
    }
  }
}
