// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;

/** Rows in parts of which one is held out while the others are fitted. */
public interface Folds {
  /**
   * Rows that can be held out.
   *
   * @return those of all parts whose units are looked at
   */
  int candidates();

  /**
   * Rows that are held out with a part.
   *
   * @param part which part
   * @return those whose units are looked at
   */
  int rows(int part);

  /**
   * The rows of all other parts.
   *
   * @param part which is left out
   * @return sums over the others; the units are the same
   */
  RowPass others(int part);

  /**
   * How well coefficients predict held-out rows among the units that are looked at.
   *
   * @param part which is held out
   * @param likelihood of the prediction
   * @param means a vector for each of these units
   * @return Σω log p of the rows' own units
   */
  double logDensity(int part, Likelihood likelihood, Coefficients means);
}
