// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

/** The rule for variances and means. */
final class Variances {
  private Variances() {}

  static void check(String what, double variance) {
    if (!(variance > 0) || Double.isInfinite(variance) || Double.isInfinite(1 / variance)) {
      throw new IllegalArgumentException(
          what + " " + variance + "; must be above 0, and it and its reciprocal finite");
    }
  }

  static double[] finiteMean(double[] mean) {
    for (int p = 0; p < mean.length; p++) {
      if (!Double.isFinite(mean[p])) {
        throw new IllegalArgumentException(
            "prior mean of coefficient " + p + ": " + mean[p] + "; must be finite");
      }
    }
    return mean.clone();
  }

  static void checkLength(int given, int features, boolean intercept) {
    int needed = features + (intercept ? 1 : 0);
    if (given != needed) {
      throw new IllegalArgumentException(
          "the prior has "
              + given
              + " coefficients; the model has "
              + needed
              + " ("
              + features
              + " features"
              + (intercept ? " and the intercept, which comes last)" : ")"));
    }
  }
}
