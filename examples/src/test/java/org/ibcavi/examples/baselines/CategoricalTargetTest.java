// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values and gradients against sums and finite differences. */
class CategoricalTargetTest {
  private static final TrainingData DATA = SmallProblem.data(300, 3, 4, 1);

  private static double[] point(int size) {
    SplittableRandom random = new SplittableRandom(2);
    double[] theta = new double[size];
    java.util.Arrays.setAll(theta, j -> 0.7 * random.nextGaussian());
    return theta;
  }

  @ParameterizedTest
  @CsvSource({
    "probit, 0, false",
    "probit, 0.3, false",
    "probit, 1, true",
    "logit, 0, true",
    "logit, 0.3, false",
    "logit, 1, false",
    "logit, 1, true"
  })
  void gradientsAreThoseOfTheValue(String link, double alpha, boolean identified) {
    Link chosen = link.equals("probit") ? Link.PROBIT : Link.LOGIT;
    CategoricalTarget target = CategoricalTarget.of(DATA, chosen, alpha, 0.5);
    target = identified ? target.identified() : target;
    GradientCheck.assertGradient(target, point(target.size()));
  }

  @Test
  void theValueIsTheLogJoint() {
    CategoricalTarget target = CategoricalTarget.softmax(DATA, 2);
    double[] theta = point(target.size());
    double[][] p = target.probabilities(theta, DATA.features());
    double expected = 0;
    for (int i = 0; i < DATA.rows(); i++) {
      expected += Math.log(p[i][DATA.label(i)]);
    }
    for (double value : theta) {
      expected -= value * value;
    }
    assertEquals(expected, target.evaluate(theta, new double[theta.length]), 1e-9);
  }

  @Test
  void threadsDoNotChangeABit() {
    CategoricalTarget target = CategoricalTarget.softmax(SmallProblem.data(2000, 3, 4, 1), 1);
    double[] theta = point(target.size());
    double[] alone = new double[theta.length];
    double[] together = new double[theta.length];
    try (Workers workers = Workers.of(3)) {
      assertEquals(
          target.evaluate(theta, alone), target.on(workers).evaluate(theta, together), 0.0);
    }
    assertArrayEquals(alone, together, 0.0);
  }

  /** With an intercept alone the fitted probabilities are the classes' shares. */
  @Test
  void maximumLikelihoodOfInterceptsGivesTheShares() {
    TrainingData.Builder builder = TrainingData.dense(1, 3);
    int[] counts = {10, 25, 65};
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < counts[k]; i++) {
        builder.add(new double[] {0}, k);
      }
    }
    TrainingData data = builder.build();
    CategoricalTarget target = CategoricalTarget.softmax(data, 0);
    double[] theta = new QuasiNewton(target, 200, 1e-9).run(point -> {});
    double[] p = target.probabilities(theta, data.features())[0];
    assertArrayEquals(new double[] {0.1, 0.25, 0.65}, p, 1e-9);
  }

  @Test
  void quasiNewtonEndsWhereTheGradientIsZero() {
    CategoricalTarget target = CategoricalTarget.softmax(DATA, 0.1);
    double[] theta = new QuasiNewton(target, 500, 1e-5).run(point -> {});
    double[] gradient = new double[theta.length];
    target.evaluate(theta, gradient);
    assertArrayEquals(new double[theta.length], gradient, 1e-5);
  }
}
