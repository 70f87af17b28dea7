// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.NaiveMatrix;
import org.ibcavi.RandomData;
import org.ibcavi.design.TrainingData;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.structure.GroupedVariances.Grouping;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where leaps settle, against the objective that is to be stationary there. */
class LearnedVariancesTest {
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

  static Stream<GroupedVariances> structures() {
    LearnedScale common = Prior.learned();
    return Stream.of(
        new GroupedVariances(Grouping.FEATURE, common),
        new GroupedVariances(Grouping.ATTRIBUTE, List.of("a", "b", "a"), common),
        new GroupedVariances(Grouping.CATEGORY, common),
        new GroupedVariances(Grouping.WEIGHT, common));
  }

  /** A name for the group of a weight. */
  private static String group(GroupedVariances structure, int regression, int feature) {
    return switch (structure.grouping()) {
      case FEATURE -> "feature " + feature;
      case ATTRIBUTE -> structure.attributes().get(feature);
      case CATEGORY -> "regression " + regression;
      case WEIGHT -> regression + ", " + feature;
    };
  }

  /** Log evidence, in closed form, and log density of the precisions' logarithms. */
  private double objective(
      GroupedVariances structure, double[][] logPrecisions, double squaredScale) {
    double sum = 0;
    Set<String> seen = new HashSet<>();
    for (int regression = 0; regression < logPrecisions.length; regression++) {
      double[] priorPrecisions = Arrays.stream(logPrecisions[regression]).map(Math::exp).toArray();
      NaiveMatrix posterior = precision(regression, priorPrecisions);
      double own =
          0.5 * posterior.inverse().form(slopes[regression]) - 0.5 * posterior.logDeterminant();
      for (int p = 0; p < SIZE; p++) {
        own += 0.5 * logPrecisions[regression][p];
      }
      sum += problem.multiplicity(regression) * own;
      for (int m = 0; m < COLUMNS; m++) {
        if (seen.add(group(structure, regression, m))) {
          int copies = structure.shared() ? 1 : problem.multiplicity(regression);
          double precision = priorPrecisions[m];
          sum += copies * 0.5 * (Math.log(squaredScale * precision) - squaredScale * precision);
        }
      }
    }
    return sum;
  }

  private double[] priorPrecisions(RegressionPriors priors, int regression) {
    GaussianPrior prior = priors.of(regression);
    double[] result = new double[SIZE];
    Arrays.setAll(result, prior::precision);
    return result;
  }

  private double[][] logPrecisions(LearnedVariances variances) {
    RegressionPriors priors = variances.priors();
    double[][] logs = new double[problem.regressions()][];
    Arrays.setAll(logs, u -> Arrays.stream(priorPrecisions(priors, u)).map(Math::log).toArray());
    return logs;
  }

  private Moments moments(LearnedVariances under) {
    double[][] means = new double[problem.regressions()][];
    double[][] variances = new double[problem.regressions()][SIZE];
    RegressionPriors priors = under.priors();
    for (int regression = 0; regression < problem.regressions(); regression++) {
      NaiveMatrix covariance = precision(regression, priorPrecisions(priors, regression)).inverse();
      means[regression] = covariance.times(slopes[regression]);
      Arrays.setAll(variances[regression], p -> covariance.get(p, p));
    }
    return new Moments(means, variances);
  }

  private LearnedVariances start(GroupedVariances structure, double variance) {
    return structure.start(PriorRegressions.of(problem.shape()), variance);
  }

  private LearnedVariances settled(GroupedVariances structure) {
    LearnedVariances variances = start(structure, 0.8);
    for (int i = 0; i < 3000; i++) {
      variances = variances.leap(moments(variances));
    }
    return variances;
  }

  @ParameterizedTest
  @MethodSource("structures")
  void whereLeapsSettleTheObjectiveIsStationary(GroupedVariances structure) {
    LearnedVariances variances = settled(structure);
    double scale = variances.report().weightVariance();
    double h = 1e-4;
    for (int regression = 0; regression < problem.regressions(); regression++) {
      for (int m = 0; m < COLUMNS; m++) {
        String moved = group(structure, regression, m);
        double above = objective(structure, moved(structure, variances, moved, h), scale);
        double below = objective(structure, moved(structure, variances, moved, -h), scale);
        assertEquals(0, (above - below) / (2 * h), 1e-6, moved);
      }
    }
    double[][] logs = logPrecisions(variances);
    double wider = objective(structure, logs, scale * Math.exp(h));
    double narrower = objective(structure, logs, scale * Math.exp(-h));
    assertEquals(0, (wider - narrower) / (2 * h), 1e-6);
    assertEquals(-Math.log(INTERCEPT_VARIANCE), logs[0][COLUMNS], 1e-14);
  }

  /** Logarithms of the precisions, those of one group moved. */
  private double[][] moved(
      GroupedVariances structure, LearnedVariances variances, String moved, double by) {
    double[][] logs = logPrecisions(variances);
    for (int regression = 0; regression < logs.length; regression++) {
      for (int m = 0; m < COLUMNS; m++) {
        logs[regression][m] += group(structure, regression, m).equals(moved) ? by : 0;
      }
    }
    return logs;
  }

  /** The two updates are of one model: what the shorter one would change there is nothing. */
  @ParameterizedTest
  @MethodSource("structures")
  void whereLeapsSettleTheCoordinateUpdateChangesNothing(GroupedVariances structure) {
    LearnedVariances variances = settled(structure);
    double[][] logs = logPrecisions(variances);
    double[][] next = logPrecisions(variances.next(moments(variances)));
    for (int regression = 0; regression < logs.length; regression++) {
      assertArrayEquals(logs[regression], next[regression], 1e-6);
    }
  }

  @ParameterizedTest
  @MethodSource("structures")
  void aLeapRaisesTheObjectiveFarFromWhereItSettles(GroupedVariances structure) {
    LearnedVariances even = start(structure, 100);
    LearnedVariances next = even.leap(moments(even));
    assertTrue(value(structure, next) > value(structure, even));
  }

  private double value(GroupedVariances structure, LearnedVariances variances) {
    return objective(structure, logPrecisions(variances), variances.report().weightVariance());
  }

  @Test
  void aMultipleHasMultiplesOfAllVariancesAndKeepsTheIntercept() {
    LearnedVariances variances = settled(new GroupedVariances(Grouping.WEIGHT, Prior.learned()));
    LearnedVariances wider = variances.times(8);
    assertEquals(8 * variances.report().weightVariance(), wider.report().weightVariance(), 1e-12);
    double[][] logs = logPrecisions(variances);
    double[][] widerLogs = logPrecisions(wider);
    for (int p = 0; p < SIZE; p++) {
      double lower = p < COLUMNS ? Math.log(8) : 0;
      assertEquals(logs[1][p] - lower, widerLogs[1][p], 1e-12);
    }
  }
}
