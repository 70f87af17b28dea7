// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What both links promise, whatever their formulas. */
class LinkTest {
  private static final double[] EXTREMES = {
    0,
    Double.MIN_VALUE,
    1e-300,
    6.999999999999999,
    7,
    9.999999999999998,
    10,
    39.99999999999999,
    40,
    700,
    745,
    1e8,
    1e154,
    1.4e154,
    1e300,
    1e308,
    Double.MAX_VALUE
  };

  static List<Link> links() {
    return Link.ALL;
  }

  @ParameterizedTest
  @MethodSource("links")
  void nameIsReadBackInAnyCase(Link link) {
    assertSame(link, Link.named(link.name()));
    assertSame(link, Link.named(link.name().toUpperCase(Locale.ROOT)));
    assertEquals(link.name(), link.toString());
  }

  @Test
  void unknownNameIsRefusedWithTheNamesThatExist() {
    Exception e = assertThrows(IllegalArgumentException.class, () -> Link.named("tobit"));
    assertEquals("link 'tobit'; must be one of probit, logit", e.getMessage());
  }

  @Test
  void probitWeightIsConstantAndLogitWeightIsNot() {
    assertTrue(Link.PROBIT.constantWeight());
    assertEquals(1, Link.PROBIT.maximumWeight());
    assertEquals(1, Link.PROBIT.weight(3, 2));
    assertFalse(Link.LOGIT.constantWeight());
    assertEquals(0.25, Link.LOGIT.maximumWeight());
  }

