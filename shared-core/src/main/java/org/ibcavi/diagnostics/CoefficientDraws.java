// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;

/**
 * Draws of all categories' coefficients from independent normals, N(μ_k, Σ_k). Categories without
 * rows have the same normal but draws of their own. A draw depends on its seed and number alone.
 */
final class CoefficientDraws {
  private final int[] unitOfCategory;
  private final Coefficients means;
  private final PosteriorCovariance covariance;
  private final long seed;

  CoefficientDraws(Problem problem, Coefficients means, PosteriorCovariance covariance, long seed) {
    this.unitOfCategory = problem.competitors();
    this.means = means;
    this.covariance = covariance;
    this.seed = seed;
  }

  /** A draw with its log density. */
  record Draw(Coefficients coefficients, double logDensity) {}

  /**
   * The draw of a number, a vector for each category.
   *
   * @param number from 0
   */
  Draw draw(int number) {
    SplittableRandom random = new SplittableRandom(Hash.of(seed, number));
    Coefficients drawn = new Coefficients(means.size(), unitOfCategory.length);
    double logDensity = 0;
    for (int k = 0; k < unitOfCategory.length; k++) {
      double[] vector = new double[means.size()];
      for (int p = 0; p < vector.length; p++) {
        vector[p] = random.nextGaussian();
        logDensity -= 0.5 * (vector[p] * vector[p] + Math.log(2 * Math.PI));
      }
      logDensity += 0.5 * logPrecision(unitOfCategory[k]);
      covariance.color(unitOfCategory[k], vector);
      double[] mean = means.vector(unitOfCategory[k]);
      Arrays.setAll(vector, p -> mean[p] + vector[p]);
      drawn.set(k, vector);
    }
    return new Draw(drawn, logDensity);
  }

  /** log|Σ⁻¹| of a unit. */
  private double logPrecision(int unit) {
    return covariance.diagonal()
        ? -Arrays.stream(covariance.variances(unit)).map(Math::log).sum()
        : covariance.precision(unit).logDeterminant();
  }
}
