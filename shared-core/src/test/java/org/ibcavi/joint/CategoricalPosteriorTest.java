// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.Erfc;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.local.RowCurvature;
import org.ibcavi.local.Spread;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The log posterior, its gradient and its expected curvature against their definitions. */
class CategoricalPosteriorTest {
  private static final int COLUMNS = 3;

  /** Five categories, the last without rows. */
  private static final RandomData DATA =
      withUnseen(RandomData.of(91, 60, COLUMNS, 4, 0.7).weighted(3), 1);

  private static final double[][] OFFSETS = offsets();

  private static double[][] offsets() {
    SplittableRandom random = new SplittableRandom(17);
    double[][] offsets = new double[DATA.count()][DATA.categories()];
    for (double[] row : offsets) {
      Arrays.setAll(row, k -> random.nextGaussian());
    }
    return offsets;
  }

  private static RandomData withUnseen(RandomData data, int unseen) {
    return data.withLabels(data.labels(), data.categories() + unseen);
  }

  static Stream<Likelihood> members() {
    return Link.ALL.stream()
        .flatMap(link -> Stream.of(0.0, 0.3, 1.0).map(alpha -> new Likelihood(link, alpha)));
  }

  private static LocalPass pass(Problem problem) {
    return new LocalPass(problem, context());
  }

  private static FitContext context() {
    return new FitContext(Workers.sequential(), FitListener.none());
  }

  private static Problem problem(boolean sparse) {
    TrainingData data = DATA.stored(sparse);
    return Problem.of(data, data.features(), true);
  }

  private static Problem withOffsets(boolean sparse) {
    TrainingData data = DATA.stored(sparse).withOffsets(OFFSETS);
    return Problem.of(data, data.features(), true);
  }

  private static RegressionPriors prior() {
    return RegressionPriors.shared(Prior.isotropic(0.7).over(COLUMNS, true));
  }