  @ParameterizedTest
  @MethodSource("links")
  void everyValueIsFiniteForEveryFiniteMean(Link link) {
    for (double size : EXTREMES) {
      for (double m : new double[] {size, -size}) {
        for (double v : new double[] {0, Double.MIN_VALUE, 1, 1e300}) {
          for (boolean positive : new boolean[] {true, false}) {
            String at = link + " " + positive + " " + m + " " + v;
            assertTrue(Double.isFinite(link.bound(positive, m, v)), at);
            assertTrue(Double.isFinite(link.boundSlope(positive, m, v)), at);
            double curvature = link.boundCurvature(positive, m, v);
            assertTrue(curvature >= 0 && curvature <= link.maximumWeight() * (1 + 1e-12), at);
            double weight = link.weight(m, v);
            assertTrue(weight >= 0 && weight <= link.maximumWeight() * (1 + 1e-15), at);
          }
        }
        assertTrue(Double.isFinite(link.logCdf(m)));
        assertTrue(Double.isFinite(link.logCdfSlope(m)));
        assertTrue(Double.isFinite(link.curvature(m)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void infinitiesMapToLimits(Link link) {
    assertEquals(0, link.logCdf(Double.POSITIVE_INFINITY), 0);
    assertEquals(-Double.MAX_VALUE, link.logCdf(Double.NEGATIVE_INFINITY));
    assertEquals(0, link.logCdfSlope(Double.POSITIVE_INFINITY), 0);
    assertFalse(Double.isNaN(link.logCdfSlope(Double.NEGATIVE_INFINITY)));
    assertEquals(0, link.curvature(Double.POSITIVE_INFINITY), 0);
    assertFalse(Double.isNaN(link.curvature(Double.NEGATIVE_INFINITY)));
  }

  @ParameterizedTest
  @MethodSource("links")
  void nanStaysNan(Link link) {
    assertTrue(Double.isNaN(link.logCdf(Double.NaN)));
    assertTrue(Double.isNaN(link.logCdfSlope(Double.NaN)));
    assertTrue(Double.isNaN(link.curvature(Double.NaN)));
    assertTrue(Double.isNaN(link.bound(true, Double.NaN, 1)));
    assertTrue(Double.isNaN(link.boundSlope(true, Double.NaN, 1)));
    assertTrue(Double.isNaN(link.boundCurvature(true, Double.NaN, 1)));
  }

  @ParameterizedTest
  @MethodSource("links")
  void logCdfNeverFallsAcrossTheSeamsOfItsMethods(Link link) {
    for (double seam : new double[] {-40, -10, -1, -0.25, 0, 1, 7, 40}) {
      double below = link.logCdf(seam - 1e-9);
      double at = link.logCdf(seam);
      double above = link.logCdf(seam + 1e-9);
      assertTrue(below <= at && at <= above, link + " " + seam);
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void boundWithoutVarianceIsTheLogLikelihood(Link link) {
    for (double m = -50; m <= 50; m += 0.37) {
      double expected = link.logCdf(m);
      assertEquals(expected, link.bound(true, m, 0), 1e-15 * Math.abs(expected));
      assertEquals(link.logSurvival(m), link.bound(false, m, 0), 1e-15 * Math.abs(m) + 1e-15);
      assertEquals(link.logCdfSlope(m), link.boundSlope(true, m, 0), 1e-15 + 1e-13 * Math.abs(m));
      assertEquals(link.curvature(m), link.boundCurvature(true, m, 0), 1e-15);
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void slopesAndCurvaturesAreDerivatives(Link link) {
    double h = 1e-5;
    for (double m = -12; m <= 12; m += 0.31) {
      for (double v : new double[] {0, 0.01, 3}) {
        for (boolean positive : new boolean[] {true, false}) {
          double slope =
              (link.bound(positive, m + h, v) - link.bound(positive, m - h, v)) / (2 * h);
          assertEquals(slope, link.boundSlope(positive, m, v), 1e-8);
          double curvature =
              (link.boundSlope(positive, m - h, v) - link.boundSlope(positive, m + h, v)) / (2 * h);
          assertEquals(curvature, link.boundCurvature(positive, m, v), 1e-8);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("links")
  void blockGivesTheBitsOfTheScalarMethods(Link link) {
    double[] means = means();
    double[] variances = new Random(5).doubles(means.length, 0, 4).toArray();
    checkBlock(link, means, variances);
    checkBlock(link, means, null);
  }

  private static void checkBlock(Link link, double[] means, double[] variances) {
    int from = 3;
    int totalFrom = 2;
    int length = means.length - 5;
    double weight = 1.7;
    double[] eta = means.clone();
    double[] variance = variances == null ? null : variances.clone();
    double[] total = new Random(6).doubles(means.length).toArray();
    double[] expectedEta = means.clone();
    double[] expectedWeight = variances == null ? null : variances.clone();
    double[] expectedTotal = total.clone();
    for (int j = 0; j < length; j++) {
      double v = variances == null ? 0 : variances[from + j];
      double e = means[from + j];
      expectedTotal[totalFrom + j] += weight * link.bound(false, e, v);
      expectedEta[from + j] = weight * link.boundSlope(false, e, v);
      if (variances != null) {
        expectedWeight[from + j] = weight * link.weight(e, v);
      }
    }
    link.negatives(weight, eta, variance, from, length, total, totalFrom);
    assertArrayEquals(expectedTotal, total);
    assertArrayEquals(expectedEta, eta);
    assertArrayEquals(expectedWeight, variance);
  }

  private static double[] means() {
    double[] means = new Random(4).doubles(2000, -50, 50).toArray();
    for (int i = 0; i < EXTREMES.length; i++) {
      means[20 + 2 * i] = EXTREMES[i];
      means[21 + 2 * i] = -EXTREMES[i];
    }
    return means;
  }

  private static final double[] ALPHAS = {0, 0.25, 0.5, 1};

  /** By the definition, where nothing cancels: log H(η) - α log H(-η) and s(η) + α s(-η). */
  @ParameterizedTest
  @MethodSource("links")
  void scoresTermsAndSlopesAreThoseOfTheDefinition(Link link) {
    double[] eta = {77, -6, -1.5, -0.0, 0.3, 2, 5, 88};
    int n = eta.length - 2;
    for (double alpha : ALPHAS) {
      double[] scores = eta.clone();
      double[] slopes = new double[eta.length];
      double[] terms = new double[n + 1];
      link.scores(alpha, scores, slopes, 1, n);
      link.terms(alpha, eta, 1, n, terms);
      for (int k = 0; k < n; k++) {
        double x = eta[k + 1];
        double score = link.logCdf(x) - alpha * link.logCdf(-x);
        double slope = link.logCdfSlope(x) + alpha * link.logCdfSlope(-x);
        String at = link + " " + alpha + " " + x;
        assertEquals(score, scores[k + 1], 1e-11, at);
        assertEquals(slope, slopes[k + 1], 1e-11, at);
        assertEquals(score, link.score(alpha, x), 1e-11, at);
        assertEquals(slope, link.scoreSlope(alpha, x), 1e-11, at);
        assertEquals(Math.exp(score), terms[k], 1e-11 * Math.exp(score), at);
      }
      assertEquals(77, scores[0]);
      assertEquals(88, scores[n + 1]);
      assertEquals(0, slopes[0]);
      assertEquals(0, slopes[n + 1]);
      assertEquals(0, terms[n]);
    }
  }

  /** 1/√(z(1 + z)) with z = e⁴⁰⁰: the product under the root overflows, the term is no 0. */
  @Test
  void smallTermsDoNotUnderflowEarly() {
    double[] out = new double[1];
    Link.LOGIT.terms(0.5, new double[] {-400}, 0, 1, out);
    assertEquals(Math.exp(-400), out[0], 1e-12 * Math.exp(-400));
  }

  /** E[Φ(η)] = Φ(m/√(1 + v)), by Simpson's rule; MacKay's formula is exact to some 2 %. */
  @ParameterizedTest
  @MethodSource("links")
  void moderatedPredictorsGiveTheMeanProbability(Link link) {
    for (double mean : new double[] {-1.5, 0.4, 2}) {
      for (double variance : new double[] {0.3, 4}) {
        double sum = 0;
        int steps = 2000;
        double h = 20.0 / steps;
        for (int i = 0; i <= steps; i++) {
          double u = -10 + h * i;
          int factor = i == 0 || i == steps ? 1 : 2 + 2 * (i % 2);
          double density = Math.exp(-0.5 * u * u) / Math.sqrt(2 * Math.PI);
          sum += factor * density * Math.exp(link.logCdf(mean + Math.sqrt(variance) * u));
        }
        double expected = sum * h / 3;
        double actual = Math.exp(link.logCdf(link.moderated(mean, variance)));
        assertEquals(expected, actual, link == Link.PROBIT ? 1e-10 : 0.02);
      }
    }
  }

  /** The variance of H is ∫ 2η(1 - H(η)) dη over the positive half line, twice. */
  @ParameterizedTest
  @MethodSource("links")
  void deviationIsThatOfTheDistribution(Link link) {
    double h = 1e-3;
    double sum = 0;
    for (double eta = h / 2; eta < 60; eta += h) {
      sum += h * 4 * eta * Math.exp(link.logSurvival(eta));
    }
    assertEquals(Math.sqrt(sum), link.deviation(), 1e-6);
  }

  @Test
  void onlySoftmaxIsBlindToACommonShift() {
    for (Link link : Link.ALL) {
      for (double alpha : ALPHAS) {
        Likelihood likelihood = new Likelihood(link, alpha);
        double change = link.score(alpha, 1.7) - link.score(alpha, 0.7);
        double other = link.score(alpha, -0.4) - link.score(alpha, -1.4);
        assertEquals(Math.abs(change - other) < 1e-12, likelihood.blindToCommonShift());
      }
    }
  }

  @Test
  void aPowerOutsideZeroToOneIsRefused() {
    for (double alpha : new double[] {-1e-300, 1.0000001, Double.NaN}) {
      Exception e =
          assertThrows(IllegalArgumentException.class, () -> new Likelihood(Link.LOGIT, alpha));
      assertEquals("alpha " + alpha + "; must be between 0 and 1", e.getMessage());
    }
  }
}
