// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

/** Means of dependent vectors with standard errors by batch means. */
final class BatchedMean {
  private final double[][] sums;
  private final int length;
  private int count;

  /** So many batches of draws; draws beyond the last whole batch are not used. */
  BatchedMean(int batches, int draws) {
    sums = new double[batches][];
    length = draws / batches;
  }

  void add(double[] vector) {
    int batch = count++ / length;
    if (batch >= sums.length) {
      return;
    }
    if (sums[batch] == null) {
      sums[batch] = new double[vector.length];
    }
    for (int j = 0; j < vector.length; j++) {
      sums[batch][j] += vector[j] / length;
    }
  }

  double mean(int j) {
    double sum = 0;
    for (double[] batch : sums) {
      sum += batch[j];
    }
    return sum / sums.length;
  }

  double standardError(int j) {
    double mean = mean(j);
    double sum = 0;
    for (double[] batch : sums) {
      sum += (batch[j] - mean) * (batch[j] - mean);
    }
    return Math.sqrt(sum / (sums.length - 1) / sums.length);
  }
}
