// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

/** A Gaussian with given mean and precision matrix. */
final class GaussianTarget implements LogDensity {
  private final double[] mean;
  private final double[][] precision;

  GaussianTarget(double[] mean, double[][] precision) {
    this.mean = mean;
    this.precision = precision;
  }

  @Override
  public int size() {
    return mean.length;
  }

  @Override
  public double evaluate(double[] theta, double[] gradient) {
    double value = 0;
    for (int i = 0; i < mean.length; i++) {
      gradient[i] = 0;
      for (int j = 0; j < mean.length; j++) {
        gradient[i] -= precision[i][j] * (theta[j] - mean[j]);
      }
      value += 0.5 * gradient[i] * (theta[i] - mean[i]);
    }
    return value;
  }
}
