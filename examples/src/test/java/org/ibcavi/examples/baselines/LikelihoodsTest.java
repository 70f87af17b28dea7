// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Category probabilities against the stories of their models, and against closed forms. */
class LikelihoodsTest {
  private static final int COUNT = 60_000;

  static Stream<CategoricalLikelihood> likelihoods() {
    return Stream.of(
        StickBreaking.inOrder(2, 0, 3, 1),
        new MultinomialProbit(4, MultinomialProbit.NO_BASE),
        new MultinomialProbit(4, 1),
        new BinaryFamily(Link.LOGIT, true, 4),
        new BinaryFamily(Link.PROBIT, true, 4),
        new BinaryFamily(Link.LOGIT, false, 4));
  }

  @ParameterizedTest
  @MethodSource("likelihoods")
  void probabilitiesAreTheSharesOfSimulatedCategories(CategoricalLikelihood likelihood) {
    double[] eta = Arrays.copyOf(new double[] {0.8, -1.1, 0.3, -0.2}, likelihood.predictors());
    double[] p = new double[4];
    likelihood.probabilities(eta, p);
    double[] shares = new double[4];
    SplittableRandom random = new SplittableRandom(3);
    for (int t = 0; t < COUNT; t++) {
      shares[likelihood.simulate(eta, random)] += 1.0 / COUNT;
    }
    for (int k = 0; k < 4; k++) {
      assertEquals(p[k], shares[k], 5 * Math.sqrt(p[k] * (1 - p[k]) / COUNT));
    }
    assertEquals(1, Arrays.stream(p).sum(), 1e-12);
  }

  /** Two utilities differ by a normal variable with variance 2. */
  @Test
  void twoUtilitiesHaveTheProbabilityOfTheirDifference() {
    for (double difference : new double[] {-40, -9, -1, 0, 0.3, 4, 12}) {
      double[] slopes = new double[2];
      double actual = MultinomialProbit.logProbability(0, new double[] {difference + 3, 3}, slopes);
      double argument = difference / Math.sqrt(2);
      double expected = Link.PROBIT.logCdf(argument);
      assertEquals(expected, actual, 1e-11 * Math.max(1, -expected));
      double slope = Link.PROBIT.logCdfSlope(argument) / Math.sqrt(2);
      assertArrayEquals(new double[] {slope, -slope}, slopes, 1e-10 * (1 + slope));
    }
  }

  /** Equal utilities share; ln 1/K down to K = 300, where the integrand is narrow and far out. */
  @Test
  void equalUtilitiesHaveEqualProbabilities() {
    for (int k : new int[] {3, 20, 300}) {
      double log = MultinomialProbit.logProbability(1, new double[k], new double[k]);
      assertEquals(-Math.log(k), log, 1e-10);
    }
  }

  @Test
  void gradientsOfTheProbitPosteriorAreThoseOfTheValue() {
    TrainingData data = SmallProblem.data(25, 2, 4, 1);
    for (int base = MultinomialProbit.NO_BASE; base < 4; base += 2) {
      MultinomialProbitTarget target =
          new MultinomialProbitTarget(data, 0.5, new MultinomialProbit(4, base));
      double[] theta = new SplittableRandom(2).doubles(target.size(), -2, 2).toArray();
      GradientCheck.assertGradient(target, theta);
    }
  }

  @Test
  void frequentCategoriesAreAskedForFirst() {
    TrainingData.Builder data = TrainingData.dense(1, 4);
    for (int label : new int[] {2, 1, 2, 3, 3, 2}) {
      data.add(new double[] {label}, label);
    }
    assertArrayEquals(new int[] {2, 3, 1, 0}, StickBreaking.byFrequency(data.build()).order());
  }

  @Test
  void badOrdersAndBasesAreNamed() {
    assertEquals(
        "order [0, 2, 2]; must name each category from 0 once",
        assertThrows(IllegalArgumentException.class, () -> StickBreaking.inOrder(0, 2, 2))
            .getMessage());
    assertEquals(
        "base 3; must be a category below 3, or -1",
        assertThrows(IllegalArgumentException.class, () -> new MultinomialProbit(3, 3))
            .getMessage());
  }
}
