// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.ibcavi.problem.RegressionMeans;

/** Vectors of some regressions, as they are sent. */
final class SentMeans implements RegressionMeans, Serializable {
  private static final long serialVersionUID = 1;

  private final int[] regressions;
  private final double[][] vectors;

  /**
   * Puts them together.
   *
   * @param regressions in increasing order
   * @param vectors one for each of them
   */
  SentMeans(int[] regressions, double[][] vectors) {
    this.regressions = regressions;
    this.vectors = vectors;
  }

  /** Those of some regressions, from the from-th to before the to-th. */
  static SentMeans of(RegressionMeans means, int from, int to) {
    double[][] vectors = new double[to - from][];
    Arrays.setAll(vectors, i -> means.mean(from + i));
    return new SentMeans(Arrays.copyOfRange(means.regressions(), from, to), vectors);
  }

  @Override
  public int[] regressions() {
    return regressions;
  }

  @Override
  public double[] mean(int i) {
    return vectors[i];
  }
}
