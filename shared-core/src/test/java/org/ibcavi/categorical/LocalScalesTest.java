// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitPriors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fixed point of the variances against the objective that it is to make stationary. */
class LocalScalesTest {
  private static final int COLUMNS = 3;
  private static final int SIZE = COLUMNS + 1;
  private static final double INTERCEPT_VARIANCE = 25;

  /** The last two of five categories have no rows and share a unit. */
  private Problem problem;

  /** A quadratic log likelihood of each unit's coefficients, −½βᵀHβ + bᵀβ. */
  private double[][][] curvatures;

  private double[][] slopes;

  @BeforeEach
  void makeQuadraticLikelihoods() {
    RandomData seen = RandomData.of(5, 40, COLUMNS, 3, 1);
    TrainingData data = seen.withLabels(seen.labels(), 5).dense();
    problem = Problem.of(data, data.features(), true);
    assertEquals(4, problem.units());
    SplittableRandom random = new SplittableRandom(8);
    curvatures = new double[problem.units()][][];
    slopes = new double[problem.units()][SIZE];
    for (int unit = 0; unit < curvatures.length; unit++) {
      NaiveMatrix sum = NaiveMatrix.identity(SIZE);
      for (int i = 0; i < 6; i++) {
        sum = sum.plus(3, random.doubles(SIZE, -1, 1).toArray());
      }
      curvatures[unit] = rows(sum);
      Arrays.setAll(slopes[unit], p -> 6 * random.nextGaussian());
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

  private NaiveMatrix precision(int unit, double[] priorPrecisions) {
    double[][] rows = new double[SIZE][];
    for (int p = 0; p < SIZE; p++) {
      rows[p] = curvatures[unit][p].clone();
      rows[p][p] += priorPrecisions[p];
    }
    return new NaiveMatrix(rows);
  }

  /** Log evidence, in closed form, and log density of the precisions' logarithms. */
  private double objective(double[][] logPrecisions, double squaredScale) {
    double sum = 0;
    for (int unit = 0; unit < logPrecisions.length; unit++) {
      double[] priorPrecisions = Arrays.stream(logPrecisions[unit]).map(Math::exp).toArray();
      NaiveMatrix posterior = precision(unit, priorPrecisions);
      double own = 0.5 * posterior.inverse().form(slopes[unit]) - 0.5 * posterior.logDeterminant();
      for (int p = 0; p < SIZE; p++) {
        own += 0.5 * logPrecisions[unit][p];
      }
      for (int m = 0; m < COLUMNS; m++) {
        own += 0.5 * Math.log(squaredScale * priorPrecisions[m]);
        own -= 0.5 * squaredScale * priorPrecisions[m];
      }
      sum += problem.multiplicity(unit) * own;
    }
    return sum;
  }

  private double[] priorPrecisions(UnitPriors priors, int unit) {
    GaussianPrior prior = priors.of(unit);
    double[] result = new double[SIZE];
    Arrays.setAll(result, prior::precision);
    return result;
  }

  private LocalScales step(LocalScales scales) {
    Coefficients means = new Coefficients(SIZE, problem.units());
    Coefficients variances = new Coefficients(SIZE, problem.units());
    UnitPriors priors = scales.priors();
    for (int unit = 0; unit < problem.units(); unit++) {
      NaiveMatrix covariance = precision(unit, priorPrecisions(priors, unit)).inverse();
      means.set(unit, covariance.times(slopes[unit]));
      double[] diagonal = new double[SIZE];
      Arrays.setAll(diagonal, p -> covariance.get(p, p));
      variances.set(unit, diagonal);
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
    double[][] logs = new double[problem.units()][];
    UnitPriors priors = scales.priors();
    Arrays.setAll(logs, u -> Arrays.stream(priorPrecisions(priors, u)).map(Math::log).toArray());
    double h = 1e-4;
    for (double[] unit : logs) {
      for (int m = 0; m < COLUMNS; m++) {
        double at = unit[m];
        unit[m] = at + h;
        double above = objective(logs, scales.squaredScale());
        unit[m] = at - h;
        double below = objective(logs, scales.squaredScale());
        unit[m] = at;
        assertEquals(0, (above - below) / (2 * h), 1e-6);
      }
      assertEquals(-Math.log(INTERCEPT_VARIANCE), unit[COLUMNS], 1e-14);
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
    double[][] logs = new double[problem.units()][];
    UnitPriors priors = scales.priors();
    Arrays.setAll(logs, u -> Arrays.stream(priorPrecisions(priors, u)).map(Math::log).toArray());
    return objective(logs, scales.squaredScale());
  }
}
