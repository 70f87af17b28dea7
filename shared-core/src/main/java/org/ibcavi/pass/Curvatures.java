// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.UnitMeans;

/**
 * How curved the rows' weighted log likelihoods are in each unit's coefficients: sums over the rows
 * with c the curvature of a row in the unit's linear predictor.
 */
public interface Curvatures {
  /** Receives matrices. */
  @FunctionalInterface
  interface MatrixTask {
    /**
     * Takes a matrix; called by several threads.
     *
     * @param i which of the units
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
     * @param i which of the units
     * @param matrix known by its products
     */
    void take(int i, Product matrix);
  }

  /**
   * Σcxxᵀ of units, each from about some number of rows.
   *
   * @param fits coefficients of the units
   * @param rows how many rows to keep of each unit's; they stand for the others
   * @param seed of the choice
   * @param task receives the matrices
   */
  void forEachMatrix(UnitMeans fits, int rows, long seed, MatrixTask task);

  /**
   * Σcxxᵀ of units without forming it.
   *
   * @param fits coefficients of the units
   * @param task receives the matrices
   */
  void forEachProduct(UnitMeans fits, ProductTask task);

  /**
   * The diagonals of Σcxxᵀ.
   *
   * @param fits coefficients of units
   * @return a vector for each of them
   */
  Coefficients squareSums(UnitMeans fits);
}
