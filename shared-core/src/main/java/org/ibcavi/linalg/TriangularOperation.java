// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/**
 * What can be done in place to a matrix B with a triangular factor, block of rows by block of rows.
 *
 * <p>With T = L or Lᵀ, row i of the result is
 *
 * <pre>
 * solve:     z_i = (b_i − Σ_p T[i,p]·z_p) / T[i,i]
 * multiply:  z_i = T[i,i]·b_i + Σ_p T[i,p]·b_p
 * </pre>
 *
 * over p &lt; i for L and p &gt; i for Lᵀ. The rows are taken in the order in which the rows p that
 * row i needs are those already solved, or those not yet overwritten.
 */
enum TriangularOperation {
  SOLVE_LOWER(true, true),
  SOLVE_UPPER(false, true),
  MULTIPLY_LOWER(true, false),
  MULTIPLY_UPPER(false, false);

  /**
   * Rows of a block. Fixed, since it fixes the order of the sums; large enough that nearly all the
   * work is in the products between blocks.
   */
  static final int BLOCK = 48;

  /** Below this many columns a vector loop along a row is not worth its set-up. */
  private static final int NARROW = 8;

  private final boolean lower;
  private final boolean solve;

  TriangularOperation(boolean lower, boolean solve) {
    this.lower = lower;
    this.solve = solve;
  }

  /**
   * Applies this to B in place.
   *
   * @param factor the upper triangular Lᵀ, row-major
   * @param n size of the factor and rows of B
   * @param start the factor and B are taken from this row (and column) of the factor on; B[0] is
   *     the row {@code start}
   * @param b the matrix changed
   * @param columns columns of B
   */
  void apply(double[] factor, int n, int start, Strided b, int columns) {
    if (this == SOLVE_LOWER && columns < NARROW) {
      solveLowerNarrow(factor, n, start, b, columns);
      return;
    }
    final boolean ascending = lower == solve;
    final int blocks = (n - start + BLOCK - 1) / BLOCK;
    for (int k = 0; k < blocks; k++) {
      final int top = start + (ascending ? k : blocks - 1 - k) * BLOCK;
      final int size = Math.min(BLOCK, n - top);
      if (solve) {
        addOtherBlocks(factor, n, start, top, size, b, columns);
        applyBlock(factor, n, top, size, b, top - start, columns);
      } else {
        applyBlock(factor, n, top, size, b, top - start, columns);
        addOtherBlocks(factor, n, start, top, size, b, columns);
      }
    }
  }

  /**
   * The same chains as the general way, but each solved block is at once taken from all the rows
   * below it: this reads the factor along its rows, which for a few columns is what takes the time.
   */
  private void solveLowerNarrow(double[] factor, int n, int start, Strided b, int columns) {
    for (int top = start; top < n; top += BLOCK) {
      final int size = Math.min(BLOCK, n - top);
      final int below = top + size;
      applyBlock(factor, n, top, size, b, top - start, columns);
      Products.add(
          -1.0,
          n - below,
          size,
          columns,
          new Strided(factor, top * n + below, 1, n),
          Strided.rowMajor(b.data(), b.index(top - start, 0), b.rowStride()),
          Strided.rowMajor(b.data(), b.index(below - start, 0), b.rowStride()));
    }
  }

  /** b_I ∓= T[I,P]·b_P, P the rows before the block I for L and those after it for Lᵀ. */
  private void addOtherBlocks(
      double[] factor, int n, int start, int top, int size, Strided b, int columns) {
    final int from = lower ? start : top + size;
    final int inner = (lower ? top : n) - from;
    final Strided t =
        lower
            ? new Strided(factor, from * n + top, 1, n)
            : new Strided(factor, top * n + from, n, 1);
    Products.add(
        solve ? -1.0 : 1.0,
        size,
        inner,
        columns,
        t,
        Strided.rowMajor(b.data(), b.index(from - start, 0), b.rowStride()),
        Strided.rowMajor(b.data(), b.index(top - start, 0), b.rowStride()));
  }

  /** The operation of the diagonal block of the factor at {@code top} on the rows of B at bTop. */
  void applyBlock(double[] factor, int n, int top, int size, Strided b, int bTop, int columns) {
    if (columns < NARROW) {
      for (int j = 0; j < columns; j++) {
        applyToColumn(factor, n, top, size, b.data(), b.index(bTop, j), b.rowStride());
      }
      return;
    }
    final TiledProduct scratch = TiledProduct.ofThread();
    for (int left = 0; left < columns; left += TiledProduct.WIDTH) {
      final int width = Math.min(TiledProduct.WIDTH, columns - left);
      TiledProduct.load(scratch.tile(), size, width, b, bTop, left);
      applyToRows(factor, n, top, size, scratch.tile(), width);
      scratch.store(size, width, b, bTop, left, -size);
    }
  }

  private void applyToRows(double[] factor, int n, int top, int size, double[][] rows, int width) {
    final boolean ascending = lower == solve;
    final double sign = solve ? -1.0 : 1.0;
    for (int k = 0; k < size; k++) {
      final int i = ascending ? k : size - 1 - k;
      final double pivot = factor[(top + i) * n + top + i];
      if (!solve) {
        multiply(rows[i], width, pivot);
      }
      TileKernels.addRow(
          0,
          width,
          sign,
          factor,
          corner(n, top, i),
          step(n),
          terms(size, i),
          rows,
          first(i),
          rows[i]);
      if (solve) {
        divide(rows[i], width, pivot);
      }
    }
  }

  private void applyToColumn(
      double[] factor, int n, int top, int size, double[] b, int offset, int stride) {
    final boolean ascending = lower == solve;
    final double sign = solve ? -1.0 : 1.0;
    for (int k = 0; k < size; k++) {
      final int i = ascending ? k : size - 1 - k;
      final double pivot = factor[(top + i) * n + top + i];
      final int end = first(i) + terms(size, i);
      int at = corner(n, top, i);
      double z = solve ? b[offset + i * stride] : pivot * b[offset + i * stride];
      for (int p = first(i); p < end; p++) {
        z = Math.fma(sign * factor[at], b[offset + p * stride], z);
        at += step(n);
      }
      b[offset + i * stride] = solve ? z / pivot : z;
    }
  }

  /** First row p, within the block, that row i needs. */
  private int first(int i) {
    return lower ? 0 : i + 1;
  }

  private int terms(int size, int i) {
    return lower ? i : size - 1 - i;
  }

  /** Index of T[i,first(i)]; L[i,p] is read as Lᵀ[p,i]. */
  private int corner(int n, int top, int i) {
    return lower ? top * n + top + i : (top + i) * n + top + i + 1;
  }

  private int step(int n) {
    return lower ? n : 1;
  }

  static void divide(double[] row, int width, double pivot) {
    for (int j = 0; j < width; j++) {
      row[j] /= pivot;
    }
  }

  private static void multiply(double[] row, int width, double pivot) {
    for (int j = 0; j < width; j++) {
      row[j] *= pivot;
    }
  }
}
