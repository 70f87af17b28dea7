// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.RandomData;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.joint.CategoricalPosterior;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of the variational ascent. */
class VariationalAscentTest {
  private static final RandomData DATA = RandomData.of(17, 90, 3, 4, 0.7).weighted(2);

  static Stream<Likelihood> members() {
    return Variational.members();
  }

  private static VariationalResult fit(RandomData data) {
    Problem problem = Variational.problem(data);
    return Variational.fit(problem, Variational.SOFTMAX, Variational.priors(problem, 2));
  }

  private static void assertSame(VariationalResult one, VariationalResult other, double delta) {
    assertEquals(one.bound(), other.bound(), delta * Math.abs(one.bound()));
    for (int regression = 0; regression < one.means().vectors(); regression++) {
      assertArrayEquals(one.means().vector(regression), other.means().vector(regression), delta);
      assertArrayEquals(
          one.covariance().variances(regression), other.covariance().variances(regression), delta);
    }
  }

  @ParameterizedTest
  @MethodSource("members")
  void theBoundNeverFallsAndIsAboveThatOfLaplace(Likelihood member) {
    Problem problem = Variational.problem(DATA);
    RegressionPriors priors = Variational.priors(problem, 4);
    for (boolean diagonal : new boolean[] {false, true}) {
      VariationalSettings settings =
          VariationalSettings.of(problem.shape(), 1).withDiagonal(diagonal);
      VariationalAscent ascent =
          new VariationalAscent(problem, member, priors, settings, Variational.context());
      Mode mode = Variational.mode(problem, member, priors, Variational.context());
      VariationalResult result = ascent.climb(mode);
      double[] trace = result.trace();
      for (int i = 1; i < trace.length; i++) {
        assertTrue(trace[i] >= trace[i - 1], Arrays.toString(trace));
      }
      assertTrue(result.converged(), member + " " + diagonal);
      assertEquals(diagonal, result.covariance().diagonal());
      assertEquals(
          result.bound(),
          ascent.bound(result.means(), result.covariance()),
          1e-9 * Math.abs(result.bound()));
      CategoricalPosterior posterior =
          new CategoricalPosterior(new LocalPass(problem, Variational.context()), member, priors);
      Laplace laplace = posterior.laplace(mode.coefficients());
      RegressionModes vectors = Mode.vectors(mode.coefficients());
      double start =
          ascent.bound(
              mode.coefficients(), diagonal ? laplace.diagonal(vectors) : laplace.full(vectors));
      assertTrue(result.bound() > start, result.bound() + " must be above " + start);
    }
  }

