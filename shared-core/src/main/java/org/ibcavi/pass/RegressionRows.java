// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

/**
 * What the rows say about one binary regression under a posterior of its coefficients. With m and v
 * the mean and variance of a row's linear predictor, ℓ(m, v) is the local bound, w its working
 * weight and κ its slope at m = 0.
 */
public interface RegressionRows {
  /**
   * The bound.
   *
   * @return Σωℓ
   */
  double bound();

  /**
   * Its derivatives in the coefficients' means.
   *
   * @return Σωℓ'x
   */
  double[] slopes();

  /**
   * Minus its second derivatives in the coefficients' means.
   *
   * @return −Σωℓ''xxᵀ, P × P, the upper triangle
   */
  double[] curvature();

  /**
   * What the rows add to the precision.
   *
   * @return Σωwxxᵀ, P × P, the upper triangle
   */
  double[] weights();

  /**
   * The right-hand side of plain CAVI, with o the offset of a row.
   *
   * @return Σω(κ − wo)x
   */
  double[] pulls();

  /**
   * Prepares moves of the mean in one direction; the covariance stays.
   *
   * @param direction of the coefficients' means
   * @return the line
   */
  Line along(double[] direction);

  /** Moves of the mean in one direction. */
  interface Line {
    /**
     * The rows after a move.
     *
     * @param step how many times the direction
     * @return what the rows say there
     */
    RegressionRows at(double step);

    /**
     * How far the linear predictors move with the step 1.
     *
     * @return Σω(xᵀd)²
     */
    double squaredLength();
  }
}
