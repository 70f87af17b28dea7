// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import org.ibcavi.posterior.Coefficients;

/** Coefficient vectors of some regressions: posterior means, or modes. */
public interface RegressionMeans {
  /**
   * The regressions in increasing order.
   *
   * @return not copied
   */
  int[] regressions();

  /**
   * The vector of the i-th of the regressions.
   *
   * @param i which of the regressions
   * @return not copied
   */
  double[] mean(int i);

  /**
   * All vectors.
   *
   * @return in the order of the regressions; copied
   */
  default Coefficients means() {
    Coefficients result = new Coefficients(mean(0).length, regressions().length);
    for (int i = 0; i < regressions().length; i++) {
      result.set(i, mean(i));
    }
    return result;
  }
}
