// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.posterior.Coefficients;

/**
 * What the rows say about the coefficients of all regressions under a categorical likelihood: its
 * log, or the expectation of it where linear predictors spread around their means.
 */
public interface CategoricalRows {
  /**
   * Σω log p(y) and its derivatives.
   *
   * @param b a vector for each regression
   * @param gradient receives the derivatives in one category's vector of each regression
   * @return the value
   */
  double valueAndGradient(Coefficients b, Coefficients gradient);

  /**
   * The expected curvature in the coefficients of each regression.
   *
   * @param b a vector for each regression, at which probabilities are taken
   * @return sums on demand, for vectors that are these
   */
  Curvatures curvatures(Coefficients b);
}
