// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import org.ibcavi.evaluation.ProbabilityScores;

/**
 * The expected calibration error: instances are put in 15 bins of equal width by the probability of
 * their predicted class, and the gap between mean probability and accuracy is averaged over the
 * bins by weight (Guo, Pleiss, Sun and Weinberger, ICML 2017).
 */
public final class CalibrationError extends ProbabilityMetric {
  private static final long serialVersionUID = 1L;

  /** Nothing counted yet. */
  public CalibrationError() {
    super(
        "Calibration error",
        "Expected gap between the probability of the predicted class and accuracy, 15 bins.");
  }

  @Override
  double value(ProbabilityScores scores) {
    return scores.expectedCalibrationError();
  }
}
