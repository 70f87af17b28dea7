// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.function.IntFunction;

/** Vectors to start from, one for each unit of a problem. */
public final class UnitStarts implements UnitMeans {
  private final int[] units;
  private final double[][] vectors;

  private UnitStarts(int[] units, double[][] vectors) {
    this.units = units;
    this.vectors = vectors;
  }

  /**
   * Takes a vector for each unit from the first category that it stands for.
   *
   * @param shape whose units start there
   * @param vectorOfCategory coefficients on the problem's scale
   * @return the vectors
   */
  public static UnitStarts of(Shape shape, IntFunction<double[]> vectorOfCategory) {
    int[] units = new int[shape.units()];
    double[][] vectors = new double[units.length][];
    Arrays.setAll(units, unit -> unit);
    int[] unitOfCategory = shape.unitOfCategory();
    for (int k = 0; k < unitOfCategory.length; k++) {
      if (vectors[unitOfCategory[k]] == null) {
        vectors[unitOfCategory[k]] = vectorOfCategory.apply(k);
      }
    }
    return new UnitStarts(units, vectors);
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
