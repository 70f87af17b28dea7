// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Vectors to start from, one for each regression of a problem. */
public final class RegressionStarts implements RegressionMeans {
  private final int[] regressions;
  private final double[][] vectors;

  private RegressionStarts(int[] regressions, double[][] vectors) {
    this.regressions = regressions;
    this.vectors = vectors;
  }

  /**
   * Takes a vector for each regression from the first category that it stands for.
   *
   * @param shape whose regressions start there
   * @param vectorOfCategory coefficients on the problem's scale
   * @return the vectors
   */
  public static RegressionStarts of(Shape shape, IntFunction<double[]> vectorOfCategory) {
    int[] regressions = new int[shape.regressions()];
    double[][] vectors = new double[regressions.length][];
    Arrays.setAll(regressions, regression -> regression);
    int[] regressionOfCategory = shape.regressionOfCategory();
    for (int k = 0; k < regressionOfCategory.length; k++) {
      if (vectors[regressionOfCategory[k]] == null) {
        vectors[regressionOfCategory[k]] = vectorOfCategory.apply(k);
      }
    }
    return new RegressionStarts(regressions, vectors);
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
