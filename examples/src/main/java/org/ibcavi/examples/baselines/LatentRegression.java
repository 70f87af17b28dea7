// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.linalg.Cholesky;

/**
 * The linear regression that auxiliary variables leave: given weights ω and responses r of the
 * rows, coefficients with prior N(0, I/λ) have precision λI + XᵀΩX and mean (λI + XᵀΩX)⁻¹Xᵀr.
 * Albert and Chib's variables have ω = 1 and r = z; Pólya-Gamma ones have r = κ.
 */
final class LatentRegression {
  private final Regressors regressors;
  private final double precision;

  /** Rows with an intercept, and λ. */
  LatentRegression(DesignMatrix features, double precision) {
    if (!(precision > 0 && precision < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "precision " + precision + "; must be a positive finite number");
    }
    this.regressors = new Regressors(features, true);
    this.precision = precision;
  }

  int rows() {
    return regressors.features().rows();
  }

  /** The number of coefficients, the intercept with them. */
  int size() {
    return regressors.size();
  }

  /** The factor of the precision matrix if all rows weigh 1. */
  Cholesky factor() {
    double[] ones = new double[rows()];
    Arrays.fill(ones, 1);
    return factor(ones);
  }

  /** The factor of the precision matrix, given a weight for each row. */
  Cholesky factor(double[] weights) {
    int size = size();
    double[] gram = new double[size * size];
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      regressors.addUpperGram(chunk, part(weights, chunk), gram);
    }
    for (int m = 0; m < size; m++) {
      gram[m * size + m] += precision;
    }
    return Cholesky.ofUpper(gram, size)
        .orElseThrow(() -> new ArithmeticException("a precision matrix is not positive definite"));
  }

  /** The coefficients' normal distribution, given the factor of their precision. */
  NormalCoefficients posterior(Cholesky factor, double[] responses) {
    double[] right = new double[size()];
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      regressors.addTransposedProduct(chunk, part(responses, chunk), 1, right);
    }
    return new NormalCoefficients(factor, right);
  }

  private double[] part(double[] values, int chunk) {
    int start = regressors.features().chunkStart(chunk);
    return Arrays.copyOfRange(values, start, start + regressors.features().chunkSize(chunk));
  }

  /** Fills the linear predictor of each row. */
  void predict(double[] beta, double[] eta) {
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      int rows = regressors.features().chunkSize(chunk);
      double[] out = new double[rows];
      regressors.product(chunk, beta, 1, out);
      System.arraycopy(out, 0, eta, regressors.features().chunkStart(chunk), rows);
    }
  }

  /** The variance xᵀΛ⁻¹x of each row's linear predictor. */
  double[] variances(Cholesky factor) {
    double[] variances = new double[rows()];
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      int start = regressors.features().chunkStart(chunk);
      int count = regressors.features().chunkSize(chunk);
      factor.inverseForms(regressors.columns(chunk), count, variances, start, 1);
    }
    return variances;
  }

  /** KL(q ‖ prior) = ½(λ(tr Λ⁻¹ + mᵀm) − P − P log λ + log det Λ). */
  double divergenceFromPrior(NormalCoefficients q) {
    double squares = Arrays.stream(q.factor().inverseDiagonal()).sum();
    for (double mean : q.mean()) {
      squares += mean * mean;
    }
    return 0.5
        * (precision * squares - size() * (1 + Math.log(precision)) + q.factor().logDeterminant());
  }
}
