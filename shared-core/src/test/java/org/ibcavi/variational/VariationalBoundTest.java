// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.Erfc;
import org.ibcavi.RandomData;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.diagnostics.ImportanceBound;
import org.ibcavi.diagnostics.PosteriorSample;
import org.ibcavi.diagnostics.Psis;
import org.ibcavi.joint.CategoricalPosterior;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.local.RowVariances;
import org.ibcavi.local.Spread;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bound, its gradient and the importance-weighted bound against their definitions. */
class VariationalBoundTest {
  private static final int MANY = 1 << 14;

  static Stream<Likelihood> members() {
    return Variational.members();
  }

  static Stream<Likelihood> unlikeSoftmax() {
    return members().filter(member -> !member.blindToCommonShift());
  }

  /** H by its definition; good enough for linear predictors that are not extreme. */
  private static double cdf(Link link, double eta) {
    return link == Link.PROBIT ? 0.5 * Erfc.value(-eta / Math.sqrt(2)) : 1 / (1 + Math.exp(-eta));
  }

  private static double term(Likelihood member, double eta) {
    return cdf(member.link(), eta) * Math.pow(cdf(member.link(), -eta), -member.alpha());
  }

  /** E f(z) for a standard normal z, by the trapezium rule. */
  private static double expectation(DoubleUnaryOperator f) {
    double step = 0.1; // The rule converges faster than any power of the step here.
    double sum = 0;
    for (double z = -8; z <= 8; z += step) {
      sum += step * Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI) * f.applyAsDouble(z);
    }
    return sum;
  }

  /** Two categories and a single coefficient each, without an intercept. */
  private static Problem tiny() {
    return Variational.problem(RandomData.of(4, 6, 1, 2, 1).weighted(2).dense(), false);
  }

  private static double feature(Problem problem, int row) {
    double[] x = new double[1];
    problem.regressors().copyRow(row, x);
    return x[0];
  }

  /** So narrow that the error of the draws is below what is asked for. */
  private static PosteriorCovariance narrow(Problem problem, RegressionPriors priors) {
    FactorPerCategory wide = Variational.covariance(problem, 9);
    return Variational.scaled(problem, priors, wide, 20);
  }

  private static double divergence(double mean, double variance, double priorVariance) {
    return 0.5
        * ((variance + mean * mean) / priorVariance - 1 - Math.log(variance / priorVariance));
  }

  /** Softmax sees of two categories only their difference, and the bound is that of its normal. */
  @Test
  void theBoundOfTwoCategoriesUnderSoftmaxIsThatOfTheirDifference() {
    Likelihood softmax = new Likelihood(Link.LOGIT, 1);
    Problem problem = tiny();
    RegressionPriors priors = Variational.priors(problem, 1.7);
    double half = 0.4;
    double variance = 0.01;
    Coefficients means = new Coefficients(1, 2);
    means.set(0, new double[] {half});
    means.set(1, new double[] {-half});
    double[] factor = {1 / Math.sqrt(variance)};
    PosteriorCovariance covariance = new FactorPerCategory(1, new double[][] {factor, factor});
    double expected = -divergence(2 * half, 2 * variance, 2 * 1.7);
    for (int i = 0; i < problem.rows(); i++) {
      double x = feature(problem, i);
      double sign = problem.regressionOfRow(i) == 0 ? 1 : -1;
      double deviation = Math.abs(x) * Math.sqrt(2 * variance);
      expected +=
          problem.rowWeight(i)
              * expectation(z -> -Math.log1p(Math.exp(-sign * (2 * half * x + deviation * z))));
    }
    VariationalSettings settings = VariationalSettings.of(problem.shape(), 1).withDraws(MANY);
    double actual =
        new VariationalAscent(problem, softmax, priors, settings, Variational.context())
            .bound(means, covariance);
    assertEquals(expected, actual, 1e-4);
  }

  @ParameterizedTest
  @MethodSource("unlikeSoftmax")
  void theBoundIsThatOfNumericalIntegration(Likelihood member) {
    Problem problem = tiny();
    RegressionPriors priors = Variational.priors(problem, 1.7);
    Coefficients means = Variational.point(problem, 8);
    PosteriorCovariance covariance = narrow(problem, priors);
    double expected = 0;
    for (int k = 0; k < 2; k++) {
      expected -= divergence(means.get(k, 0), covariance.variances(k)[0], 1.7);
    }
    for (int i = 0; i < problem.rows(); i++) {
      double x = feature(problem, i);
      int label = problem.regressionOfRow(i);
      double[] m = {x * means.get(0, 0), x * means.get(1, 0)};
      double[] s = {
        Math.abs(x) * Math.sqrt(covariance.variances(0)[0]),
        Math.abs(x) * Math.sqrt(covariance.variances(1)[0])
      };
      expected +=
          problem.rowWeight(i)
              * expectation(
                  z0 ->
                      expectation(
                          z1 -> {
                            double t0 = term(member, m[0] + s[0] * z0);
                            double t1 = term(member, m[1] + s[1] * z1);
                            return Math.log((label == 0 ? t0 : t1) / (t0 + t1));
                          }));
    }
    VariationalSettings settings = VariationalSettings.of(problem.shape(), 1).withDraws(MANY);
    double actual =
        new VariationalAscent(problem, member, priors, settings, Variational.context())
            .bound(means, covariance);
    assertEquals(expected, actual, 1e-4);
  }

  /** The inequality that the paper's method rests on. */
  @ParameterizedTest
  @MethodSource("members")
  void theCategoricalBoundIsAboveTheIndependentBinaryOne(Likelihood member) {
    for (int seed = 0; seed < 4; seed++) {
      RandomData data = RandomData.of(seed, 30, 2, 3 + seed % 3, 1);
      Problem problem = Variational.problem(data);
      RegressionPriors priors = Variational.priors(problem, 1);
      Coefficients means = Variational.point(problem, seed + 20);
      FactorPerCategory covariance = Variational.covariance(problem, seed + 30);
      VariationalSettings settings = VariationalSettings.of(problem.shape(), 1);
      double categorical =
          new VariationalAscent(problem, member, priors, settings, Variational.context())
              .bound(means, covariance);
      // The divergence is the same in both, so the expected log likelihoods are compared.
      double volume =
          new RegressionNormals(problem, priors, covariance, Variational.context()).bound();
      double penalty = penalty(problem, means);
      double binary =
          volume - penalty + binaryLogLikelihood(data, problem, member, means, covariance);
      assertTrue(categorical > binary, categorical + " must be above " + binary);
    }
  }

  private static double penalty(Problem problem, Coefficients means) {
    double sum = 0;
    for (int regression = 0; regression < problem.regressions(); regression++) {
      for (int p = 0; p < problem.size(); p++) {
        double variance = p == problem.size() - 1 ? 25 : 1;
        sum += 0.5 * means.get(regression, p) * means.get(regression, p) / variance;
      }
    }
    return sum;
  }

  private static double binaryLogLikelihood(
      RandomData data,
      Problem problem,
      Likelihood member,
      Coefficients means,
      FactorPerCategory covariance) {
    double sum = 0;
    for (int i = 0; i < data.count(); i++) {
      double[] x = Arrays.copyOf(data.row(i), problem.size());
      x[problem.size() - 1] = 1;
      for (int k = 0; k < problem.regressions(); k++) {
        double mean = 0;
        for (int p = 0; p < x.length; p++) {
          mean += x[p] * means.get(k, p);
        }
        double center = mean;
        double deviation = Math.sqrt(covariance.variance(k, x));
        double sign = data.labels()[i] == k ? 1 : -1;
        sum += expectation(z -> member.link().logCdf(sign * (center + deviation * z)));
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("members")
  void theGradientIsThatOfFiniteDifferences(Likelihood member) {
    RandomData seen = RandomData.of(3, 40, 2, 3, 0.8).weighted(4);
    Problem problem = Variational.problem(seen.withLabels(seen.labels(), 4));
    RegressionPriors priors = Variational.priors(problem, 2);
    RowVariances variances =
        new RowVariances.Held(problem, Variational.covariance(problem, 3), Variational.context());
    Spread spread = Spread.of(problem, 16, 5, Variational.context()).with(variances);
    CategoricalPosterior posterior =
        new CategoricalPosterior(
            problem.shape(),
            member,
            priors,
            new LocalPass(problem, Variational.context()).categorical(member, spread));
    Coefficients point = Variational.point(problem, 6);
    Coefficients gradient = point.copy();
    posterior.valueAndGradient(point, gradient);
    for (int regression = 0; regression < problem.regressions(); regression++) {
      for (int p = 0; p < problem.size(); p++) {
        double slope =
            (moved(posterior, point, regression, p, 1e-5)
                    - moved(posterior, point, regression, p, -1e-5))
                / 2e-5;
        double all = problem.multiplicity(regression) * gradient.get(regression, p);
        assertEquals(slope, all, 1e-6 * Math.max(1, Math.abs(slope)));
      }
    }
  }

  private static double moved(
      CategoricalPosterior posterior, Coefficients point, int regression, int p, double step) {
    Coefficients other = point.copy();
    double[] vector = other.vector(regression);
    vector[p] += step;
    other.set(regression, vector);
    return posterior.valueAndGradient(other, point.copy());
  }

  /** With draws next to the means, against second differences of the row's own log probability. */
  @ParameterizedTest
  @MethodSource("members")
  void theCurvatureOverDrawsIsThatOfTheLabelsThereAre(Likelihood member) {
    RandomData data = RandomData.of(5, 40, 2, 3, 0.8).weighted(6);
    Problem problem = Variational.problem(data);
    RegressionPriors priors = Variational.priors(problem, 1);
    PosteriorCovariance narrow =
        Variational.scaled(problem, priors, Variational.covariance(problem, 7), 1e8);
    RowVariances variances = new RowVariances.Held(problem, narrow, Variational.context());
    Spread spread = Spread.of(problem, 16, 5, Variational.context()).with(variances);
    Coefficients point = Variational.point(problem, 8);
    int[] regressions = {0, 1, 2};
    double[] curvatures = new double[DesignMatrix.CHUNK_ROWS * regressions.length];
    point.product(problem.regressors(), 0, curvatures);
    double[] eta = curvatures.clone();
    new LocalPass(problem, Variational.context())
        .categorical(member, spread)
        .curvature(point)
        .of(0, regressions, 0, regressions.length, curvatures);
    for (int i = 0; i < problem.rows(); i++) {
      double[] own = Arrays.copyOfRange(eta, 3 * i, 3 * i + 3);
      for (int k = 0; k < 3; k++) {
        double second = secondDifference(member, own, k, problem.regressionOfRow(i));
        double expected = Math.max(0, -problem.rowWeight(i) * second);
        assertEquals(expected, curvatures[3 * i + k], 1e-5 * Math.max(1, expected));
      }
    }
  }

  private static double secondDifference(Likelihood member, double[] eta, int k, int label) {
    double h = 1e-3;
    double[] values = new double[3];
    for (int step = 0; step < 3; step++) {
      double[] moved = eta.clone();
      moved[k] += (step - 1) * h;
      double[] terms = Arrays.stream(moved).map(e -> term(member, e)).toArray();
      values[step] = Math.log(terms[label] / Arrays.stream(terms).sum());
    }
    return (values[0] - 2 * values[1] + values[2]) / (h * h);
  }

  @ParameterizedTest
  @MethodSource("members")
  void theImportanceBoundRisesTowardsTheEvidence(Likelihood member) {
    // So little data that independent normals come close to the posterior.
    double variance = 0.05;
    Problem problem = tiny();
    RegressionPriors priors = Variational.priors(problem, variance);
    VariationalResult result = Variational.fit(problem, member, priors);
    ImportanceBound bound =
        new ImportanceBound(
            new PosteriorSample(
                problem,
                member,
                priors,
                result.means(),
                result.covariance(),
                20_000,
                3,
                Variational.context()));
    double evidence = evidence(problem, member, variance);
    double error = 0.01; // Of the mean over 20 000 draws.
    assertEquals(result.bound(), bound.bound(1), error);
    assertTrue(bound.bound(10) > bound.bound(1));
    assertTrue(bound.bound(200) > bound.bound(10));
    assertTrue(bound.bound(200) < evidence + error, bound.bound(200) + " " + evidence);
    assertEquals(evidence, bound.bound(20_000), 2 * error);
    assertTrue(bound.smoothed().shape() < Psis.WORST_SHAPE);
  }

  /** The log of the integral over both coefficients. */
  private static double evidence(Problem problem, Likelihood member, double variance) {
    double root = Math.sqrt(variance);
    return Math.log(
        expectation(
            z0 ->
                expectation(
                    z1 -> {
                      double logs = 0;
                      for (int i = 0; i < problem.rows(); i++) {
                        double x = feature(problem, i);
                        double t0 = term(member, x * root * z0);
                        double t1 = term(member, x * root * z1);
                        double own = problem.regressionOfRow(i) == 0 ? t0 : t1;
                        logs += problem.rowWeight(i) * Math.log(own / (t0 + t1));
                      }
                      return Double.isNaN(logs) ? 0 : Math.exp(logs);
                    })));
  }
}
