// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.link.Likelihood;
import org.ibcavi.posterior.Coefficients;

/** Rows in parts of which one is held out while the others are fitted. */
public interface Folds {
  /**
   * Rows that can be held out.
   *
   * @return those of all parts whose regressions are looked at
   */
  int candidates();

  /**
   * The rows of other parts.
   *
   * @param part which is left out
   * @param among how many parts, from the first on, the others are taken from
   * @return sums over the others; the regressions are the same
   */
  RowPass others(int part, int among);

  /**
   * Rows that are held out with a part.
   *
   * @param part which part
   * @return how many there are, repeated ones counted each
   */
  default int rows(int part) {
    return weights(part).length;
  }

  /**
   * The weights of the rows that are held out with a part.
   *
   * @param part which part
   * @return one for each of them that differs
   */
  double[] weights(int part);

  /**
   * How well coefficients predict each held-out row among the regressions that are looked at.
   *
   * @param part which is held out
   * @param likelihood of the prediction
   * @param means a vector for each of these regressions
   * @return log p of each row's own regression
   */
  double[] logDensities(int part, Likelihood likelihood, Coefficients means);

  /**
   * How well coefficients predict all held-out rows together.
   *
   * @param part which is held out
   * @param likelihood of the prediction
   * @param means a vector for each of the regressions that are looked at
   * @return Σω log p of the rows' own regressions
   */
  default double logDensity(int part, Likelihood likelihood, Coefficients means) {
    double[] weights = weights(part);
    double[] logDensities = logDensities(part, likelihood, means);
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i] * logDensities[i];
    }
    return sum;
  }
}
