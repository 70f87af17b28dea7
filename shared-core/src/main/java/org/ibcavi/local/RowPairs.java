// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.linalg.Products;

/**
 * The products x_p·x_q, p ≤ q, of each row. Weighted Gram matrices of many regressions are one
 * product with them, where a product for each regression would be too small for the kernels.
 */
final class RowPairs {
  /** Coefficients up to which a chunk's pairs stay in the second level cache. */
  static final int MOST_SIZE = 48;

  private final Regressors regressors;
  private final int size;

  RowPairs(Regressors regressors) {
    this.regressors = regressors;
    this.size = regressors.size();
  }

  /** How many pairs a row has. */
  int count() {
    return size * (size + 1) / 2;
  }

  /** Sums over rows with memory of their own. */
  LocalCurvatures.RowSums sums() {
    double[] row = new double[size];
    double[] pairs = new double[DesignMatrix.CHUNK_ROWS * count()];
    return (chunk, r, width, out) -> {
      int rows = regressors.features().chunkSize(chunk);
      for (int i = 0; i < rows; i++) {
        regressors.copyRow(regressors.features().chunkStart(chunk) + i, row);
        fill(row, pairs, i * count());
      }
      Products.addProduct(count(), rows, width, pairs, 0, 1, count(), r, 0, width, out, 0, width);
    };
  }

  private void fill(double[] row, double[] pairs, int from) {
    int at = from;
    for (int p = 0; p < size; p++) {
      double value = row[p];
      for (int q = p; q < size; q++) {
        pairs[at++] = value * row[q];
      }
    }
  }

  /** One regression's matrix, the upper triangle, from sums for several. */
  double[] upper(double[] sums, int width, int which) {
    double[] upper = new double[size * size];
    int at = which;
    for (int p = 0; p < size; p++) {
      for (int q = p; q < size; q++, at += width) {
        upper[p * size + q] = sums[at];
      }
    }
    return upper;
  }
}
