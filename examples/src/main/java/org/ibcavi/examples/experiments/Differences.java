// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

/** Absolute differences between matrices of the same shape. */
final class Differences {
  private Differences() {}

  static double largest(double[][] one, double[][] other) {
    double largest = 0;
    for (int i = 0; i < one.length; i++) {
      for (int k = 0; k < one[i].length; k++) {
        largest = Math.max(largest, Math.abs(one[i][k] - other[i][k]));
      }
    }
    return largest;
  }

  /** The largest between the first matrix and any other. */
  static double largest(double[][][] all) {
    double largest = 0;
    for (int r = 1; r < all.length; r++) {
      largest = Math.max(largest, largest(all[0], all[r]));
    }
    return largest;
  }

  /** The mean over all elements of all other matrices from the first. */
  static double mean(double[][][] all) {
    double sum = 0;
    long count = 0;
    for (int r = 1; r < all.length; r++) {
      for (int i = 0; i < all[r].length; i++) {
        for (int k = 0; k < all[r][i].length; k++) {
          sum += Math.abs(all[r][i][k] - all[0][i][k]);
          count++;
        }
      }
    }
    return count == 0 ? 0 : sum / count;
  }
}
