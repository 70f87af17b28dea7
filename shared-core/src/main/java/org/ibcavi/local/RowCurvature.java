// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

/** How curved the rows' weighted log likelihoods are in the linear predictors of regressions. */
@FunctionalInterface
public interface RowCurvature {
  /**
   * The curvatures of a chunk's rows for some regressions.
   *
   * @param chunk which rows
   * @param regressions all regressions that are asked for
   * @param first the first of them to take
   * @param width how many to take
   * @param eta chunk rows × width linear predictors; replaced by curvatures, which are at least 0
   *     and have the rows' weights in them
   */
  void of(int chunk, int[] regressions, int first, int width, double[] eta);
}
