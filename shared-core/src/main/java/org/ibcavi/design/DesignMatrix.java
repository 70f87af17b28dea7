// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.io.Serializable;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/**
 * The feature values of N rows in M columns, immutable. Rows are kept in chunks of {@link
 * #CHUNK_ROWS}, the unit in which passes over the data work: a chunk's linear predictors fit the
 * cache, and no array grows with N, so the number of values may exceed what one array can hold.
 *
 * <p>A column of ones for the intercept is never stored; the fit supplies it.
 *
 * <p>Blocks of several coefficient vectors are row-major with {@code width} vectors side by side:
 * {@code block[m * width + j]} is column m of vector j. Dense and sparse products add the same
 * terms in the same order, so a matrix gives the same bits in either form, up to the sign of a
 * zero.
 */
public sealed interface DesignMatrix extends Serializable
    permits DenseMatrix, SparseMatrix, MappedMatrix {
  /** Rows in a chunk; only the last may have fewer. */
  int CHUNK_ROWS = 128;

  /**
   * Collects rows of which every value is stored.
   *
   * @param columns values in a row; at least 0
   * @return an empty builder
   */
  static Builder dense(int columns) {
    return new DenseMatrix.Builder(columns);
  }

  /**
   * Collects rows of which only some values are stored; the others are zero.
   *
   * @param columns the number of columns; at least 0
   * @return an empty builder
   */
  static Builder sparse(int columns) {
    return new SparseMatrix.Builder(columns);
  }

  /**
   * A dense matrix from an array of rows, which is copied.
   *
   * @param rows at least one row, all of the same length
   * @return the matrix
   */
  static DesignMatrix of(double[][] rows) {
    Builder builder = dense(rows.length == 0 ? 0 : rows[0].length);
    for (double[] row : rows) {
      builder.add(row);
    }
    return builder.build();
  }

  /**
   * A dense matrix of one row, which is copied.
   *
   * @param columns values that a row must have
   * @param values finite
   * @return the matrix
   * @throws IllegalArgumentException if they are not, or not as many
   */
  static DesignMatrix ofRow(int columns, double[] values) {
    return DenseMatrix.ofRow(columns, values);
  }

  /**
   * Checks a row as a matrix does when it is added.
   *
   * @param columns values that a row must have
   * @param values must be finite
   * @throws IllegalArgumentException if they are not, or not as many
   */
  static void requireRow(int columns, double[] values) {
    Validation.row(0, columns, values);
  }

  /**
   * The rows of several matrices, one after the other.
   *
   * @param parts at least one, all dense or all sparse, with as many columns, none of them mapped
   * @return one matrix
   */
  static DesignMatrix joined(List<DesignMatrix> parts) {
    int columns = parts.get(0).columns();
    if (parts.get(0).isSparse()) {
      SparseMatrix.Builder sparse = new SparseMatrix.Builder(columns);
      for (DesignMatrix part : parts) {
        for (int i = 0; i < part.rows(); i++) {
          ((SparseMatrix) part).addRow(i, sparse);
        }
      }
      return sparse.build();
    }
    Builder dense = dense(columns);
    double[] row = new double[columns];
    for (DesignMatrix part : parts) {
      for (int i = 0; i < part.rows(); i++) {
        part.copyRow(i, row);
        dense.add(row);
      }
    }
    return dense.build();
  }

  /**
   * Rows that are made from others whenever they are asked for, a chunk at a time, and not held.
   *
   * @param rows to map
   * @param map of any of them to as many rows, each to the same bits among any others
   * @return a matrix with the products of {@code map.apply(rows)}, to the last bit
   */
  static DesignMatrix mapped(DesignMatrix rows, UnaryOperator<DesignMatrix> map) {
    return new MappedMatrix(rows, map);
  }

  /**
   * The number of rows.
   *
   * @return N
   */
  int rows();

  /**
   * The number of columns, without an intercept.
   *
   * @return M
   */
  int columns();

  /**
   * The number of values stored; for a dense matrix N·M.
   *
   * @return stored values
   */
  long nonzeros();

  /**
   * Whether only some values of each row are stored.
   *
   * @return false if every value is
   */
  boolean isSparse();

  /**
   * The largest absolute value of each column.
   *
   * @param selected the rows that count
   * @return one for each column; 0 if no row counts
   */
  double[] largestValues(IntPredicate selected);

  /**
   * Adds X·B for the rows of a chunk.
   *
   * @param chunk which rows
   * @param b columns × width
   * @param width how many vectors
   * @param out chunk rows × width, added to
   */
  void addProduct(int chunk, double[] b, int width, double[] out);

  /**
   * Adds Xᵀ·R for the rows of a chunk.
   *
   * @param chunk which rows
   * @param r chunk rows × width
   * @param width how many vectors
   * @param out columns × width, added to
   */
  void addTransposedProduct(int chunk, double[] r, int width, double[] out);

  /**
   * Adds Xᵀ·diag(weights)·X for the rows of a chunk, the upper triangle only. With {@code
   * intercept} X has a last column of ones.
   *
   * @param chunk which rows
   * @param weights a weight for each row of the chunk; rows of weight 0 cost nothing
   * @param intercept whether a column of ones follows the columns
   * @param gram square row-major, of columns (+ 1) rows; added to
   */
  void addUpperGram(int chunk, double[] weights, boolean intercept, double[] gram);

  /**
   * Writes a row, its zeros included.
   *
   * @param row which row
   * @param out at least as long as there are columns; the first of them are overwritten
   */
  void copyRow(int row, double[] out);

  /**
   * The matrix of squared values, for variances under a diagonal covariance.
   *
   * @return a new matrix
   */
  DesignMatrix squared();

  /**
   * The matrix with each column shifted and divided: (x − center) / scale.
   *
   * @param center what is subtracted
   * @param scale what is divided by
   * @return a new matrix; a sparse one stays sparse if nothing is subtracted
   */
  DesignMatrix standardized(double[] center, double[] scale);

  /**
   * The matrix of some of the rows.
   *
   * @param selected their numbers
   * @return a new matrix
   */
  DesignMatrix selectRows(int[] selected);

  /**
   * A number that is the same for rows that are the same.
   *
   * @param row which row
   * @return a hash of what is stored of it
   */
  int rowHash(int row);

  /**
   * Whether two rows are stored as the same values.
   *
   * @param row one row
   * @param other another
   * @return true only if no product can tell them apart
   */
  boolean sameRows(int row, int other);

  /**
   * The number of chunks.
   *
   * @return ⌈rows / {@link #CHUNK_ROWS}⌉
   */
  default int chunks() {
    return (int) (((long) rows() + CHUNK_ROWS - 1) / CHUNK_ROWS);
  }

  /**
   * The first row of a chunk.
   *
   * @param chunk which chunk
   * @return its first row
   */
  default int chunkStart(int chunk) {
    return chunk * CHUNK_ROWS;
  }

  /**
   * The number of rows of a chunk.
   *
   * @param chunk which chunk
   * @return at most {@link #CHUNK_ROWS}
   */
  default int chunkSize(int chunk) {
    return Math.min(CHUNK_ROWS, rows() - chunkStart(chunk));
  }

  /** Collects the rows of a matrix; each is copied and checked as it comes. */
  interface Builder {
    /**
     * Adds a row.
     *
     * @param values one finite value a column; a sparse matrix does not store its zeros
     * @return this
     */
    Builder add(double... values);

    /**
     * Adds a row of which some values are given and the others are zero.
     *
     * @param columnIndices strictly increasing column numbers, from 0
     * @param columnValues a finite value for each of them
     * @return this
     */
    Builder add(int[] columnIndices, double[] columnValues);

    /**
     * The matrix of the rows added so far.
     *
     * @return the matrix
     */
    DesignMatrix build();
  }
}
