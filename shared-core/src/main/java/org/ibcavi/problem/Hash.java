// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

/** Seeds that depend on a seed and a number, and look unlike those of other numbers. */
public final class Hash {
  private Hash() {}

  /**
   * Mixes a seed with a number: the finaliser of SplitMix64 (Steele, Lea and Flood 2014). Without
   * it the generators of neighbouring numbers would give the same values, shifted by one.
   *
   * @param seed the seed
   * @param number what it is for, such as a row
   * @return the mixed seed
   */
  public static long of(long seed, long number) {
    long z = seed + (number + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * A hash of a row's features. Zeros leave no trace, so that dense and sparse rows agree. Features
   * are rounded: standardized ones change in their last digits with the order of the rows.
   *
   * @param features of the row
   * @return the same number for the same features
   */
  public static long ofRow(double[] features) {
    long hash = 0;
    for (int p = 0; p < features.length; p++) {
      if (Math.abs(features[p]) >= Math.ulp(1f)) {
        hash = of(hash + Float.floatToIntBits((float) features[p]), p);
      }
    }
    return hash;
  }
}
