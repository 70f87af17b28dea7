// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * A matrix as plain arrays, for engines that store rows or send them elsewhere. Neither way copies
 * values. Immutable.
 */
public final class MatrixArrays implements Serializable {
  private static final long serialVersionUID = 1;

  /** How many rows. */
  private final int rows;

  /** How many columns. */
  private final int columns;

  /** The stored values of each chunk. */
  private final double[][] values;

  /** Of a sparse matrix, where each row of a chunk starts; null for a dense one. */
  private final int[][] starts;

  /** Of a sparse matrix, the columns of the values; null for a dense one. */
  private final int[][] indices;

  MatrixArrays(int rows, int columns, double[][] values, int[][] starts, int[][] indices) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
    this.starts = starts;
    this.indices = indices;
  }

  /**
   * Takes a matrix apart.
   *
   * @param matrix the matrix
   * @return its arrays
   */
  public static MatrixArrays of(DesignMatrix matrix) {
    return matrix instanceof DenseMatrix dense ? dense.arrays() : ((SparseMatrix) matrix).arrays();
  }

  /**
   * Puts the matrix together.
   *
   * @return the matrix
   */
  public DesignMatrix matrix() {
    return starts == null
        ? DenseMatrix.of(rows, columns, values)
        : SparseMatrix.of(rows, columns, starts, indices, values);
  }

  /**
   * The rows of several matrices of one form, one after the other.
   *
   * @param parts at least one
   * @return one matrix
   */
  public static DesignMatrix joined(List<MatrixArrays> parts) {
    int columns = parts.get(0).columns;
    if (parts.get(0).starts == null) {
      DenseMatrix.Builder dense = DenseMatrix.builder(columns);
      double[] row = new double[columns];
      for (MatrixArrays part : parts) {
        DesignMatrix matrix = part.matrix();
        for (int i = 0; i < part.rows; i++) {
          matrix.copyRow(i, row);
          dense.add(row);
        }
      }
      return dense.build();
    }
    SparseMatrix.Builder sparse = SparseMatrix.builder(columns);
    parts.forEach(part -> part.addRows(sparse));
    return sparse.build();
  }

  private void addRows(SparseMatrix.Builder sparse) {
    for (int c = 0; c < starts.length; c++) {
      for (int i = 0; i + 1 < starts[c].length; i++) {
        int from = starts[c][i];
        int to = starts[c][i + 1];
        sparse.add(
            Arrays.copyOfRange(indices[c], from, to), Arrays.copyOfRange(values[c], from, to));
      }
    }
  }
}
