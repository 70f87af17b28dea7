// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibcavi.link.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The categorical-from-binary models, method.md §1. */
class PowerFamilyTest {
  private static final double[] ALPHAS = {0, 0.1, 0.25, 0.5, 0.75, 0.9, 1};

  static List<Link> links() {
    return Link.ALL;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.3, -0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void alphaOutsideTheUnitIntervalIsRefused(double alpha) {
    double[] eta = {0, 1};
    Exception e =
        assertThrows(
            IllegalArgumentException.class,
            () -> PowerFamily.logProbabilities(Link.LOGIT, alpha, eta, new double[2]));
    assertEquals("alpha " + alpha + "; must be between 0 and 1", e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("links")
  void agreesWithTheDirectFormulaInTheMiddleRange(Link link) {
    Random random = new Random(1);
    for (int trial = 0; trial < 200; trial++) {
      double[] eta = random.doubles(7, -3, 3).toArray();
      for (double alpha : ALPHAS) {
        double[] direct =
            Arrays.stream(eta).map(e -> cdf(link, e) * Math.pow(cdf(link, -e), -alpha)).toArray();
        double sum = Arrays.stream(direct).sum();
        double[] expected = Arrays.stream(direct).map(p -> p / sum).toArray();
        assertArrayEquals(expected, probabilities(link, alpha, eta), 1e-12);
      }
    }
  }

  /** H by its definition: the logistic function, or the normal density summed by Simpson's rule. */
  private static double cdf(Link link, double eta) {
    if (link == Link.LOGIT) {
      return 1 / (1 + Math.exp(-eta));
    }
    int steps = 2000;
    double h = eta / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double factor = i == 0 || i == steps ? 1 : 2 + 2 * (i % 2);
      sum += factor * Math.exp(-0.5 * (i * h) * (i * h));
    }
    return 0.5 + sum * h / 3 / Math.sqrt(2 * Math.PI);
  }

  @Test
  void logitWithAlphaOneIsSoftmax() {
    double[] eta = {-600, -3, 0.2, 1.5, 1.4, 700};
    double[] actual = new double[eta.length];
    PowerFamily.logProbabilities(Link.LOGIT, 1, eta, actual);
    for (int k = 0; k < eta.length; k++) {
      assertEquals(eta[k] - 700, actual[k], 1e-12 * (1 + Math.abs(actual[k])));
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void logProbabilitiesMayOverwriteThePredictors(Link link) {
    double[] eta = {-1, 0.5, 2};
    double[] expected = new double[3];
    PowerFamily.logProbabilities(link, 0.3, eta, expected);
    PowerFamily.logProbabilities(link, 0.3, eta, eta);
    assertArrayEquals(expected, eta);
  }

  @ParameterizedTest
  @MethodSource("links")
  void mostProbableCategoryIsTheSameForEveryAlpha(Link link) {
    Random random = new Random(2);
    for (int trial = 0; trial < 500; trial++) {
      double[] eta = random.doubles(12, -9, 5).toArray();
      int best = largest(eta);
      for (double alpha : ALPHAS) {
        assertEquals(best, largest(probabilities(link, alpha, eta)));
      }
    }
  }

  private static int largest(double[] values) {
    return IntStream.range(0, values.length)
        .reduce((a, b) -> values[b] > values[a] ? b : a)
        .orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("links")
  void probabilitiesOfManyCategoriesSumToOne(Link link) {
    double[] scattered = new Random(3).doubles(100_000, -20, 3).toArray();
    double[] alike = new double[100_000];
    Arrays.fill(alike, -4.7);
    alike[77] = 2;
    double[] far = new Random(4).doubles(100_000, -2000, -1999.9).toArray();
    for (double[] eta : List.of(scattered, alike, far)) {
      for (double alpha : ALPHAS) {
        assertEquals(1, exactSum(probabilities(link, alpha, eta)), 1e-12);
        double[] logs = new double[eta.length];
        PowerFamily.logProbabilities(link, alpha, eta, logs);
        assertEquals(1, exactSum(Arrays.stream(logs).map(Math::exp).toArray()), 1e-12);
      }
    }
  }

  /** {@code DoubleStream.sum} compensates. */
  private static double exactSum(double[] values) {
    return Arrays.stream(values).sum();
  }

  @ParameterizedTest
  @MethodSource("links")
  void extremePredictorsGiveProbabilities(Link link) {
    double[][] predictors = {
      {1e300, 1e300, 1e300},
      {-1e300, -1e300, -1e300},
      {1e300, -1e300, 0},
      {40, 40, -40},
      {-40, -40, -40},
      {Double.MAX_VALUE, -Double.MAX_VALUE, 1},
      {Double.POSITIVE_INFINITY, 0, Double.NEGATIVE_INFINITY},
    };
    for (double[] eta : predictors) {
      for (double alpha : ALPHAS) {
        double[] logs = new double[3];
        PowerFamily.logProbabilities(link, alpha, eta, logs);
        for (double log : logs) {
          assertTrue(Double.isFinite(log) && log <= 0, () -> Arrays.toString(logs));
        }
        double[] p = probabilities(link, alpha, eta);
        assertEquals(1, exactSum(p), 1e-12);
        assertFalse(Arrays.stream(p).anyMatch(x -> x < 0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void equalPredictorsGiveEqualProbabilitiesHoweverExtreme(Link link) {
    for (double eta : new double[] {-1e300, -40, 0, 40, 1e300}) {
      double[] p = probabilities(link, 0.5, new double[] {eta, eta, eta, eta});
      assertArrayEquals(new double[] {0.25, 0.25, 0.25, 0.25}, p, 1e-15);
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void oneCategoryHasTheLogProbabilityOfTheWholeRow(Link link) {
    double[] eta = {-30, -2, 0, 1, 6};
    double[] logCdf = new double[5];
    double[] logSurvival = new double[5];
    PowerFamily.terms(link, eta, 5, logCdf, logSurvival);
    for (double alpha : ALPHAS) {
      double[] logs = new double[5];
      PowerFamily.logProbabilities(link, alpha, eta, logs);
      for (int k = 0; k < 5; k++) {
        assertEquals(logs[k], PowerFamily.logProbability(alpha, k, logCdf, logSurvival, 5));
      }
    }
  }

  @Test
  void weightedProbabilitiesAreAdded() {
    double[] eta = {-2, 0, 1};
    double[] logCdf = new double[3];
    double[] logSurvival = new double[3];
    PowerFamily.terms(Link.PROBIT, eta, 3, logCdf, logSurvival);
    double[] mixed = new double[3];
    PowerFamily.addProbabilities(0.25, 0, logCdf, logSurvival, once(3), new double[3], mixed);
    PowerFamily.addProbabilities(0.75, 1, logCdf, logSurvival, once(3), new double[3], mixed);
    double[] marginal = probabilities(Link.PROBIT, 0, eta);
    double[] conditional = probabilities(Link.PROBIT, 1, eta);
    for (int k = 0; k < 3; k++) {
      assertEquals(0.25 * marginal[k] + 0.75 * conditional[k], mixed[k], 1e-15);
    }
  }

  /**
   * F(α) = Σ_l H_l ((1-H_k)/(1-H_l))^α Π_{j≠k} (1-H_j) is below 1, so that the independent binary
   * likelihood bounds the categorical one from below, for every α and category.
   */
  @ParameterizedTest
  @MethodSource("links")
  void independentBinaryLikelihoodIsBelowTheCategoricalOne(Link link) {
    Random random = new Random(8);
    for (int trial = 0; trial < 2000; trial++) {
      int n = 2 + random.nextInt(8);
      double scale = 4 * random.nextDouble();
      double[] eta = random.doubles(n, -1.5 * scale, scale).toArray();
      double[] logCdf = new double[n];
      double[] logSurvival = new double[n];
      PowerFamily.terms(link, eta, n, logCdf, logSurvival);
      for (double alpha : ALPHAS) {
        for (int k = 0; k < n; k++) {
          double others = Arrays.stream(logSurvival).sum() - logSurvival[k];
          double f = 0;
          for (int l = 0; l < n; l++) {
            f += Math.exp(logCdf[l] + alpha * (logSurvival[k] - logSurvival[l]) + others);
          }
          assertTrue(f < 1, "F = " + f + " for alpha " + alpha + " at " + Arrays.toString(eta));
          double independent = logCdf[k] + others;
          double categorical = PowerFamily.logProbability(alpha, k, logCdf, logSurvival, n);
          assertTrue(independent < categorical);
        }
      }
    }
  }

  private static double[] probabilities(Link link, double alpha, double[] eta) {
    int n = eta.length;
    double[] logCdf = new double[n];
    double[] logSurvival = new double[n];
    PowerFamily.terms(link, eta, n, logCdf, logSurvival);
    double[] result = new double[n];
    PowerFamily.addProbabilities(1, alpha, logCdf, logSurvival, once(n), new double[n], result);
    return result;
  }

  private static int[] once(int n) {
    int[] multiplicities = new int[n];
    Arrays.fill(multiplicities, 1);
    return multiplicities;
  }

  @Test
  void multiplicitiesStandForEqualCategories() {
    double[] eta = {0.3, -1.2, -2};
    double[] repeated = {0.3, -1.2, -1.2, -1.2, -2};
    double[] folded = new double[3];
    double[] logCdf = new double[3];
    double[] logSurvival = new double[3];
    PowerFamily.terms(Link.PROBIT, eta, 3, logCdf, logSurvival);
    PowerFamily.addProbabilities(
        1, 0.4, logCdf, logSurvival, new int[] {1, 3, 1}, new double[3], folded);
    double[] logs = new double[5];
    PowerFamily.logProbabilities(Link.PROBIT, 0.4, repeated, logs);
    assertEquals(Math.exp(logs[0]), folded[0], 1e-15);
    assertEquals(Math.exp(logs[2]), folded[1], 1e-15);
    assertEquals(Math.exp(logs[4]), folded[2], 1e-15);
  }
}