  /** With softmax nothing that is near has a larger bound, full or diagonal. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noNeighbourIsMuchBetter(boolean diagonal) {
    Problem problem = Variational.problem(DATA);
    RegressionPriors priors = Variational.priors(problem, 4);
    VariationalSettings settings =
        VariationalSettings.of(problem.shape(), 1)
            .withDiagonal(diagonal)
            .withDraws(1024)
            .withTolerance(1e-3, 100, 100);
    VariationalAscent ascent =
        new VariationalAscent(
            problem, Variational.SOFTMAX, priors, settings, Variational.context());
    Mode mode = Variational.mode(problem, Variational.SOFTMAX, priors, Variational.context());
    VariationalResult result = ascent.climb(mode);
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double[] variances = result.covariance().variances(regression);
      for (int p = 0; p < problem.size(); p++) {
        for (double step : new double[] {-0.1, 0.1}) {
          Coefficients moved = result.means().copy();
          double[] vector = moved.vector(regression);
          vector[p] += step * Math.sqrt(variances[p]);
          moved.set(regression, vector);
          assertTrue(ascent.bound(moved, result.covariance()) < result.bound());
        }
      }
      for (double factor : new double[] {0.9, 1.1}) {
        assertTrue(
            ascent.bound(result.means(), scaled(result, problem, regression, factor))
                < result.bound());
      }
    }
  }

  /** The covariance of one regression multiplied by a factor. */
  private static PosteriorCovariance scaled(
      VariationalResult result, Problem problem, int which, double factor) {
    if (result.covariance() instanceof FactorPerCategory factors) {
      double[][] packed = new double[problem.regressions()][];
      Arrays.setAll(
          packed,
          regression -> {
            double root = regression == which ? Math.sqrt(1 / factor) : 1;
            return Arrays.stream(factors.precision(regression).packed())
                .map(value -> root * value)
                .toArray();
          });
      return new FactorPerCategory(problem.size(), packed);
    }
    Coefficients variances = new Coefficients(problem.size(), problem.regressions());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double scale = regression == which ? factor : 1;
      variances.set(
          regression,
          Arrays.stream(result.covariance().variances(regression)).map(v -> scale * v).toArray());
    }
    return PosteriorCovariance.eachDiagonal(variances);
  }

  @Test
  void aRowOfWeightTwoIsTwoRowsAndOneOfWeightZeroIsNone() {
    RandomData rows = DATA.withWeights(IntStream.range(0, 90).mapToDouble(i -> i % 3).toArray());
    int[] repeated =
        IntStream.range(0, 90).flatMap(i -> IntStream.range(0, i % 3).map(copy -> i)).toArray();
    double[] ones = new double[90];
    Arrays.fill(ones, 1);
    assertSame(fit(rows), fit(DATA.withWeights(ones).select(repeated)), 1e-6);
  }

  @Test
  void denseAndSparseRowsGiveTheSame() {
    Problem dense = Variational.problem(DATA.dense(), true);
    Problem sparse = Variational.problem(DATA.sparse(), true);
    for (boolean diagonal : new boolean[] {false, true}) {
      VariationalSettings settings =
          VariationalSettings.of(dense.shape(), 1).withDiagonal(diagonal);
      RegressionPriors priors = Variational.priors(dense, 2);
      assertSame(
          Variational.fit(dense, Variational.SOFTMAX, priors, settings, Variational.context()),
          Variational.fit(sparse, Variational.SOFTMAX, priors, settings, Variational.context()),
          1e-9);
    }
  }

  @Test
  void permutedCategoriesHavePermutedPosteriors() {
    int[] to = {2, 0, 3, 1};
    int[] labels = Arrays.stream(DATA.labels()).map(label -> to[label]).toArray();
    VariationalResult one = fit(DATA);
    VariationalResult other = fit(DATA.withLabels(labels, 4));
    // Draws belong to places, so the two differ by the draws' error.
    assertEquals(one.bound(), other.bound(), 0.05);
    for (int k = 0; k < 4; k++) {
      double[] variances = one.covariance().variances(k);
      for (int p = 0; p < variances.length; p++) {
        double deviation = Math.sqrt(variances[p]);
        assertEquals(one.means().get(k, p), other.means().get(to[k], p), 0.05 * deviation);
        assertEquals(
            deviation, Math.sqrt(other.covariance().variances(to[k])[p]), 0.05 * deviation);
      }
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBits() {
    RandomData data = RandomData.of(5, 3000, 4, 3, 1);
    Problem problem = Variational.problem(data);
    RegressionPriors priors = Variational.priors(problem, 1);
    VariationalResult first = null;
    for (int threads : new int[] {1, 2, 7}) {
      try (Workers workers = Workers.of(threads)) {
        FitContext context = new FitContext(workers, FitListener.none());
        VariationalSettings settings =
            VariationalSettings.of(problem.shape(), 1).withCurvatureRows(500);
        VariationalResult result =
            Variational.fit(problem, new Likelihood(Link.PROBIT, 0.5), priors, settings, context);
        first = first == null ? result : first;
        assertArrayEquals(first.trace(), result.trace());
        assertSame(first, result, 0);
      }
    }
  }

  @Test
  void precisePriorsOfTheirOwnKeepCategoriesWhereTheyAre() {
    Problem problem = Variational.problem(DATA);
    GaussianPrior[] each = new GaussianPrior[4];
    for (int k = 0; k < 4; k++) {
      double[] mean = {k, -k, 0.5, 1};
      double[] precision = {1e8, 1e8, 1e8, 1e8};
      each[k] = GaussianPrior.diagonal(mean, k % 2 == 0 ? precision : new double[] {1, 1, 1, 1});
    }
    VariationalResult result =
        Variational.fit(problem, Variational.SOFTMAX, RegressionPriors.each(each));
    assertArrayEquals(new double[] {2, -2, 0.5, 1}, result.means().vector(2), 1e-5);
    assertEquals(1e-8, result.covariance().variances(2)[0], 1e-11);
    assertTrue(result.covariance().variances(1)[0] > 1e-3);
  }

  @Test
  void aListenerCancels() {
    FitListener impatient =
        new FitListener() {
          private int sweeps;

          @Override
          public void onSweep(FitProgress progress) {
            sweeps++;
          }

          @Override
          public boolean cancelled() {
            return sweeps > 2;
          }
        };
    Problem problem = Variational.problem(DATA);
    RegressionPriors priors = Variational.priors(problem, 2);
    Mode mode = Variational.mode(problem, Variational.SOFTMAX, priors, Variational.context());
    FitContext context = new FitContext(Workers.sequential(), impatient);
    VariationalAscent ascent =
        new VariationalAscent(
            problem,
            Variational.SOFTMAX,
            priors,
            VariationalSettings.of(problem.shape(), 1).withTolerance(1e-9, 50, 50),
            context);
    assertThrows(FitCancelledException.class, () -> ascent.climb(mode));
  }

  @Test
  void drawsComeInPairs() {
    Problem problem = Variational.problem(DATA);
    VariationalSettings settings = VariationalSettings.of(problem.shape(), 1);
    assertThrows(IllegalArgumentException.class, () -> settings.withDraws(7));
  }
}
