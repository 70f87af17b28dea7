// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

/** The mean of vectors that come one after the other. */
final class RunningMean {
  private final double[] mean;
  private int count;

  RunningMean(int size) {
    mean = new double[size];
  }

  void add(double[] vector) {
    count++;
    for (int j = 0; j < mean.length; j++) {
      mean[j] += (vector[j] - mean[j]) / count;
    }
  }

  /** Takes a vector for the mean until the next is added. */
  void replace(double[] vector) {
    System.arraycopy(vector, 0, mean, 0, mean.length);
    count = 0;
  }

  double[] value() {
    return mean.clone();
  }
}
