// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import org.ibcavi.linalg.Cholesky;

/** Precisions of posteriors, Λ₀ and what the rows add. */
public final class Precision {
  private Precision() {}

  /**
   * The factor of a precision, which is positive definite unless values overflow.
   *
   * @param upper the upper triangle, P × P
   * @param size P
   * @return the factor
   */
  public static Cholesky factor(double[] upper, int size) {
    return Cholesky.ofUpper(upper, size)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the posterior precision is not positive definite in double precision; "
                        + "rescale the features or let them be standardized"));
  }
}
