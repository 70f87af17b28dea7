// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

/** How a row's class probabilities are computed from the posterior of its linear predictors. */
public enum PredictionMode {
  /**
   * What predicted best in comparisons: where rows are few, members of the categorical stage with a
   * variational posterior under a wider prior than the learned one as the mean over draws;
   * everything else at the posterior means.
   */
  AUTO,
  /** At the posterior means. The fastest. */
  PLUG_IN,
  /** At the posterior means shrunk towards 0 by how uncertain they are. Deterministic. */
  MODERATED,
  /** As the mean over draws of the linear predictors. */
  MONTE_CARLO
}
