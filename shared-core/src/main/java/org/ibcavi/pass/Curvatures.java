// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.RegressionMeans;

/**
 * How curved the rows' weighted log likelihoods are in each regression's coefficients: sums over
 * the rows with c the curvature of a row in the regression's linear predictor.
 */
public interface Curvatures {
  /** Receives matrices. */
  @FunctionalInterface
  interface MatrixTask {
    /**
     * Takes a matrix; called by several threads.
     *
     * @param i which of the regressions
     * @param upper its upper triangle, P × P, which may be overwritten
     */
    void take(int i, double[] upper);
  }

  /** A matrix that is known by its products. */
  @FunctionalInterface
  interface Product {
    /**
     * Multiplies.
     *
     * @param block vectors side by side
     * @param width how many
     * @return XᵀCX times each of them
     */
    double[] times(double[] block, int width);
  }

  /** Receives products. */
  @FunctionalInterface
  interface ProductTask {
    /**
     * Takes a matrix; called by several threads.
     *
     * @param i which of the regressions
     * @param matrix known by its products
     */
    void take(int i, Product matrix);
  }

  /**
   * Σcxxᵀ of regressions, each from about some number of rows.
   *
   * @param fits coefficients of the regressions
   * @param rows how many rows to keep of each regression's; they stand for the others
   * @param seed of the choice
   * @param task receives the matrices
   */
  void forEachMatrix(RegressionMeans fits, int rows, long seed, MatrixTask task);

  /**
   * Σcxxᵀ of regressions without forming it.
   *
   * @param fits coefficients of the regressions
   * @param task receives the matrices
   */
  void forEachProduct(RegressionMeans fits, ProductTask task);

  /**
   * The diagonals of Σcxxᵀ.
   *
   * @param fits coefficients of regressions
   * @return a vector for each of them
   */
  Coefficients squareSums(RegressionMeans fits);
}
