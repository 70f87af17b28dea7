// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;

/** Vectors of coefficients, one for each category, in the order of {@link CategoricalTarget}. */
final class Coefficients {
  private Coefficients() {}

  /** Vectors of P coefficients as columns of a row-major P × count matrix. */
  static double[] interleaved(double[][] vectors) {
    double[] theta = new double[vectors.length * vectors[0].length];
    for (int k = 0; k < vectors.length; k++) {
      for (int m = 0; m < vectors[k].length; m++) {
        theta[m * vectors.length + k] = vectors[k][m];
      }
    }
    return theta;
  }

  /** The means of coefficients, in the same order. */
  static double[] means(NormalCoefficients[] posteriors) {
    return interleaved(
        Arrays.stream(posteriors).map(NormalCoefficients::mean).toArray(double[][]::new));
  }

  /** The standard deviations of coefficients, in the same order. */
  static double[] deviations(NormalCoefficients[] posteriors) {
    return interleaved(
        Arrays.stream(posteriors)
            .map(q -> Arrays.stream(q.factor().inverseDiagonal()).map(Math::sqrt).toArray())
            .toArray(double[][]::new));
  }
}
