// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.ibcavi.problem.UnitMeans;

/** Vectors of some units, as they are sent. */
final class SentMeans implements UnitMeans, Serializable {
  private static final long serialVersionUID = 1;

  private final int[] units;
  private final double[][] vectors;

  /**
   * Puts them together.
   *
   * @param units in increasing order
   * @param vectors one for each of them
   */
  SentMeans(int[] units, double[][] vectors) {
    this.units = units;
    this.vectors = vectors;
  }

  /** Those of some units, from the from-th to before the to-th. */
  static SentMeans of(UnitMeans means, int from, int to) {
    double[][] vectors = new double[to - from][];
    Arrays.setAll(vectors, i -> means.mean(from + i));
    return new SentMeans(Arrays.copyOfRange(means.units(), from, to), vectors);
  }

  @Override
  public int[] units() {
    return units;
  }

  @Override
  public double[] mean(int i) {
    return vectors[i];
  }
}
