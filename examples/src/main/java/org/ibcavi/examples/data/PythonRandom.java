// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import java.util.Arrays;

/**
 * The random numbers of Python and of NumPy's {@code RandomState}, bit for bit, so that data sets
 * and splits that a publication made with them can be had again: the Mersenne Twister of Matsumoto
 * and Nishimura (ACM TOMACS 1998), and what both libraries make of its numbers.
 */
public final class PythonRandom {
  private static final int SIZE = 624;
  private static final int SHIFT = 397;
  private static final int PYTHON_KEY_START = 19650218;

  private final int[] state = new int[SIZE];
  private int next = SIZE;
  private double sparedGaussian = Double.NaN;

  private PythonRandom(int seed) {
    state[0] = seed;
    for (int i = 1; i < SIZE; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
  }

  /**
   * The numbers after {@code numpy.random.seed(seed)}.
   *
   * @param seed not negative
   * @return a generator
   */
  public static PythonRandom numpy(int seed) {
    return new PythonRandom(seed);
  }

  /**
   * The numbers after {@code random.seed(seed)}.
   *
   * @param seed not negative
   * @return a generator
   */
  public static PythonRandom python(int seed) {
    PythonRandom random = new PythonRandom(PYTHON_KEY_START);
    random.mixIn(seed);
    return random;
  }

  /** The twister's seeding by an array, of one number. */
  private void mixIn(int key) {
    int i = 1;
    for (int k = 0; k < SIZE; k++) {
      state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1664525)) + key;
      i = following(i);
    }
    for (int k = 0; k < SIZE - 1; k++) {
      state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >>> 30)) * 1566083941)) - i;
      i = following(i);
    }
    state[0] = Integer.MIN_VALUE;
  }

  private int following(int i) {
    if (i + 1 < SIZE) {
      return i + 1;
    }
    state[0] = state[SIZE - 1];
    return 1;
  }

  private int nextBits() {
    if (next == SIZE) {
      twist();
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return y ^ (y >>> 18);
  }

  private void twist() {
    for (int i = 0; i < SIZE; i++) {
      int y = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
      state[i] = state[(i + SHIFT) % SIZE] ^ (y >>> 1) ^ ((y & 1) == 0 ? 0 : 0x9908b0df);
    }
    next = 0;
  }

  /**
   * A number between 0 and 1, of 53 bits.
   *
   * @return at least 0, less than 1
   */
  public double nextDouble() {
    int high = nextBits() >>> 5;
    int low = nextBits() >>> 6;
    return (high * 67108864.0 + low) / 9007199254740992.0;
  }

  /**
   * A standard normal number by the polar method, as {@code numpy.random.normal} has it.
   *
   * @return a number
   */
  public double nextGaussian() {
    if (!Double.isNaN(sparedGaussian)) {
      double spared = sparedGaussian;
      sparedGaussian = Double.NaN;
      return spared;
    }
    double u;
    double v;
    double square;
    do {
      u = 2 * nextDouble() - 1;
      v = 2 * nextDouble() - 1;
      square = u * u + v * v;
    } while (square >= 1 || square == 0);
    double factor = Math.sqrt(-2 * Math.log(square) / square);
    sparedGaussian = factor * u;
    return factor * v;
  }

  /**
   * The category that {@code numpy.random.multinomial(1, p)} draws: one binomial draw for each
   * category given that none before it was drawn.
   *
   * @param p probabilities
   * @return an index
   */
  public int nextCategory(double[] p) {
    double left = 1;
    for (int k = 0; k < p.length - 1; k++) {
      if (nextSuccess(p[k] / left)) {
        return k;
      }
      left -= p[k];
    }
    return p.length - 1;
  }

  /** A binomial draw of one trial by inversion, from the rarer outcome. */
  private boolean nextSuccess(double p) {
    if (p == 0) {
      return false;
    }
    return p <= 0.5 ? nextDouble() > 1 - p : nextDouble() <= p;
  }

  /**
   * What {@code random.sample(range(n), count)} draws, for counts of at least a quarter of n.
   *
   * @param n how many there are
   * @param count how many are drawn
   * @return indices in the order drawn
   */
  public int[] sample(int n, int count) {
    int[] pool = new int[n];
    Arrays.setAll(pool, i -> i);
    int[] drawn = new int[count];
    for (int i = 0; i < count; i++) {
      int at = nextBelow(n - i);
      drawn[i] = pool[at];
      pool[at] = pool[n - i - 1];
    }
    return drawn;
  }

  private int nextBelow(int bound) {
    int shift = Integer.numberOfLeadingZeros(bound);
    int value;
    do {
      value = nextBits() >>> shift;
    } while (value >= bound);
    return value;
  }
}
