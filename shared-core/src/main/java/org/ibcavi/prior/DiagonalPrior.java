// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

import java.util.Arrays;
import org.ibcavi.gaussian.GaussianPrior;

/** Independent coefficients with a mean and a variance each; the intercept comes last. */
final class DiagonalPrior implements Prior {
  private final double[] mean;
  private final double[] variances;

  DiagonalPrior(double[] mean, double[] variances) {
    if (mean.length != variances.length) {
      throw new IllegalArgumentException(
          mean.length
              + " prior means for "
              + variances.length
              + " prior variances; there must be as many of each");
    }
    for (int p = 0; p < variances.length; p++) {
      Variances.check("prior variance of coefficient " + p + ":", variances[p]);
    }
    this.mean = Variances.finiteMean(mean);
    this.variances = variances.clone();
  }

  @Override
  public GaussianPrior over(int features, boolean intercept) {
    Variances.checkLength(mean.length, features, intercept);
    return GaussianPrior.diagonal(
        mean.clone(), Arrays.stream(variances).map(variance -> 1 / variance).toArray());
  }

  @Override
  public String toString() {
    return "DiagonalPrior[" + mean.length + " coefficients]";
  }
}
