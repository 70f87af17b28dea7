// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import java.util.Objects;

/**
 * Sums over vectors, in an order of their own that never changes.
 *
 * <p>C2 does not vectorise a sum of doubles, whose order it must keep. These keep eight partial
 * sums instead, s_k over the indices k, k + 8, k + 16, …, and add them as ((s0+s4)+(s1+s5)) +
 * ((s2+s6)+(s3+s7)): eight additions are in flight at once, and the error grows more slowly than
 * that of the plain loop. The result depends on the numbers and the length only.
 *
 * <p>Dot products and norms use {@link Math#fma} for every term; what is left after the last eight
 * terms is added to the sum of the eight, one by one.
 */
public final class Vectors {

  private Vectors() {}

  /**
   * Σ_i a[i]·b[i].
   *
   * @param a a vector
   * @param b a vector of the same length
   * @return the scalar product
   */
  public static double dot(double[] a, double[] b) {
    requireSameLength(a, b);
    return dot(a.length, a, 0, b, 0);
  }

  /**
   * {@code Σ_{i < length} a[aOffset + i]·b[bOffset + i]}.
   *
   * @param length number of terms
   * @param a array of the first vector
   * @param aOffset where it starts
   * @param b array of the second vector
   * @param bOffset where it starts
   * @return the scalar product
   */
  public static double dot(int length, double[] a, int aOffset, double[] b, int bOffset) {
    Objects.checkFromIndexSize(aOffset, length, a.length);
    Objects.checkFromIndexSize(bOffset, length, b.length);
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    double s4 = 0;
    double s5 = 0;
    double s6 = 0;
    double s7 = 0;
    int p = aOffset;
    int q = bOffset;
    final int end = aOffset + length;
    for (; p <= end - 8; p += 8, q += 8) {
      s0 = Math.fma(a[p], b[q], s0);
      s1 = Math.fma(a[p + 1], b[q + 1], s1);
      s2 = Math.fma(a[p + 2], b[q + 2], s2);
      s3 = Math.fma(a[p + 3], b[q + 3], s3);
      s4 = Math.fma(a[p + 4], b[q + 4], s4);
      s5 = Math.fma(a[p + 5], b[q + 5], s5);
      s6 = Math.fma(a[p + 6], b[q + 6], s6);
      s7 = Math.fma(a[p + 7], b[q + 7], s7);
    }
    double sum = ((s0 + s4) + (s1 + s5)) + ((s2 + s6) + (s3 + s7));
    for (; p < end; p++, q++) {
      sum = Math.fma(a[p], b[q], sum);
    }
    return sum;
  }

  /**
   * Σ_i a[i]².
   *
   * @param a a vector
   * @return its squared Euclidean norm
   */
  public static double squaredNorm(double[] a) {
    return dot(a.length, a, 0, a, 0);
  }

  /**
   * {@code Σ_{i < length} a[offset + i]²}.
   *
   * @param length number of terms
   * @param a array of the vector
   * @param offset where it starts
   * @return its squared Euclidean norm
   */
  public static double squaredNorm(int length, double[] a, int offset) {
    return dot(length, a, offset, a, offset);
  }

  /**
   * y[i] ← fma(alpha, x[i], y[i]).
   *
   * @param alpha factor of x
   * @param x vector added
   * @param y vector changed, of the same length
   */
  public static void axpy(double alpha, double[] x, double[] y) {
    requireSameLength(x, y);
    // Bare indices: the form that C2 vectorises, see TileKernels.
    for (int i = 0; i < y.length; i++) {
      y[i] = Math.fma(alpha, x[i], y[i]);
    }
  }

  /**
   * y[yOffset + i] ← fma(alpha, x[xOffset + i], y[yOffset + i]) for i &lt; length.
   *
   * @param length number of elements
   * @param alpha factor of x
   * @param x array of the vector added
   * @param xOffset where it starts
   * @param y array of the vector changed
   * @param yOffset where it starts
   */
  public static void axpy(
      int length, double alpha, double[] x, int xOffset, double[] y, int yOffset) {
    Objects.checkFromIndexSize(xOffset, length, x.length);
    Objects.checkFromIndexSize(yOffset, length, y.length);
    for (int i = 0; i < length; i++) {
      y[yOffset + i] = Math.fma(alpha, x[xOffset + i], y[yOffset + i]);
    }
  }

  private static void requireSameLength(double[] a, double[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException("lengths differ: " + a.length + " and " + b.length);
    }
  }
}
