// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.RandomData;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.variational.Variational;
import org.ibcavi.variational.VariationalResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Smoothed importance weights where the answer is known. */
class PsisTest {
  private static final int DRAWS = 4000;

  @ParameterizedTest
  @ValueSource(doubles = {-0.3, 0.2, 0.5, 1.0})
  void theShapeOfAParetoDistributionIsRecovered(double shape) {
    SplittableRandom random = new SplittableRandom(1);
    double scale = 2.5;
    double[] excesses =
        IntStream.range(0, 20_000)
            .mapToDouble(i -> scale * (Math.pow(random.nextDouble(), -shape) - 1) / shape)
            .sorted()
            .toArray();
    Psis.Pareto fitted = Psis.Pareto.of(excesses);
    assertEquals(shape, fitted.shape(), 0.03);
    assertEquals(scale, fitted.scale(), 0.1);
    // By the distribution function P(x > t) = (1 + kt/σ)^(−1/k).
    double median = fitted.quantile(0.5);
    assertEquals(
        0.5, Math.pow(1 + fitted.shape() * median / fitted.scale(), -1 / fitted.shape()), 1e-12);
  }

  /** log N(x; 0, 1) − log N(x; 0, σ²) at draws of the latter, up to a constant. */
  private static double[] ratios(double[] draws, double deviation) {
    return Arrays.stream(draws).map(x -> 0.5 * x * x * (1 / (deviation * deviation) - 1)).toArray();
  }

  private static double[] draws(double deviation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return IntStream.range(0, DRAWS).mapToDouble(i -> deviation * random.nextGaussian()).toArray();
  }

  /** For a normal of deviation σ below 1 the weights' tail has the shape 1 − σ² in the limit. */
  @Test
  void drawsThatAreTooNarrowAreFoundOut() {
    assertTrue(Psis.of(ratios(draws(0.3, 2), 0.3)).shape() > Psis.WORST_SHAPE);
    assertTrue(Psis.of(ratios(draws(0.9, 2), 0.9)).shape() < 0.5);
    assertTrue(Psis.of(ratios(draws(1.3, 2), 1.3)).shape() < 0.5);
  }

  @Test
  void smoothedWeightsSumToOneAndGiveTheMean() {
    double[] draws = draws(0.8, 3);
    Psis psis = Psis.of(ratios(draws, 0.8));
    assertEquals(1, Arrays.stream(psis.logWeights()).map(Math::exp).sum(), 1e-12);
    double[] logSquares = Arrays.stream(draws).map(x -> Math.log(x * x)).toArray();
    assertEquals(0, psis.logMean(logSquares), 0.1); // E x² = 1.
  }

  @Test
  void evenWeightsStayEven() {
    Psis psis = Psis.of(new double[DRAWS]);
    assertTrue(psis.shape() < 0);
    assertEquals(-Math.log(DRAWS), psis.logWeights()[17], 1e-12);
  }

  /**
   * Many draws near the largest weight, of which few are above it: a long tail of next to nothing.
   */
  @Test
  void aTailThatAddsNextToNothingHasNoShape() {
    double[] ratios = draws(1, 4);
    for (int s = 0; s < DRAWS; s++) {
      ratios[s] = s < DRAWS / 100 ? 1e-3 * Math.exp(ratios[s]) : -1e-9 * Math.abs(ratios[s]);
    }
    assertTrue(Psis.of(ratios).shape() < 0);
    assertEquals(-Math.log(DRAWS), Psis.of(ratios).logWeights()[DRAWS - 1], 1e-3);
  }

  @Test
  void aPosteriorThatIsMuchTooNarrowIsFoundOut() {
    Problem problem = Variational.problem(RandomData.of(3, 40, 1, 2, 1));
    RegressionPriors priors = Variational.priors(problem, 1);
    VariationalResult good = Variational.fit(problem, Variational.SOFTMAX, priors);
    PosteriorCovariance narrow = Variational.scaled(problem, priors, good.covariance(), 10);
    ImportanceBound bad =
        new ImportanceBound(
            new PosteriorSample(
                problem,
                Variational.SOFTMAX,
                priors,
                good.means(),
                narrow,
                DRAWS,
                1,
                Variational.context()));
    assertTrue(bad.smoothed().shape() > Psis.WORST_SHAPE);
  }
}
