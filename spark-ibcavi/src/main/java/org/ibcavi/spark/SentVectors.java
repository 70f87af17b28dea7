// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import org.ibcavi.posterior.Coefficients;

/** Coefficients on their way to executors: sizes here, values beside them. */
final class SentVectors implements Serializable {
  private static final long serialVersionUID = 1;

  private final int size;
  private final int vectors;
  private final transient double[][] arrays;

  private SentVectors(int size, int vectors, double[][] arrays) {
    this.size = size;
    this.vectors = vectors;
    this.arrays = arrays;
  }

  static SentVectors of(Coefficients coefficients) {
    return new SentVectors(coefficients.size(), coefficients.vectors(), blocks(coefficients));
  }

  /** The values, not copied. */
  static double[][] blocks(Coefficients coefficients) {
    double[][] blocks = new double[coefficients.blocks()][];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = coefficients.block(b);
    }
    return blocks;
  }

  /** What is to be sent; only where they were made. */
  double[][] arrays() {
    return arrays;
  }

  /** Zeros of the same sizes. */
  Coefficients zeros() {
    return new Coefficients(size, vectors);
  }

  /** The coefficients with the values that were sent. */
  Coefficients filled(double[][] sent) {
    Coefficients result = zeros();
    copy(sent, 0, result);
    return result;
  }

  /** Copies values in, from one of some arrays on. */
  static void copy(double[][] arrays, int from, Coefficients to) {
    for (int b = 0; b < to.blocks(); b++) {
      System.arraycopy(arrays[from + b], 0, to.block(b), 0, to.block(b).length);
    }
  }
}
