// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import org.ibcavi.evaluation.ProbabilityScores;

/**
 * The mean of −ln(probability of the true class), in nats. A probability below 1e-15, of which
 * rounding may make 0, counts as 1e-15, so that one instance costs at most 34.5.
 */
public final class LogLoss extends ProbabilityMetric {
  private static final long serialVersionUID = 1L;

  /** Nothing counted yet. */
  public LogLoss() {
    super(
        "Log loss",
        "Mean of -ln(probability of the true class); probabilities below 1e-15 count as 1e-15.");
  }

  @Override
  double value(ProbabilityScores scores) {
    return scores.logLoss();
  }
}
