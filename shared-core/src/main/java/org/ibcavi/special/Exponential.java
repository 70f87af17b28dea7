// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

/**
 * e^x for whole arrays. {@link Math#exp} is a call for each value, which waits for the one before;
 * here the larger part of the work is a loop that the compiler turns into vector instructions, and
 * the smaller part, a table, one without calls.
 *
 * <p>With k = round(64 x/log 2) and r = x − k log 2/64, so that |r| ≤ log 2/128,
 *
 * <pre>
 *   e^x = 2^⌊k/64⌋ · 2^(k mod 64 / 64) · e^r,
 * </pre>
 *
 * the second factor from the table and e^r − 1 a polynomial (Tang 1989). The result is within one
 * and a half units in the last place of e^x, and does not depend on what else is in the array.
 */
public final class Exponential {
  /** Powers of two in the table, between 1 and 2. */
  private static final int STEPS = 64;

  /** How far bits of k are from those of a double's exponent: 52 bits, less the 6 of the table. */
  private static final int SHIFT = 46;

  /** Beyond it results overflow or lose digits, and {@link Math#exp} takes over. */
  private static final double LARGEST = 708;

  /** Added to a number below 2^51 it leaves the nearest whole number in the lowest bits. */
  private static final double ROUND = 0x1.8p52;

  private static final double STEPS_PER_UNIT = STEPS / Math.log(2);

  /** log 2/64 to 38 bits, so that multiples of it by k are exact, and what is missing. */
  private static final double STEP_HIGH = 0x1.62e42fefap-7;

  private static final double STEP_LOW = 0x1.cf79abc9e3b3ap-46;

  /** Values at a time: their halves stay in the nearest cache. */
  private static final int BLOCK = 256;

  /** Bits of 2^(j/64), less those that the shifted k brings with it. */
  private static final long[] TABLE = table();

  private static final ThreadLocal<Halves> HALVES = ThreadLocal.withInitial(Halves::new);

  private Exponential() {}

  private static long[] table() {
    long[] table = new long[STEPS];
    for (int j = 0; j < STEPS; j++) {
      double power = Math.pow(2, (double) j / STEPS);
      table[j] = Double.doubleToRawLongBits(power) - ((long) j << SHIFT);
    }
    return table;
  }

  /** A thread's memory between the two loops. */
  private static final class Halves {
    /** k, in the lowest bits. */
    final double[] powers = new double[BLOCK];

    /** e^r − 1. */
    final double[] remainders = new double[BLOCK];
  }

  /**
   * Replaces values by their exponentials.
   *
   * @param values any; NaN stays NaN
   * @param from the first
   * @param length how many
   */
  public static void of(double[] values, int from, int length) {
    Halves halves = HALVES.get();
    int end = from + length;
    for (int start = from; start < end; start += BLOCK) {
      int count = Math.min(BLOCK, end - start);
      split(values, start, count, halves.powers, halves.remainders);
      join(values, start, count, halves.powers, halves.remainders);
    }
  }

  private static void split(
      double[] values, int from, int count, double[] powers, double[] remainders) {
    for (int i = 0; i < count; i++) {
      double x = values[from + i];
      double shifted = Math.fma(x, STEPS_PER_UNIT, ROUND);
      double k = shifted - ROUND;
      double r = Math.fma(k, -STEP_LOW, Math.fma(k, -STEP_HIGH, x));
      double tail = Math.fma(Math.fma(Math.fma(r, 1.0 / 120, 1.0 / 24), r, 1.0 / 6), r, 0.5);
      powers[i] = shifted;
      remainders[i] = Math.fma(tail * r, r, r);
    }
  }

  private static void join(
      double[] values, int from, int count, double[] powers, double[] remainders) {
    for (int i = 0; i < count; i++) {
      long k = Double.doubleToRawLongBits(powers[i]);
      double x = values[from + i];
      if (Math.abs(x) < LARGEST) {
        double power = Double.longBitsToDouble(TABLE[(int) k & (STEPS - 1)] + (k << SHIFT));
        values[from + i] = Math.fma(power, remainders[i], power);
      } else {
        values[from + i] = Math.exp(x);
      }
    }
  }
}
