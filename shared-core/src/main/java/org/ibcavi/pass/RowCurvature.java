// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

/** How curved a row's weighted log likelihood is in the linear predictor of a unit. */
@FunctionalInterface
public interface RowCurvature {
  /**
   * The curvature.
   *
   * @param row which row
   * @param unit which unit
   * @param eta the unit's linear predictor in that row
   * @return at least 0; the row's weight is in it
   */
  double of(int row, int unit, double eta);
}