  private static Coefficients randomPoint(Problem problem, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Coefficients point = new Coefficients(problem.size(), problem.regressions());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double[] vector = new double[problem.size()];
      Arrays.setAll(vector, p -> random.nextGaussian());
      point.set(regression, vector);
    }
    return point;
  }

  /** H by its definition; good enough for linear predictors that are not extreme. */
  private static double cdf(Link link, double eta) {
    return link == Link.PROBIT ? 0.5 * Erfc.value(-eta / Math.sqrt(2)) : 1 / (1 + Math.exp(-eta));
  }

  private static double term(Likelihood member, double eta) {
    return cdf(member.link(), eta) * Math.pow(cdf(member.link(), -eta), -member.alpha());
  }

  private static double logProbability(Likelihood member, double[] eta, int label) {
    double sum = Arrays.stream(eta).map(x -> term(member, x)).sum();
    return Math.log(term(member, eta[label]) / sum);
  }

  private static double[] predictors(Problem problem, Coefficients point, int row) {
    double[] eta = new double[DATA.categories()];
    for (int k = 0; k < eta.length; k++) {
      double[] beta = point.vector(problem.regressionOfCategory()[k]);
      eta[k] = beta[COLUMNS] + (problem.hasOffsets() ? OFFSETS[row][k] : 0);
      for (int m = 0; m < COLUMNS; m++) {
        eta[k] += beta[m] * DATA.row(row)[m];
      }
    }
    return eta;
  }

  /** The log posterior by its definition, category by category. */
  private static double naive(Problem problem, Likelihood member, Coefficients point) {
    double value = 0;
    for (int i = 0; i < DATA.count(); i++) {
      double[] eta = predictors(problem, point, i);
      value += DATA.weights()[i] * logProbability(member, eta, DATA.labels()[i]);
    }
    for (int regression : problem.regressionOfCategory()) {
      double[] beta = point.vector(regression);
      for (int m = 0; m < COLUMNS; m++) {
        value -= 0.5 * beta[m] * beta[m] / 0.7;
      }
      value -= 0.5 * beta[COLUMNS] * beta[COLUMNS] / 25;
    }
    return value;
  }

  @ParameterizedTest
  @MethodSource("members")
  void valueAndGradientAreThoseOfTheDefinition(Likelihood member) {
    for (Problem problem :
        List.of(problem(false), problem(true), withOffsets(false), withOffsets(true))) {
      Coefficients point = randomPoint(problem, 5);
      Coefficients gradient = new Coefficients(problem.size(), problem.regressions());
      double value =
          new CategoricalPosterior(pass(problem), member, prior())
              .valueAndGradient(point, gradient);
      double expected = naive(problem, member, point);
      assertEquals(expected, value, 1e-11 * Math.abs(expected));
      for (int regression = 0; regression < problem.regressions(); regression++) {
        for (int p = 0; p < problem.size(); p++) {
          double slope = difference(problem, member, point, regression, p);
          // The gradient is that of one of the regression's categories.
          double all = problem.multiplicity(regression) * gradient.get(regression, p);
          assertEquals(slope, all, 1e-6 * Math.max(1, Math.abs(slope)));
        }
      }
    }
  }

  /** A central difference of the fourth order. */
  private static double difference(
      Problem problem, Likelihood member, Coefficients point, int regression, int p) {
    double h = 1e-3;
    double[] factors = {1, -8, 8, -1};
    double[] steps = {-2, -1, 1, 2};
    double sum = 0;
    for (int i = 0; i < steps.length; i++) {
      Coefficients moved = point.copy();
      double[] vector = moved.vector(regression);
      vector[p] += steps[i] * h;
      moved.set(regression, vector);
      sum += factors[i] * naive(problem, member, moved);
    }
    return sum / (12 * h);
  }

  @ParameterizedTest
  @MethodSource("members")
  void expectedCurvatureIsTheAverageOfSecondDerivatives(Likelihood member) {
    Problem problem = problem(false);
    Coefficients point = randomPoint(problem, 6);
    RowCurvature fisher = pass(problem).categorical(member, Spread.none(problem)).curvature(point);
    int[] regressions = IntStream.range(0, problem.regressions()).toArray();
    double[] curvatures = new double[DATA.count() * regressions.length];
    point.product(problem.regressors(), 0, curvatures);
    fisher.of(0, regressions, 0, regressions.length, curvatures);
    for (int row = 0; row < 10; row++) {
      double[] eta = predictors(problem, point, row);
      for (int k = 0; k < 4; k++) {
        double expected = DATA.weights()[row] * averageCurvature(member, eta, k);
        double actual = curvatures[row * regressions.length + problem.regressionOfCategory()[k]];
        assertEquals(expected, actual, 1e-5 * Math.max(1, expected), "row " + row + ", " + k);
      }
    }
  }

  private static double averageCurvature(Likelihood member, double[] eta, int k) {
    double h = 1e-3;
    double average = 0;
    for (int y = 0; y < eta.length; y++) {
      double[] values = new double[3];
      for (int i = 0; i < 3; i++) {
        double[] moved = eta.clone();
        moved[k] += (i - 1) * h;
        values[i] = logProbability(member, moved, y);
      }
      double second = (values[0] - 2 * values[1] + values[2]) / (h * h);
      average -= Math.exp(logProbability(member, eta, y)) * second;
    }
    return average;
  }

  @ParameterizedTest
  @MethodSource("members")
  void anAscentNeverFallsAndEndsWhereTheGradientVanishes(Likelihood member) {
    Problem problem = problem(false);
    double[] last = {Double.NEGATIVE_INFINITY};
    FitListener watcher =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            double rounding = 1e-13 * Math.abs(progress.objective());
            assertTrue(progress.objective() >= last[0] - rounding, "sweep " + progress.sweep());
            last[0] = progress.objective();
          }
        };
    FitContext context = new FitContext(Workers.sequential(), watcher);
    CategoricalPosterior posterior =
        new CategoricalPosterior(new LocalPass(problem, context), member, prior());
    Coefficients start = new Coefficients(problem.size(), problem.regressions());
    Mode mode = new JointAscent(posterior, 1e-9, 5000, context).climb(start);
    assertTrue(mode.converged());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      for (int p = 0; p < problem.size(); p++) {
        double slope = difference(problem, member, mode.coefficients(), regression, p);
        assertEquals(0, slope, 1e-3, "regression " + regression + ", coefficient " + p);
      }
    }
  }

  /**
   * Softmax does not see a common shift, so the centred point differs by the prior alone, and its
   * mean over the six categories is the prior's, 0. Other members are left where they are.
   */
  @ParameterizedTest
  @MethodSource("members")
  void onlySoftmaxIsCentredAndThatRaisesThePosterior(Likelihood member) {
    Problem problem = problem(false);
    CategoricalPosterior posterior = new CategoricalPosterior(pass(problem), member, prior());
    Coefficients point = randomPoint(problem, 5);
    Coefficients centred = posterior.centred(point);
    Coefficients slopes = new Coefficients(problem.size(), problem.regressions());
    double before = posterior.valueAndGradient(point, slopes);
    double after = posterior.valueAndGradient(centred, slopes);
    if (member.link() != Link.LOGIT || member.alpha() != 1) {
      assertEquals(before, after);
      return;
    }
    double[] mean = new double[problem.size()];
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double[] vector = centred.vector(regression);
      double share = problem.multiplicity(regression) / 5.0;
      Arrays.setAll(mean, p -> mean[p] + share * vector[p]);
    }
    assertTrue(Arrays.stream(mean).allMatch(value -> Math.abs(value) < 1e-14));
    assertEquals(before + penalty(problem, point) - penalty(problem, centred), after, 1e-9);
    assertTrue(after > before);
  }

  /**
   * Where precisions differ between categories too, any other common shift lowers the posterior.
   */
  @Test
  void theCentredPointHasTheBestShift() {
    Problem problem = problem(false);
    GaussianPrior[] each = new GaussianPrior[problem.regressions()];
    for (int regression = 0; regression < each.length; regression++) {
      double[] precision = new double[problem.size()];
      int own = regression;
      Arrays.setAll(precision, p -> Math.exp(own - p));
      each[regression] = GaussianPrior.diagonal(new double[problem.size()], precision);
    }
    CategoricalPosterior posterior =
        new CategoricalPosterior(
            pass(problem), new Likelihood(Link.LOGIT, 1), RegressionPriors.each(each));
    Coefficients centred = posterior.centred(randomPoint(problem, 5));
    Coefficients slopes = new Coefficients(problem.size(), problem.regressions());
    double best = posterior.valueAndGradient(centred, slopes);
    for (int p = 0; p < problem.size(); p++) {
      for (double shift : new double[] {-0.01, 0.01}) {
        Coefficients moved = centred.copy();
        for (int regression = 0; regression < problem.regressions(); regression++) {
          double[] vector = centred.vector(regression);
          vector[p] += shift;
          moved.set(regression, vector);
        }
        assertTrue(posterior.valueAndGradient(moved, slopes) < best, "coefficient " + p);
      }
    }
  }

  /** ½ Σ (β/σ)² over all categories, by its definition: variance 0.7, of the intercept 25. */
  private static double penalty(Problem problem, Coefficients point) {
    double sum = 0;
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double[] vector = point.vector(regression);
      for (int p = 0; p < vector.length; p++) {
        double variance = p < COLUMNS ? 0.7 : 25;
        sum += 0.5 * problem.multiplicity(regression) * vector[p] * vector[p] / variance;
      }
    }
    return sum;
  }
}
