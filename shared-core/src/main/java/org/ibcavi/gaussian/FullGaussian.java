// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.gaussian;

import java.util.Arrays;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.linalg.Products;

/** A density with any precision, kept as the whole symmetric matrix. */
final class FullGaussian implements GaussianPrior {
  private static final long serialVersionUID = 1;

  private final double[] mean;
  private final double[] precision;
  private final double logDeterminant;

  FullGaussian(double[] mean, double[] precision, double logDeterminant) {
    this.mean = mean;
    this.precision = precision;
    this.logDeterminant = logDeterminant;
  }

  /** Λ₀ = L·Lᵀ. */
  static FullGaussian of(double[] mean, Cholesky factor) {
    int n = mean.length;
    double[] product = new double[n * n];
    for (int p = 0; p < n; p++) {
      product[p * n + p] = 1;
    }
    factor.multiplyUpper(product, 0, n, n);
    factor.multiplyLower(product, 0, n, n);
    return new FullGaussian(mean, product, factor.logDeterminant());
  }

  @Override
  public GaussianPrior around(double[] otherMean) {
    return new FullGaussian(otherMean, precision, logDeterminant);
  }

  @Override
  public int size() {
    return mean.length;
  }

  @Override
  public double mean(int coefficient) {
    return mean[coefficient];
  }

  @Override
  public double precision(int coefficient) {
    return precision[coefficient * mean.length + coefficient];
  }

  @Override
  public double logDeterminant() {
    return logDeterminant;
  }

  @Override
  public void addPrecision(double[] upper) {
    int n = mean.length;
    for (int p = 0; p < n; p++) {
      for (int at = p * n + p; at < (p + 1) * n; at++) {
        upper[at] += precision[at];
      }
    }
  }

  @Override
  public void precisionTimesOffset(double[] coefficients, int width, double[] out) {
    int n = mean.length;
    double[] offset = new double[coefficients.length];
    for (int p = 0, at = 0; p < n; p++) {
      for (int j = 0; j < width; j++, at++) {
        offset[at] = coefficients[at] - mean[p];
      }
    }
    Arrays.fill(out, 0, n * width, 0);
    Products.addProduct(n, n, width, precision, 0, n, 1, offset, 0, width, out, 0, width);
  }

  @Override
  public double traceWithInverse(Cholesky posteriorPrecision) {
    int n = mean.length;
    double[] solved = precision.clone();
    posteriorPrecision.solve(solved, 0, n, n);
    double trace = 0;
    for (int p = 0; p < n; p++) {
      trace += solved[p * n + p];
    }
    return trace;
  }
}
