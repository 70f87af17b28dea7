// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.random.RandomGenerator;
import org.ibcavi.linalg.Cholesky;

/** A normal distribution of coefficients: precision Λ = LLᵀ and mean Λ⁻¹b. */
final class NormalCoefficients {
  private final Cholesky factor;

  /** L⁻¹b, from which the mean and draws are one triangular solve away. */
  private final double[] half;

  /** Takes the factor L and the right side b, which is overwritten. */
  NormalCoefficients(Cholesky factor, double[] right) {
    this.factor = factor;
    this.half = right;
    factor.solveLower(half, 0, 1, 1);
  }

  Cholesky factor() {
    return factor;
  }

  double[] mean() {
    double[] mean = half.clone();
    factor.solveUpper(mean, 0, 1, 1);
    return mean;
  }

  /** Lᵀβ = L⁻¹b + noise has mean Λ⁻¹b and covariance Λ⁻¹. */
  double[] draw(RandomGenerator random) {
    double[] draw = half.clone();
    for (int m = 0; m < draw.length; m++) {
      draw[m] += random.nextGaussian();
    }
    factor.solveUpper(draw, 0, 1, 1);
    return draw;
  }
}
