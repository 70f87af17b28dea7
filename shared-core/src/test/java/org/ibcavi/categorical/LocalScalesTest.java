// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fixed point of the variances against the objective that it is to make stationary. */
class LocalScalesTest {
  private static final int COLUMNS = 3;
  private static final int SIZE = COLUMNS + 1;
  private static final double INTERCEPT_VARIANCE = 25;

  /** The last two of five categories have no rows and share a regression. */
  private Problem problem;

  /** A quadratic log likelihood of each regression's coefficients, −½βᵀHβ + bᵀβ. */
  private double[][][] curvatures;

  private double[][] slopes;

  @BeforeEach
  void makeQuadraticLikelihoods() {
    RandomData seen = RandomData.of(5, 40, COLUMNS, 3, 1);
    TrainingData data = seen.withLabels(seen.labels(), 5).dense();
    problem = Problem.of(data, data.features(), true);
    assertEquals(4, problem.regressions());
    SplittableRandom random = new SplittableRandom(8);
    curvatures = new double[problem.regressions()][][];
    slopes = new double[problem.regressions()][SIZE];
    for (int regression = 0; regression < curvatures.length; regression++) {
      NaiveMatrix sum = NaiveMatrix.identity(SIZE);
      for (int i = 0; i < 6; i++) {
        sum = sum.plus(3, random.doubles(SIZE, -1, 1).toArray());
      }
      curvatures[regression] = rows(sum);
      Arrays.setAll(slopes[regression], p -> 6 * random.nextGaussian());
    }
  }

  private static double[][] rows(NaiveMatrix matrix) {
    double[][] rows = new double[matrix.size()][matrix.size()];
    for (int p = 0; p < rows.length; p++) {
      int row = p;
      Arrays.setAll(rows[p], q -> matrix.get(row, q));
    }
    return rows;
  }

  private NaiveMatrix precision(int regression, double[] priorPrecisions) {
    double[][] rows = new double[SIZE][];
    for (int p = 0; p < SIZE; p++) {
      rows[p] = curvatures[regression][p].clone();
      rows[p][p] += priorPrecisions[p];
    }
    return new NaiveMatrix(rows);
  }

  /** Log evidence, in closed form, and log density of the precisions' logarithms. */
  private double objective(double[][] logPrecisions, double squaredScale) {
    double sum = 0;
    for (int regression = 0; regression < logPrecisions.length; regression++) {
      double[] priorPrecisions = Arrays.stream(logPrecisions[regression]).map(Math::exp).toArray();
      NaiveMatrix posterior = precision(regression, priorPrecisions);
      double own =
          0.5 * posterior.inverse().form(slopes[regression]) - 0.5 * posterior.logDeterminant();
      for (int p = 0; p < SIZE; p++) {
        own += 0.5 * logPrecisions[regression][p];
      }
      for (int m = 0; m < COLUMNS; m++) {
        own += 0.5 * Math.log(squaredScale * priorPrecisions[m]);
        own -= 0.5 * squaredScale * priorPrecisions[m];
      }
      sum += problem.multiplicity(regression) * own;
    }
    return sum;
  }

  private double[] priorPrecisions(RegressionPriors priors, int regression) {
    GaussianPrior prior = priors.of(regression);
    double[] result = new double[SIZE];
    Arrays.setAll(result, prior::precision);
    return result;
  }

  private LocalScales step(LocalScales scales) {
    Coefficients means = new Coefficients(SIZE, problem.regressions());
    Coefficients variances = new Coefficients(SIZE, problem.regressions());
    RegressionPriors priors = scales.priors();
    for (int regression = 0; regression < problem.regressions(); regression++) {
      NaiveMatrix covariance = precision(regression, priorPrecisions(priors, regression)).inverse();
      means.set(regression, covariance.times(slopes[regression]));
      double[] diagonal = new double[SIZE];
      Arrays.setAll(diagonal, p -> covariance.get(p, p));
      variances.set(regression, diagonal);
    }
    return scales.next(means, PosteriorCovariance.eachDiagonal(variances));
  }

  @Test
  void theFixedPointIsStationary() {
    GaussianPrior common = Prior.isotropic(0.8).over(COLUMNS, true);
    LocalScales scales = LocalScales.even(problem.shape(), common, 0.8);
    for (int i = 0; i < 3000; i++) {
      scales = step(scales);
    }
    double[][] logs = new double[problem.regressions()][];
    RegressionPriors priors = scales.priors();
    Arrays.setAll(logs, u -> Arrays.stream(priorPrecisions(priors, u)).map(Math::log).toArray());
    double h = 1e-4;
    for (double[] regression : logs) {
      for (int m = 0; m < COLUMNS; m++) {
        double at = regression[m];
        regression[m] = at + h;
        double above = objective(logs, scales.squaredScale());
        regression[m] = at - h;
        double below = objective(logs, scales.squaredScale());
        regression[m] = at;
        assertEquals(0, (above - below) / (2 * h), 1e-6);
      }
      assertEquals(-Math.log(INTERCEPT_VARIANCE), regression[COLUMNS], 1e-14);
    }
    double wider = objective(logs, scales.squaredScale() * Math.exp(h));
    double narrower = objective(logs, scales.squaredScale() * Math.exp(-h));
    assertEquals(0, (wider - narrower) / (2 * h), 1e-6);
  }

  @Test
  void aStepRaisesTheObjectiveFarFromTheFixedPoint() {
    GaussianPrior common = Prior.isotropic(100).over(COLUMNS, true);
    LocalScales even = LocalScales.even(problem.shape(), common, 100);
    LocalScales next = step(even);
    assertTrue(value(next) > value(even), value(next) + " after " + value(even));
  }

  private double value(LocalScales scales) {
    double[][] logs = new double[problem.regressions()][];
    RegressionPriors priors = scales.priors();
    Arrays.setAll(logs, u -> Arrays.stream(priorPrecisions(priors, u)).map(Math::log).toArray());
    return objective(logs, scales.squaredScale());
  }
}
