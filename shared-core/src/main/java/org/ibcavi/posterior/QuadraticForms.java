// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import org.ibcavi.design.Regressors;
import org.ibcavi.linalg.Cholesky;

/** xᵀ(LLᵀ)⁻¹x = ‖L⁻¹x‖² for one x or many. */
public final class QuadraticForms {
  private QuadraticForms() {}

  static double of(Cholesky precision, double[] x) {
    double[] result = new double[1];
    of(precision, x.clone(), 1, result, 0, 1);
    return result[0];
  }

  /**
   * The forms of many vectors, as right-hand sides of one solve.
   *
   * @param precision L
   * @param columns size × count, a vector in each column; overwritten
   * @param count how many vectors
   * @param out where the forms go
   * @param from of the first of them
   * @param stride between them
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public static void of(
      Cholesky precision, double[] columns, int count, double[] out, int from, int stride) {
    precision.solveLower(columns, 0, count, count);
    for (int i = 0; i < count; i++) {
      out[from + i * stride] = 0;
    }
    for (int p = 0, at = 0; p < precision.size(); p++) {
      for (int i = 0; i < count; i++, at++) {
        int to = from + i * stride;
        out[to] = Math.fma(columns[at], columns[at], out[to]);
      }
    }
  }

  /**
   * A chunk's rows as columns.
   *
   * @param regressors the rows
   * @param chunk which of them
   * @return size × chunk rows
   */
  public static double[] columns(Regressors regressors, int chunk) {
    int size = regressors.size();
    int start = regressors.features().chunkStart(chunk);
    int count = regressors.features().chunkSize(chunk);
    double[] row = new double[size];
    double[] columns = new double[size * count];
    for (int i = 0; i < count; i++) {
      regressors.copyRow(start + i, row);
      for (int p = 0; p < size; p++) {
        columns[p * count + i] = row[p];
      }
    }
    return columns;
  }
}
