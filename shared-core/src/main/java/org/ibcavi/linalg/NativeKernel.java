// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import dev.ludovic.netlib.blas.BLAS;
import dev.ludovic.netlib.blas.NativeBLAS;

/**
 * The system's BLAS, through <a href="https://github.com/luhenry/netlib">dev.ludovic.netlib</a>. It
 * sums in an order of its own, which depends on the shape of the product: results agree with those
 * of the other kernels to rounding only. Small products, where the call costs more than it saves,
 * go to the plain kernel.
 *
 * <p>The threads are ours, so the library should use one for each call: {@code
 * OPENBLAS_NUM_THREADS=1}.
 */
final class NativeKernel implements ProductKernel {
  /** Multiplications from which crossing to native code pays. */
  private static final long WORTH_A_CALL = 1 << 13;

  /**
   * Columns of a Gram matrix computed at a time; above the diagonal only, but for such a square.
   */
  private static final int STRIPE = 64;

  private final BLAS blas;
  private final ProductKernel plain = new PlainKernel();

  /** Called by name, where the library may be missing. */
  NativeKernel() {
    // Throws if the system has no BLAS that can be loaded.
    this.blas = NativeBLAS.getInstance();
  }

  @Override
  public String label() {
    return "native";
  }

  @Override
  public boolean exact() {
    return false;
  }

  @Override
  public void add(
      double sign,
      int rows,
      int inner,
      int columns,
      Strided a,
      Strided b,
      Strided c,
      boolean upper) {
    boolean known = byRow(a, inner) || byRow(a.transposed(), rows);
    known &= byRow(b, columns) || byRow(b.transposed(), inner);
    known &= byRow(c, columns);
    if (!known || (long) rows * inner * columns < WORTH_A_CALL) {
      plain.add(sign, rows, inner, columns, a, b, c, upper);
    } else if (upper) {
      addUpper(sign, rows, inner, columns, a, b, c);
    } else {
      addRoomy(sign, rows, inner, columns, a, b, c);
    }
  }

  /** Whether the rows are contiguous and do not overlap, which is all that BLAS knows. */
  private static boolean byRow(Strided m, int columns) {
    return m.columnStride() == 1 && m.rowStride() >= columns;
  }

  /** Stripes of columns, each down to the square on the diagonal, which the plain kernel does. */
  private void addUpper(
      double sign, int rows, int inner, int columns, Strided a, Strided b, Strided c) {
    for (int left = 0; left < columns; left += STRIPE) {
      int width = Math.min(STRIPE, columns - left);
      int above = Math.min(left, rows);
      if (above > 0) {
        addRoomy(sign, above, inner, width, a, b.from(0, left), c.from(0, left));
      }
      int square = Math.min(width, rows - left);
      if (square > 0) {
        plain.add(
            sign, square, inner, width, a.from(left, 0), b.from(0, left), c.from(left, left), true);
      }
    }
  }

  /**
   * netlib refuses a matrix whose last row would run over the array's end if it were as long as the
   * stride, as it does in a part of a matrix. Then the plain kernel does the last row, column or
   * term.
   */
  private void addRoomy(
      double sign, int rows, int inner, int columns, Strided a, Strided b, Strided c) {
    boolean aByRow = byRow(a, inner);
    boolean bByRow = byRow(b, columns);
    int height = rows - (cramped(c, rows) || (aByRow && cramped(a, rows)) ? 1 : 0);
    int width = columns - (!bByRow && cramped(b.transposed(), columns) ? 1 : 0);
    boolean fewer = !aByRow && cramped(a.transposed(), inner);
    int terms = inner - (fewer || (bByRow && cramped(b, inner)) ? 1 : 0);
    if (height > 0 && width > 0 && terms > 0) {
      gemm(sign, height, terms, width, a, aByRow, b, bByRow, c);
    }
    if (terms < inner) {
      plain.add(sign, height, 1, width, a.from(0, terms), b.from(terms, 0), c, false);
    }
    if (height < rows) {
      plain.add(sign, 1, inner, width, a.from(height, 0), b, c.from(height, 0), false);
    }
    if (width < columns) {
      plain.add(sign, rows, inner, 1, a, b.from(0, width), c.from(0, width), false);
    }
  }

  private static boolean cramped(Strided m, int rows) {
    return m.index(0, 0) + (long) rows * m.rowStride() > m.data().length;
  }

  /** Row-major C is column-major Cᵀ = Bᵀ·Aᵀ. */
  private void gemm(
      double sign,
      int rows,
      int inner,
      int columns,
      Strided a,
      boolean aByRow,
      Strided b,
      boolean bByRow,
      Strided c) {
    blas.dgemm(
        bByRow ? "N" : "T",
        aByRow ? "N" : "T",
        columns,
        rows,
        inner,
        sign,
        b.data(),
        b.index(0, 0),
        bByRow ? b.rowStride() : b.columnStride(),
        a.data(),
        a.index(0, 0),
        aByRow ? a.rowStride() : a.columnStride(),
        1.0,
        c.data(),
        c.index(0, 0),
        c.rowStride());
  }
}
