// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.pass.Precision;
import org.ibcavi.pass.RowPass;

/**
 * The rows' Gram matrix XᵀΩX or its diagonal, with a prior's precision added. It is that of all
 * rows, also where a fit looks at some of them.
 */
final class GramMatrix {
  private final RowPass rows;

  /** Takes a pass over all rows, which computes the matrix once. */
  GramMatrix(RowPass rows) {
    this.rows = rows;
  }

  /** The factor of Λ₀ + w·XᵀΩX. */
  Cholesky factor(GaussianPrior prior, double weight) {
    double[] upper = rows.gram().clone();
    for (int at = 0; at < upper.length; at++) {
      upper[at] *= weight;
    }
    prior.addPrecision(upper);
    return Precision.factor(upper, rows.shape().size());
  }

  /** diag(Λ₀ + w·XᵀΩX). */
  double[] precisions(GaussianPrior prior, double weight) {
    double[] result = rows.squareSums().clone();
    for (int p = 0; p < result.length; p++) {
      result[p] = prior.precision(p) + weight * result[p];
    }
    return result;
  }

  /** The reciprocals of {@link #precisions}. */
  double[] variances(GaussianPrior prior, double weight) {
    return Arrays.stream(precisions(prior, weight)).map(value -> 1 / value).toArray();
  }

  /** The mean of ‖x‖² over the rows, without the intercept. */
  double meanSquare() {
    return Arrays.stream(rows.squareSums(), 0, rows.shape().columns()).sum()
        / rows.shape().totalWeight();
  }
}
