// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.examples.baselines.GradientCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The density that exact draws are from, against figures, sums and finite differences. */
class MemberPosteriorTest {
  /** Values from mpmath with 30 digits; the two ways of the normal tail meet at 3. */
  @ParameterizedTest
  @CsvSource({
    "-40, -804.60844201375379, 40.024968847207264",
    "-10, -53.231285150512471, 10.098093233962512",
    "-3.0001, -6.6080545360230519, 3.2831915991691082",
    "-2.9999, -6.6073979162920553, 3.2830057110064716",
    "-1, -1.8410216450092635, 1.5251352761609812",
    "0.5, -0.36894641528865639, 0.50916043383703349",
    "2.5, -0.0062290254858600024, 0.017637825486916735",
    "3.5, -0.00023265614137680455, 0.000872885753654736",
    "8, -6.2209605742717858e-16, 5.0522710835368954e-15"
  })
  void normalTailsAreRight(double eta, double logCdf, double slope) {
    BinaryTails tails = BinaryTails.of("probit");
    tails.at(eta);
    assertEquals(logCdf, tails.logLower, 1e-11 * Math.abs(logCdf));
    assertEquals(slope, tails.lowerSlope, 1e-11 * slope);
    tails.at(-eta);
    assertEquals(logCdf, tails.logUpper, 1e-11 * Math.abs(logCdf));
    assertEquals(-slope, tails.upperSlope, 1e-11 * slope);
  }

  private static MemberProblem problem(String link, double alpha) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[30][2];
    int[] labels = new int[rows.length];
    double[] weights = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      Arrays.setAll(rows[i], m -> random.nextGaussian());
      labels[i] = random.nextInt(3);
      weights[i] = 3 * random.nextDouble();
    }
    return new MemberProblem("test", link, alpha, 2, 4, rows, labels, weights, rows);
  }

  private static double[] point(int size) {
    return new SplittableRandom(2).doubles(size, -2, 2).toArray();
  }

  @ParameterizedTest
  @CsvSource({"probit, 0", "probit, 0.5", "probit, 1", "logit, 0", "logit, 0.5", "logit, 1"})
  void gradientsAreThoseOfTheValue(String link, double alpha) {
    MemberPosterior target = new MemberPosterior(problem(link, alpha));
    GradientCheck.assertGradient(target, point(target.size()));
  }

  /** Softmax by its usual formula, the weights of the rows and both variances of the prior. */
  @Test
  void theValueIsTheWeightedLogJoint() {
    MemberProblem problem = problem("logit", 1);
    MemberPosterior target = new MemberPosterior(problem);
    double[] theta = point(target.size());
    double expected = 0;
    for (int i = 0; i < problem.rows().length; i++) {
      double[] x = problem.rows()[i];
      double[] powers = new double[4];
      Arrays.setAll(
          powers, k -> Math.exp(theta[3 * k] * x[0] + theta[3 * k + 1] * x[1] + theta[3 * k + 2]));
      double share = powers[problem.labels()[i]] / Arrays.stream(powers).sum();
      expected += problem.weights()[i] * Math.log(share);
    }
    for (int k = 0; k < 4; k++) {
      double squares = Math.pow(theta[3 * k], 2) + Math.pow(theta[3 * k + 1], 2);
      expected -= 0.5 * (squares / 2 + Math.pow(theta[3 * k + 2], 2) / 25);
    }
    assertEquals(expected, target.evaluate(theta, new double[theta.length]), 1e-10);
  }
}
