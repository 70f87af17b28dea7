// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.BinaryFit;
import org.ibcavi.RandomData;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.link.Link;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.local.LocalPass;
import org.ibcavi.model.CategoricalModel;
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

/** Members' expected log likelihoods and probabilities against an independent implementation. */
class MemberEvidenceTest {
  private static final String[] NAMES = {"0.0", "0.25", "0.5", "0.75", "1.0"};
  private static final double[] ALPHAS = {0, 0.25, 0.5, 0.75, 1};
  private static final int REPLICATES = 10;
  private static final int DRAWS = 800;

  static Stream<Arguments> cases() {
    return GoldenCase.NAMES.stream()
        .flatMap(name -> Link.ALL.stream().map(link -> Arguments.of(name, link)));
  }

  private static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  /** Estimates from several seeds, so that their standard error can be told. */
  private static double[][] estimates(GoldenCase golden, Link link) {
    TrainingData data = golden.data();
    Problem problem = Problem.of(data, data.features(), false);
    InferenceSettings settings =
        InferenceSettings.of(
            link, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-11), 1000, false);
    RegressionFits fits =
        new Inference(new LocalPass(problem, context()), settings, context())
            .fit(golden.prior(), null);
    FittedPredictors predictors =
        new FittedPredictors(
            problem.sample(data.rows(), new SplittableRandom(1)), fits.means(), fits.covariance());
    double[] equal = new double[ALPHAS.length];
    Arrays.fill(equal, 1);
    double[][] estimates = new double[REPLICATES][];
    for (int seed = 0; seed < REPLICATES; seed++) {
      estimates[seed] =
          new MemberEvidence(link, Average.of(ALPHAS, equal), predictors, DRAWS, 1000L * seed)
              .expectedLogLikelihoods(context());
    }
    return estimates;
  }

  private static void assertAgrees(
      GoldenCase golden, Link link, String figure, String alpha, double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    double expected = golden.number(link, figure, alpha, "mean");
    double goldenError = golden.number(link, figure, alpha, "standardError");
    double error = Math.sqrt(variance / values.length + goldenError * goldenError);
    assertEquals(expected, mean, 4 * error, figure + " of alpha " + alpha);
    assertTrue(error < 0.1, "the comparison says something");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void expectedLogLikelihoodsAreGolden(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    double[][] estimates = estimates(golden, link);
    for (int a = 0; a < ALPHAS.length; a++) {
      int member = a;
      double[] values = Arrays.stream(estimates).mapToDouble(e -> e[member]).toArray();
      assertAgrees(golden, link, "expectedLogLikelihood", NAMES[a], values);
      if (a > 0) {
        double[] differences =
            Arrays.stream(estimates).mapToDouble(e -> e[member] - e[0]).toArray();
        assertAgrees(golden, link, "expectedLogLikelihoodMinusAlpha0", NAMES[a], differences);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void plugInProbabilitiesAreGolden(String name, Link link) {
    GoldenCase golden = GoldenCase.named(name);
    double[][] rows = new double[5][golden.data().features().columns()];
    for (int i = 0; i < 5; i++) {
      golden.data().features().copyRow(i, rows[i]);
    }
    for (int a = 0; a < ALPHAS.length; a++) {
      CategoricalModel model =
          BinaryFit.withDefaults()
              .link(link)
              .prior(golden.userPrior())
              .intercept(false)
              .standardize(false)
              .average(Average.fixed(ALPHAS[a]))
              .tolerance(1e-11)
              .fit(golden.data());
      double[][] expected = golden.matrix(link, "plugInProbabilitiesRows0to4", NAMES[a]);
      for (int i = 0; i < 5; i++) {
        assertArrayEquals(expected[i], model.probabilities(rows[i]), 1e-8, "alpha " + ALPHAS[a]);
      }
    }
  }

  @Test
  void weightsAreProportionalToPriorTimesLikelihood() {
    Average average = Average.of(new double[] {0, 0.4, 1}, new double[] {1, 2, 5});
    AlphaWeights weights = AlphaWeights.of(average, new double[] {-10, -11, -12});
    double[] expected = {1, 2 * Math.exp(-1), 5 * Math.exp(-2)};
    double sum = Arrays.stream(expected).sum();
    for (int i = 0; i < 3; i++) {
      assertEquals(expected[i] / sum, weights.weight(i), 1e-15);
    }
    assertEquals((0.4 * expected[1] + expected[2]) / sum, weights.meanAlpha(), 1e-15);
  }

  @Test
  void logLikelihoodsThatDifferByThousandsDoNotOverflow() {
    for (double offset : new double[] {0, -1e9, 1e9, -1e300}) {
      double[] evidences = {offset - 5000, offset + 40_000, offset + 3};
      if (offset == -1e300) {
        evidences[1] = -9e299;
      }
      AlphaWeights weights =
          AlphaWeights.of(
              Average.of(new double[] {0, 0.5, 1}, new double[] {1, 1e-300, 1}), evidences);
      assertEquals(1, weights.weight(1));
      assertEquals(0, weights.weight(0));
      assertEquals(1, weights.without(1e-9).size());
      assertEquals(0.5, weights.without(1e-9).alpha(0));
    }
  }

  /**
   * Many copies of one row: each member's expected log likelihood is the count times the same
   * expectation, whose difference between members then decides everything.
   */
  @Test
  void withManyRowsOneMemberTakesAllTheWeight() {
    RandomData data = RandomData.of(6, 60, 2, 3, 1).repeated(500);
    CategoricalModel model =
        BinaryFit.withDefaults().prior(Prior.isotropic(1)).average(Average.bma()).fit(data.dense());
    double largest = Math.max(model.average().weight(0), model.average().weight(1));
    assertTrue(largest > 1 - 1e-9);
    assertEquals(1, model.average().weight(0) + model.average().weight(1), 1e-15);
    assertTrue(Arrays.stream(model.probabilities(data.row(0))).allMatch(Double::isFinite));
  }

  /** Rows may be sampled: the estimate from some, scaled up, is that from all but for noise. */
  @Test
  void aSampleOfRowsStandsForAll() {
    TrainingData data = RandomData.of(8, 4000, 2, 3, 1).weighted(1).dense();
    Problem problem = Problem.of(data, data.features(), true);
    InferenceSettings settings =
        InferenceSettings.of(
            Link.PROBIT, Solver.ACCELERATED, new StoppingRule.Tolerance(1e-8), 1000, false);
    RegressionFits fits =
        new Inference(new LocalPass(problem, context()), settings, context())
            .fit(Prior.isotropic(1).over(2, true), null);
    double[][] estimates = new double[2][];
    for (int i = 0; i < 2; i++) {
      FittedPredictors predictors =
          new FittedPredictors(
              problem.sample(i == 0 ? 4000 : 2000, new SplittableRandom(1)),
              fits.means(),
              fits.covariance());
      estimates[i] =
          new MemberEvidence(Link.PROBIT, Average.bma(), predictors, 16, 1)
              .expectedLogLikelihoods(context());
    }
    // A row's log likelihood has a deviation of about 1 and the sample half of the rows.
    double slack = 5 * Math.sqrt(4000) * 1.6;
    assertEquals(estimates[0][0], estimates[1][0], slack);
    assertEquals(estimates[0][1], estimates[1][1], slack);
  }
}
