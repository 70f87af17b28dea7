// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

import java.util.function.DoubleUnaryOperator;

/**
 * Two smooth functions of one argument, each stored as a polynomial per interval of a uniform grid.
 *
 * <p>The two share the grid because inference always needs both at the same argument: one lookup,
 * and coefficients next to each other. Each polynomial interpolates its function at Chebyshev
 * nodes, so on an interval of half-width h the error is about {@code |f⁽ⁿ⁾| hⁿ / (2ⁿ⁻¹ n!)} with n
 * = {@value #TERMS} (Trefethen, Approximation Theory and Approximation Practice, 2013, ch. 8).
 */
final class PairTable {
  /** Coefficients per polynomial; {@link #polynomial} is written out for this number. */
  private static final int TERMS = 7;

  private static final int ROW = 2 * TERMS;

  /**
   * Added to a number of small size, this leaves its nearest integer in the lowest bits of the sum:
   * at 2⁵² + 2⁵¹ neighbouring doubles differ by one. It is cheaper than converting to int and back.
   */
  private static final double ROUNDER = 0x1.8p52;

  private final double low;
  private final double high;
  private final double perRegression;
  private final double rounder;
  private final double[] coefficients;

  /**
   * Tabulates two functions on {@code [low, high)}.
   *
   * @param intervals number of intervals per unit of the argument; a power of two, so that scaling
   *     an argument is exact
   */
  PairTable(
      DoubleUnaryOperator first, DoubleUnaryOperator second, int low, int high, int intervals) {
    this.low = low;
    this.high = high;
    this.perRegression = intervals;
    // Row r has its middle at low + r / intervals, so that rounding finds it.
    this.rounder = ROUNDER - (double) low * intervals;
    int rows = (high - low) * intervals + 1;
    this.coefficients = new double[rows * ROW];
    double halfWidth = 0.5 / intervals;
    for (int row = 0; row < rows; row++) {
      double middle = low + (double) row / intervals;
      interpolate(first, middle, halfWidth, coefficients, row * ROW);
      interpolate(second, middle, halfWidth, coefficients, row * ROW + TERMS);
    }
  }

  /** Whether {@code x} is inside the table; false for NaN. */
  boolean covers(double x) {
    return x >= low && x < high;
  }

  /** The first function at an {@code x} that the table {@linkplain #covers covers}. */
  double first(double x) {
    double scaled = x * perRegression;
    double rounded = scaled + rounder;
    return polynomial(row(rounded) * ROW, scaled - (rounded - rounder));
  }

  /** The second function at an {@code x} that the table {@linkplain #covers covers}. */
  double second(double x) {
    double scaled = x * perRegression;
    double rounded = scaled + rounder;
    return polynomial(row(rounded) * ROW + TERMS, scaled - (rounded - rounder));
  }

  private static int row(double rounded) {
    return (int) Double.doubleToRawLongBits(rounded);
  }

  /**
   * The polynomial at a position u in [-½, ½]; Estrin's scheme has half the depth of Horner's, so
   * that the processor overlaps its steps.
   */
  private double polynomial(int at, double u) {
    double[] a = coefficients;
    double u2 = u * u;
    double low4 = (a[at] + a[at + 1] * u) + (a[at + 2] + a[at + 3] * u) * u2;
    double high3 = (a[at + 4] + a[at + 5] * u) + a[at + 6] * u2;
    return low4 + high3 * (u2 * u2);
  }

  /** Writes the monomial coefficients, in the position u, of the interpolant at Chebyshev nodes. */
  private static void interpolate(
      DoubleUnaryOperator f, double middle, double halfWidth, double[] out, int at) {
    double[] chebyshev = chebyshevCoefficients(f, middle, halfWidth);
    // T_0 = 1, T_1 = s, T_{k+1} = 2 s T_k - T_{k-1}, with s = 2u in [-1, 1].
    double[] previous = new double[TERMS];
    double[] current = new double[TERMS];
    previous[0] = 1;
    current[1] = 1;
    double[] sum = new double[TERMS];
    sum[0] = chebyshev[0];
    for (int k = 1; k < TERMS; k++) {
      for (int j = 0; j <= k; j++) {
        sum[j] += chebyshev[k] * current[j];
      }
      double[] next = new double[TERMS];
      for (int j = 0; j < TERMS; j++) {
        next[j] = (j > 0 ? 2 * current[j - 1] : 0) - previous[j];
      }
      previous = current;
      current = next;
    }
    for (int j = 0; j < TERMS; j++) {
      out[at + j] = Math.scalb(sum[j], j);
    }
  }

  /** Discrete cosine transform of the values at the nodes s_i = cos(π(i + 1/2)/n). */
  private static double[] chebyshevCoefficients(
      DoubleUnaryOperator f, double middle, double halfWidth) {
    double[] result = new double[TERMS];
    for (int i = 0; i < TERMS; i++) {
      double angle = Math.PI * (i + 0.5) / TERMS;
      double value = f.applyAsDouble(middle + halfWidth * Math.cos(angle));
      for (int k = 0; k < TERMS; k++) {
        result[k] += (k == 0 ? 1.0 : 2.0) / TERMS * value * Math.cos(k * angle);
      }
    }
    return result;
  }
}
