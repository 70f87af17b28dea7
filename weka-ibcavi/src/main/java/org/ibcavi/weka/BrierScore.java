// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import org.ibcavi.evaluation.ProbabilityScores;

/** The mean of Σ_k (p_k − [k is the true class])², from 0 to 2 (Brier 1950). */
public final class BrierScore extends ProbabilityMetric {
  private static final long serialVersionUID = 1L;

  /** Nothing counted yet. */
  public BrierScore() {
    super(
        "Brier score",
        "Mean over instances of the squared error of all class probabilities, from 0 to 2.");
  }

  @Override
  double value(ProbabilityScores scores) {
    return scores.brierScore();
  }
}
