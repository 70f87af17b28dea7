// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Holds a density's gradient against differences of its values. */
public final class GradientCheck {
  private GradientCheck() {}

  /**
   * Fails unless each derivative is the central difference, to 1e-6.
   *
   * @param target the density
   * @param theta where
   */
  public static void assertGradient(LogDensity target, double[] theta) {
    double[] gradient = new double[theta.length];
    double[] ignored = new double[theta.length];
    target.evaluate(theta, gradient);
    double h = 1e-5;
    for (int j = 0; j < theta.length; j++) {
      double[] up = theta.clone();
      double[] down = theta.clone();
      up[j] += h;
      down[j] -= h;
      double slope = (target.evaluate(up, ignored) - target.evaluate(down, ignored)) / (2 * h);
      assertEquals(slope, gradient[j], 1e-6 * (1 + Math.abs(slope)));
    }
  }
}
