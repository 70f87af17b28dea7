// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.util.Arrays;

/**
 * A kernel density estimate on [0, 1]: Gaussian kernels of Silverman's width, reflected at both
 * ends so that no mass is lost there (Silverman, 1986, §2.10).
 */
final class UnitDensity {
  private static final double LEAST_WIDTH = 0.004;

  private UnitDensity() {}

  /** The density at equally spaced points from 0 to 1. */
  static double[] at(double[] draws, int points) {
    double mean = Arrays.stream(draws).average().orElse(0);
    double variance = Arrays.stream(draws).map(p -> (p - mean) * (p - mean)).average().orElse(0);
    double width = Math.max(LEAST_WIDTH, 0.9 * Math.sqrt(variance) * Math.pow(draws.length, -0.2));
    double[] density = new double[points];
    for (int i = 0; i < points; i++) {
      double at = (double) i / (points - 1);
      double sum = 0;
      for (double p : draws) {
        sum += kernel((at - p) / width) + kernel((at + p) / width) + kernel((at - 2 + p) / width);
      }
      density[i] = sum / (draws.length * width);
    }
    return density;
  }

  private static double kernel(double z) {
    return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
  }
}
