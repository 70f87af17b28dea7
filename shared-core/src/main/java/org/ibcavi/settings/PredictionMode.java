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
  /**
   * As the mean over draws of the linear predictors. Such means are softer than predictions at the
   * means, so a fit that is asked for them gives the members of the categorical stage wider priors,
   * and weighs them by the means.
   */
  MONTE_CARLO;

  /**
   * What is left open by AUTO.
   *
   * @param averages whether the mean over draws suits the member that predicts
   * @return any but AUTO
   */
  public PredictionMode orElse(boolean averages) {
    if (this != AUTO) {
      return this;
    }
    return averages ? MONTE_CARLO : PLUG_IN;
  }
}
