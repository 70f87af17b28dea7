// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.family;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.ibcavi.link.Link;
import org.junit.jupiter.api.Test;

class PowerAverageTest {
  private static final List<Link> LINKS = List.of(Link.PROBIT, Link.LOGIT);
  private static final double[] GRID =
      IntStream.rangeClosed(0, 10).mapToDouble(i -> i / 10.0).toArray();

  private final Random random = new Random(5);

  @Test
  void theAverageIsThatOfTheMembersTakenOneByOne() {
    double[][] families = {GRID, {0, 1}, {0.5}, {0, 0.5, 1}, {0.3, 0.4, 0.5}, {1}, {0}};
    for (Link link : LINKS) {
      for (double[] alphas : families) {
        for (double spread : new double[] {0.1, 2, 8, 40, 300}) {
          check(link, alphas, spread, 1 + random.nextInt(40));
        }
      }
    }
  }

  @Test
  void membersThatAreNotEvenlySpacedGiveTheirAverageToo() {
    for (Link link : LINKS) {
      check(link, new double[] {0, 0.3, 1}, 2, 7);
      check(link, new double[] {1, 0.5, 0}, 2, 7);
    }
  }

  @Test
  void manyCategoriesSumToOne() {
    int n = 100_003;
    double[] eta = random.doubles(n, -4, -3).toArray();
    double[] p = new double[n];
    new PowerAverage(Link.PROBIT, GRID, weights(GRID.length)).add(1, eta, 0, ones(n), p);
    assertEquals(1, Arrays.stream(p).sum(), 1e-12);
  }

  @Test
  void hugePredictorsLeaveProbabilitiesThatSumToOne() {
    for (Link link : LINKS) {
      double[] p = new double[4];
      double[] eta = {1e150, -1e150, 1e150, 0};
      new PowerAverage(link, new double[] {0.5, 1}, weights(2)).add(1, eta, 0, ones(4), p);
      assertArrayEquals(new double[] {0.5, 0, 0.5, 0}, p, 1e-15);
    }
  }

  /** Far below the others a probability is e^η or so, not 0. */
  /** A row far from all others may have predictors so low that only their differences count. */
  @Test
  void categoriesLeftOutHaveNoShareHoweverLowTheOthersAre() {
    double[][] families = {{0}, {0.5}, {1}, {1e-80}, {0, 1}, {0, 0.5, 1}};
    for (Link link : LINKS) {
      for (double[] alphas : families) {
        for (double low : new double[] {-5, -300, -1e5, -1e150}) {
          double[] p = new double[3];
          double[] eta = {low, Double.NEGATIVE_INFINITY, low};
          new PowerAverage(link, alphas, weights(alphas.length))
              .add(1, eta, 0, new int[] {1, 0, 1}, p);
          assertArrayEquals(new double[] {0.5, 0, 0.5}, p, 1e-12, link + ", " + low);
        }
      }
    }
  }

  @Test
  void smallProbabilitiesKeepTheirSize() {
    for (Link link : LINKS) {
      for (double alpha : new double[] {0, 0.5, 1}) {
        double[] eta = link == Link.LOGIT ? new double[] {1, -500} : new double[] {1, -30};
        double[] p = new double[2];
        new PowerAverage(link, new double[] {alpha}, new double[] {1}).add(1, eta, 0, ones(2), p);
        double[] logs = new double[2];
        PowerFamily.logProbabilities(link, alpha, eta, logs);
        assertEquals(logs[1], Math.log(p[1]), 1e-12 * Math.abs(logs[1]), link + " " + alpha);
      }
    }
  }

  /** So far down log σ(η) = η: every member is softmax. */
  @Test
  void predictorsThatAreAllFarBelowZeroAreComparedWithEachOther() {
    for (double alpha : new double[] {0, 0.5, 1}) {
      double[] p = new double[2];
      double[] eta = {-900, -901};
      new PowerAverage(Link.LOGIT, new double[] {alpha}, new double[] {1})
          .add(1, eta, 0, ones(2), p);
      double first = 1 / (1 + Math.exp(-1));
      assertArrayEquals(new double[] {first, 1 - first}, p, 1e-12);
    }
  }

  @Test
  void logProbabilitiesAreThoseOfTheFamily() {
    double[][] families = {GRID, {0, 1}, {0.5}, {0, 0.3, 1}};
    for (Link link : LINKS) {
      for (double[] alphas : families) {
        for (double spread : new double[] {0.1, 2, 40, 300}) {
          checkLogs(link, alphas, spread, 1 + random.nextInt(300));
        }
      }
    }
  }

  private void checkLogs(Link link, double[] alphas, double spread, int n) {
    double[] eta = IntStream.range(0, n).mapToDouble(k -> spread * random.nextGaussian()).toArray();
    int category = random.nextInt(n);
    double[] sums = new double[alphas.length];
    Arrays.fill(sums, 1);
    new PowerAverage(link, alphas, weights(alphas.length))
        .addLogProbabilities(eta, category, ones(n), sums);
    double[] expected = new double[n];
    for (int i = 0; i < alphas.length; i++) {
      PowerFamily.logProbabilities(link, alphas[i], eta, expected);
      double value = expected[category];
      assertEquals(1 + value, sums[i], 1e-12 * (1 + Math.abs(value)), link + " " + spread);
    }
  }

  @Test
  void alphasAndWeightsMustMatch() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new PowerAverage(Link.PROBIT, new double[2], new double[3]));
    assertThrows(
        IllegalArgumentException.class,
        () -> new PowerAverage(Link.PROBIT, new double[] {1.5}, new double[] {1}));
  }

  private void check(Link link, double[] alphas, double spread, int n) {
    double[] eta = IntStream.range(0, n).mapToDouble(k -> spread * random.nextGaussian()).toArray();
    int[] multiplicities = IntStream.range(0, n).map(k -> 1 + random.nextInt(3)).toArray();
    double[] weights = weights(alphas.length);
    double[] expected = slowAverage(link, alphas, weights, eta, multiplicities);
    double[] actual = new double[n];
    new PowerAverage(link, alphas, weights).add(2, eta, 0, multiplicities, actual);
    for (int k = 0; k < n; k++) {
      // Relative, far into the tails: an exponent of 700 is known to 700 roundings.
      assertEquals(2 * expected[k], actual[k], 1e-11 * expected[k] + 1e-300, link + " " + spread);
    }
  }

  /** From the logarithms of every member's probabilities, each category as often as it counts. */
  private static double[] slowAverage(
      Link link, double[] alphas, double[] weights, double[] eta, int[] multiplicities) {
    double[] result = new double[eta.length];
    for (int i = 0; i < alphas.length; i++) {
      double alpha = alphas[i];
      double[] score =
          Arrays.stream(eta).map(e -> link.logCdf(e) - alpha * link.logSurvival(e)).toArray();
      double max = Arrays.stream(score).max().orElseThrow();
      double sum = 0;
      for (int k = 0; k < eta.length; k++) {
        sum += multiplicities[k] * Math.exp(score[k] - max);
      }
      for (int k = 0; k < eta.length; k++) {
        result[k] += weights[i] * Math.exp(score[k] - max) / sum;
      }
    }
    return result;
  }

  private double[] weights(int count) {
    double[] weights = random.doubles(count, 0.1, 1).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(w -> w / sum).toArray();
  }

  private static int[] ones(int n) {
    int[] ones = new int[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
