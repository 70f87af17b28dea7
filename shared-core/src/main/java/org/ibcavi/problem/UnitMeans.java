// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import org.ibcavi.posterior.Coefficients;

/** Coefficient vectors of some units: posterior means, or modes. */
public interface UnitMeans {
  /**
   * The units in increasing order.
   *
   * @return not copied
   */
  int[] units();

  /**
   * The vector of the i-th of the units.
   *
   * @param i which of the units
   * @return not copied
   */
  double[] mean(int i);

  /**
   * All vectors.
   *
   * @return in the order of the units; copied
   */
  default Coefficients means() {
    Coefficients result = new Coefficients(mean(0).length, units().length);
    for (int i = 0; i < units().length; i++) {
      result.set(i, mean(i));
    }
    return result;
  }
}
