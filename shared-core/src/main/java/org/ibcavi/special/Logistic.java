// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.special;

/**
 * The functions of the logistic link at a radius {@code c >= 0}.
 *
 * <p>Both are smooth, with the nearest singularity at {@code c = iπ}; a {@link PairTable} needs
 * neither exp nor log, and no special case at c = 0.
 */
public final class Logistic {
  /** From here {@code exp(-c) < 5e-18}: log(1 + z) = z and tanh(c/2) = 1 to the last bit. */
  private static final int HIGH = 40;

  /**
   * Intervals per unit. Half-width 1/16, singularity at distance π: error about (32π)⁻⁷ = 1e-14.
   */
  private static final int INTERVALS = 8;

  private static final PairTable TABLE =
      new PairTable(
          Logistic::directLogOnePlusExp, Logistic::directPolyaGammaMean, 0, HIGH, INTERVALS);

  private Logistic() {}

  /**
   * {@code log(1 + exp(-c))}.
   *
   * @param c at least 0
   * @return the logarithm
   */
  public static double logOnePlusExp(double c) {
    return TABLE.covers(c) ? TABLE.first(c) : Math.exp(-c);
  }

  /**
   * The mean of a Pólya-Gamma(1, c) variable, {@code tanh(c/2)/(2c)}; Polson et al. 2013, §2.3.
   *
   * @param c at least 0
   * @return the mean, from 0 to 1/4
   */
  public static double polyaGammaMean(double c) {
    return TABLE.covers(c) ? TABLE.second(c) : 0.5 / c;
  }

  private static double directLogOnePlusExp(double c) {
    return Math.log1p(Math.exp(-c));
  }

  private static double directPolyaGammaMean(double c) {
    return c == 0 ? 0.25 : Math.tanh(0.5 * c) / (2 * c);
  }
}
