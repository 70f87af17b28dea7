// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/**
 * The innermost loops: a few rows of C gain a few terms of their chains, for {@code from ≤ j < to}.
 *
 * <p>Why they look as they do. SuperWord, C2's vectoriser, proves two accesses independent only
 * when their indices have the same loop-invariant part, so every row is an array of its own, always
 * indexed by the bare {@code j}: the same loop over {@code c[offset + j]} and {@code b[other + j]}
 * stays scalar (4 instead of 16 GFLOP/s). And it leaves larger loop bodies scalar: of the tilings
 * tried from 1×1 to 4×6, 3×3 is the largest and the fastest that JDK 17 vectorises by default (34
 * GFLOP/s in cache on a Zen 3 core where 2×4 and 4×3 have 11 and OpenBLAS 42; about 24 with the
 * copying of tiles around it).
 */
final class TileKernels {

  private TileKernels() {}

  /**
   * Three rows of C gain count terms, a multiple of three: c_r[j] += Σ_p ±A[r,p]·b_{first+p}[j] for
   * r &lt; 3, p increasing.
   *
   * <p>The loop over p is in here to make the method too large for C2 to inline (325 bytes of
   * code): inlined into its callers' loops, it was left scalar in one run of the program out of
   * six. A loop for the terms left over must not be in here: with AVX-512 C2 then leaves both
   * scalar (10 instead of 33 GFLOP/s).
   */
  static void addThreeRows(
      int from,
      int to,
      double sign,
      double[] a,
      int corner,
      int rowStride,
      int columnStride,
      int count,
      double[][] b,
      int first,
      double[] c0,
      double[] c1,
      double[] c2) {
    int row0 = corner;
    int row1 = row0 + rowStride;
    int row2 = row1 + rowStride;
    int p = first;
    for (; p + 3 <= first + count; p += 3) {
      final double a00 = sign * a[row0];
      final double a01 = sign * a[row0 + columnStride];
      final double a02 = sign * a[row0 + 2 * columnStride];
      final double a10 = sign * a[row1];
      final double a11 = sign * a[row1 + columnStride];
      final double a12 = sign * a[row1 + 2 * columnStride];
      final double a20 = sign * a[row2];
      final double a21 = sign * a[row2 + columnStride];
      final double a22 = sign * a[row2 + 2 * columnStride];
      final double[] b0 = b[p];
      final double[] b1 = b[p + 1];
      final double[] b2 = b[p + 2];
      for (int j = from; j < to; j++) {
        final double v0 = b0[j];
        final double v1 = b1[j];
        final double v2 = b2[j];
        c0[j] = Math.fma(a02, v2, Math.fma(a01, v1, Math.fma(a00, v0, c0[j])));
        c1[j] = Math.fma(a12, v2, Math.fma(a11, v1, Math.fma(a10, v0, c1[j])));
        c2[j] = Math.fma(a22, v2, Math.fma(a21, v1, Math.fma(a20, v0, c2[j])));
      }
      row0 += 3 * columnStride;
      row1 += 3 * columnStride;
      row2 += 3 * columnStride;
    }
  }

  /** One term for three rows: c_r[j] += a_r·b[j]. */
  static void add3x1(
      int from,
      int to,
      double a0,
      double a1,
      double a2,
      double[] b,
      double[] c0,
      double[] c1,
      double[] c2) {
    for (int j = from; j < to; j++) {
      final double v = b[j];
      c0[j] = Math.fma(a0, v, c0[j]);
      c1[j] = Math.fma(a1, v, c1[j]);
      c2[j] = Math.fma(a2, v, c2[j]);
    }
  }

  /** c[j] += Σ_{p<3} ±A[0,p]·b_p[j]. */
  static void add1x3(
      int from,
      int to,
      double sign,
      double[] a,
      int corner,
      int columnStride,
      double[] b0,
      double[] b1,
      double[] b2,
      double[] c) {
    final double a0 = sign * a[corner];
    final double a1 = sign * a[corner + columnStride];
    final double a2 = sign * a[corner + 2 * columnStride];
    for (int j = from; j < to; j++) {
      c[j] = Math.fma(a2, b2[j], Math.fma(a1, b1[j], Math.fma(a0, b0[j], c[j])));
    }
  }

  /** c[j] += scale·b[j]. */
  static void add1x1(int from, int to, double scale, double[] b, double[] c) {
    for (int j = from; j < to; j++) {
      c[j] = Math.fma(scale, b[j], c[j]);
    }
  }

  /** One row of C gains count terms: c[j] += Σ_p ±A[0,p]·b_{first+p}[j], p increasing. */
  static void addRow(
      int from,
      int to,
      double sign,
      double[] a,
      int corner,
      int columnStride,
      int count,
      double[][] b,
      int first,
      double[] c) {
    final int end = first + count;
    int p = first;
    int at = corner;
    for (; p + 3 <= end; p += 3) {
      add1x3(from, to, sign, a, at, columnStride, b[p], b[p + 1], b[p + 2], c);
      at += 3 * columnStride;
    }
    for (; p < end; p++) {
      add1x1(from, to, sign * a[at], b[p], c);
      at += columnStride;
    }
  }
}
