// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

/** Sums over the rows for some regressions side by side. */
public final class BlockSums {
  private final double[] values;
  private final double[] gradients;
  private final double[] weightedSquares;

  /**
   * Puts sums together; none is copied.
   *
   * @param values Σωℓ of each regression
   * @param gradients the derivatives in the coefficients, P × regressions
   * @param weightedSquares Σωwx² with the working weights w, P × regressions; empty if the
   *     coefficients have no variances
   */
  public BlockSums(double[] values, double[] gradients, double[] weightedSquares) {
    this.values = values;
    this.gradients = gradients;
    this.weightedSquares = weightedSquares;
  }

  /**
   * The bounds.
   *
   * @return Σωℓ of each regression, not copied
   */
  public double[] values() {
    return values;
  }

  /**
   * The derivatives of the bounds in the coefficients.
   *
   * @return P × regressions, not copied
   */
  public double[] gradients() {
    return gradients;
  }

  /**
   * What the rows add to the diagonals of precisions.
   *
   * @return Σωwx², P × regressions, not copied; empty if the coefficients have no variances
   */
  public double[] weightedSquares() {
    return weightedSquares;
  }
}
