// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/**
 * Matrix products on row-major arrays, with a contract on every bit.
 *
 * <p>Each element of the result is, unless the native kernel was chosen, exactly the sequential
 * chain
 *
 * <pre>c ← fma(A[i,p], B[p,j], c)   for p = 0, 1, …, inner−1</pre>
 *
 * of {@link Math#fma}, whatever the tiling. So a row or a column of a product does not depend on
 * the rows and columns it is computed with, and a product over blocks of p, taken in order, has the
 * bits of the whole.
 *
 * <p>The array written may be one of those read, as long as the elements written are not read.
 */
public final class Products {

  /** Up to this many columns, dot products of rows of A beat copying A for the vector loops. */
  private static final int FEW = 3;

  private Products() {}

  /**
   * The kernel that computes all but small products: that of the system property {@code
   * ibcavi.kernel}, or else the first that is there of {@code native} (dev.ludovic.netlib on the
   * class path and a BLAS library in the system), {@code vector} (the module {@code
   * jdk.incubator.vector} added to the JVM) and {@code plain}.
   *
   * @return its name
   * @throws IllegalArgumentException if the property has another value or asks for a kernel that is
   *     not there
   */
  public static String kernel() {
    return KernelChoice.KERNEL.label();
  }

  /**
   * Whether the contract on every bit holds. The native kernel sums in an order that depends on the
   * shape of a product: an element then depends, within rounding, on the rows and columns that it
   * is computed with, and still on nothing else.
   *
   * @return false for the native kernel
   */
  public static boolean exact() {
    return KernelChoice.KERNEL.exact();
  }

  /**
   * C[i,j] += Σ_p A[i,p]·B[p,j].
   *
   * @param rows rows of A and C
   * @param inner columns of A, rows of B
   * @param columns columns of B and C
   * @param a array of A, A[i,p] = {@code a[aOffset + i*aRowStride + p*aColumnStride]}
   * @param aOffset index of A[0,0]
   * @param aRowStride distance between rows of A
   * @param aColumnStride distance between columns of A
   * @param b array of B, B[p,j] = {@code b[bOffset + p*bStride + j]}
   * @param bOffset index of B[0,0]
   * @param bStride distance between rows of B
   * @param c array of C, C[i,j] = {@code c[cOffset + i*cStride + j]}
   * @param cOffset index of C[0,0]
   * @param cStride distance between rows of C
   */
  public static void addProduct(
      int rows,
      int inner,
      int columns,
      double[] a,
      int aOffset,
      int aRowStride,
      int aColumnStride,
      double[] b,
      int bOffset,
      int bStride,
      double[] c,
      int cOffset,
      int cStride) {
    add(
        1.0,
        rows,
        inner,
        columns,
        new Strided(a, aOffset, aRowStride, aColumnStride),
        Strided.rowMajor(b, bOffset, bStride),
        Strided.rowMajor(c, cOffset, cStride));
  }

  /**
   * G[p,q] += Σ_i X[i,p]·S[i,q] for p ≤ q only; the elements below the diagonal are not touched.
   *
   * @param rows rows of X and S
   * @param columns columns of X and S, size of G
   * @param x array of X, X[i,p] = {@code x[xOffset + i*xStride + p]}
   * @param xOffset index of X[0,0]
   * @param xStride distance between rows of X
   * @param s array of S, S[i,q] = {@code s[sOffset + i*sStride + q]}
   * @param sOffset index of S[0,0]
   * @param sStride distance between rows of S
   * @param g array of G, G[p,q] = {@code g[gOffset + p*gStride + q]}
   * @param gOffset index of G[0,0]
   * @param gStride distance between rows of G
   */
  public static void addUpperGram(
      int rows,
      int columns,
      double[] x,
      int xOffset,
      int xStride,
      double[] s,
      int sOffset,
      int sStride,
      double[] g,
      int gOffset,
      int gStride) {
    addUpperGram(
        1.0,
        rows,
        columns,
        Strided.rowMajor(x, xOffset, xStride),
        Strided.rowMajor(s, sOffset, sStride),
        Strided.rowMajor(g, gOffset, gStride));
  }

  /** G += sign·Xᵀ·S on and above the diagonal; a sign of −1 negates a factor, which is exact. */
  static void addUpperGram(double sign, int rows, int columns, Strided x, Strided s, Strided g) {
    KernelChoice.KERNEL.add(sign, columns, rows, columns, x.transposed(), s, g, true);
  }

  /**
   * C += sign·A·B by the path that suits the shape; all paths of exact kernels give the same bits.
   */
  static void add(double sign, int rows, int inner, int columns, Strided a, Strided b, Strided c) {
    if (columns <= FEW && a.columnStride() == 1) {
      ScalarProduct.addByColumns(sign, rows, inner, columns, a, b, c);
    } else if (rows < 8 && columns < 8) {
      ScalarProduct.add(sign, rows, inner, columns, a, b, c);
    } else {
      KernelChoice.KERNEL.add(sign, rows, inner, columns, a, b, c, false);
    }
  }
}
