// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

import java.util.Arrays;
import org.ibcavi.gaussian.GaussianPrior;

/**
 * Mean zero, one variance for all weights and another for the intercept.
 *
 * @param weightVariance of every weight, above 0
 * @param interceptVariance of the intercept, above 0
 */
public record IsotropicPrior(double weightVariance, double interceptVariance) implements Prior {
  /**
   * Checks the variances.
   *
   * @param weightVariance of every weight, above 0
   * @param interceptVariance of the intercept, above 0
   */
  public IsotropicPrior {
    Variances.check("weight variance", weightVariance);
    Variances.check("intercept variance", interceptVariance);
  }

  @Override
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public GaussianPrior over(int features, boolean intercept) {
    double[] precision = new double[features + (intercept ? 1 : 0)];
    Arrays.fill(precision, 1 / weightVariance);
    if (intercept) {
      precision[features] = 1 / interceptVariance;
    }
    return GaussianPrior.diagonal(new double[precision.length], precision);
  }
}
