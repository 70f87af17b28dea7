// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.prior;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.ejml.dense.row.linsol.chol.LinearSolverChol_DDRM;
import org.ibcavi.gaussian.GaussianPrior;

/** A multivariate normal with any covariance; the intercept comes last. */
final class FullPrior implements Prior {
  private final double[] mean;
  private final double[] precision;
  private final double logDeterminant;

  FullPrior(double[] mean, double[][] covariance) {
    int n = mean.length;
    this.mean = Variances.finiteMean(mean);
    CholeskyDecompositionInner_DDRM factor = new CholeskyDecompositionInner_DDRM(true);
    LinearSolverChol_DDRM solver = new LinearSolverChol_DDRM(factor);
    if (!solver.setA(DMatrixRMaj.wrap(n, n, checked(covariance, n)))) {
      throw new IllegalArgumentException("prior covariance; must be positive definite");
    }
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    solver.invert(inverse);
    this.precision = inverse.data;
    this.logDeterminant = -logDeterminant(factor.getT(null));
  }

  private static double logDeterminant(DMatrixRMaj triangle) {
    double sum = 0;
    for (int p = 0; p < triangle.numRows; p++) {
      sum += 2 * Math.log(triangle.get(p, p));
    }
    return sum;
  }

  private static double[] checked(double[][] covariance, int n) {
    if (covariance.length != n) {
      throw new IllegalArgumentException(
          "prior covariance of "
              + covariance.length
              + " rows for "
              + n
              + " prior means; there must be as many of each");
    }
    for (int p = 0; p < n; p++) {
      if (covariance[p].length != n) {
        throw new IllegalArgumentException(
            "prior covariance, row " + p + ": " + covariance[p].length + " values; must be " + n);
      }
      Variances.check("prior variance of coefficient " + p + ":", covariance[p][p]);
    }
    double[] flat = new double[n * n];
    for (int p = 0; p < n; p++) {
      for (int q = 0; q < n; q++) {
        checkSymmetry(covariance, p, q);
        flat[p * n + q] = covariance[p][q];
      }
    }
    return flat;
  }

  private static void checkSymmetry(double[][] covariance, int p, int q) {
    double size = Math.sqrt(covariance[p][p]) * Math.sqrt(covariance[q][q]);
    if (!(Math.abs(covariance[p][q] - covariance[q][p]) <= 1e-9 * size)) {
      throw new IllegalArgumentException(
          "prior covariance, row "
              + p
              + ", column "
              + q
              + ": "
              + covariance[p][q]
              + " but "
              + covariance[q][p]
              + " across the diagonal; must be finite and symmetric");
    }
  }

  @Override
  public GaussianPrior over(int features, boolean intercept) {
    Variances.checkLength(mean.length, features, intercept);
    return GaussianPrior.full(mean, precision, logDeterminant);
  }

  @Override
  public String toString() {
    return "FullPrior[" + mean.length + " coefficients]";
  }
}
