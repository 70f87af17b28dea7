// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.RandomData;
import org.ibcavi.local.RowVariances;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.junit.jupiter.api.Test;

/** Variances of linear predictors against xᵀΣx. */
class RowVariancesTest {
  private static final RandomData DATA = RandomData.of(8, 100, 4, 5, 1);

  private static RowVariances variances(
      Problem problem, Coefficients means, PosteriorCovariance covariance, double budget) {
    RowVariancesPlan plan =
        new RowVariancesPlan(problem, Variational.SOFTMAX, false, budget, Variational.context());
    assertEquals(budget > 0, plan.exact());
    return plan.of(means, covariance);
  }

  /** Ratios of what is found to xᵀΣx, for all rows and regressions. */
  private static double[] ratios(
      Problem problem, RowVariances variances, PosteriorCovariance covariance) {
    int regressions = problem.regressions();
    double[] values = new double[DATA.count() * regressions];
    variances.of(0, IntStream.range(0, regressions).toArray(), 0, regressions, values);
    double[] x = new double[problem.size()];
    for (int i = 0; i < DATA.count(); i++) {
      problem.regressors().copyRow(i, x);
      for (int regression = 0; regression < regressions; regression++) {
        values[i * regressions + regression] /= covariance.variance(regression, x);
      }
    }
    return values;
  }

  @Test
  void affordableVariancesAreExact() {
    Problem problem = Variational.problem(DATA);
    FactorPerCategory covariance = Variational.covariance(problem, 4);
    RowVariances exact = variances(problem, Variational.point(problem, 1), covariance, 1e9);
    for (double ratio : ratios(problem, exact, covariance)) {
      assertEquals(1, ratio, 1e-12);
    }
  }

  @Test
  void otherVariancesAreExactIfPrecisionsAreMultiplesOfEachOther() {
    Problem problem = Variational.problem(DATA);
    double[] first = Variational.covariance(problem, 4).precision(0).packed();
    double[][] packed = new double[problem.regressions()][];
    Arrays.setAll(packed, k -> Arrays.stream(first).map(value -> (k + 1) * value).toArray());
    FactorPerCategory covariance = new FactorPerCategory(problem.size(), packed);
    RowVariances found = variances(problem, Variational.point(problem, 1), covariance, 0);
    for (double ratio : ratios(problem, found, covariance)) {
      assertEquals(1, ratio, 1e-12);
    }
  }

  @Test
  void otherVariancesOfARealPosteriorAreRightOnAverage() {
    Problem problem = Variational.problem(DATA);
    RegressionPriors priors = Variational.priors(problem, 2);
    VariationalResult result = Variational.fit(problem, Variational.SOFTMAX, priors);
    RowVariances found = variances(problem, result.means(), result.covariance(), 0);
    double[] ratios = ratios(problem, found, result.covariance());
    double mean = Arrays.stream(ratios).average().orElseThrow();
    double error = Arrays.stream(ratios).map(ratio -> Math.abs(ratio - 1)).average().orElseThrow();
    assertEquals(1, mean, 0.2);
    assertTrue(error < 0.3, "relative error " + error);
    assertFalse(error < 1e-6, "the approximation was not used");
  }
}
