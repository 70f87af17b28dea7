// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.gaussian;

import org.ibcavi.linalg.Cholesky;

/** A density with a diagonal precision. */
final class DiagonalGaussian implements GaussianPrior {
  private static final long serialVersionUID = 1;

  private final double[] mean;
  private final double[] precision;

  DiagonalGaussian(double[] mean, double[] precision) {
    this.mean = mean;
    this.precision = precision;
  }

  @Override
  public GaussianPrior around(double[] otherMean) {
    return new DiagonalGaussian(otherMean, precision);
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
    return precision[coefficient];
  }

  @Override
  public double logDeterminant() {
    double sum = 0;
    for (double lambda : precision) {
      sum += Math.log(lambda);
    }
    return sum;
  }

  @Override
  public void addPrecision(double[] upper) {
    for (int p = 0; p < precision.length; p++) {
      upper[p * precision.length + p] += precision[p];
    }
  }

  @Override
  public void precisionTimesOffset(double[] coefficients, int width, double[] out) {
    for (int p = 0, at = 0; p < precision.length; p++) {
      for (int j = 0; j < width; j++, at++) {
        out[at] = precision[p] * (coefficients[at] - mean[p]);
      }
    }
  }

  @Override
  public double traceWithInverse(Cholesky posteriorPrecision) {
    double[] variances = posteriorPrecision.inverseDiagonal();
    double trace = 0;
    for (int p = 0; p < precision.length; p++) {
      trace += precision[p] * variances[p];
    }
    return trace;
  }
}
