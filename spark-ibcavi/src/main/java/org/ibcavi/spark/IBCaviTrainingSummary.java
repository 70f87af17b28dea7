// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.List;
import org.ibcavi.report.FitReport;

/** How a model was fitted. It belongs to the model and is saved with it. */
public final class IBCaviTrainingSummary {
  private final FitReport report;

  IBCaviTrainingSummary(FitReport report) {
    this.report = report;
  }

  /**
   * The core's report: stages, members, what was chosen and why.
   *
   * @return the report
   */
  public FitReport report() {
    return report;
  }

  /**
   * The number of rows fitted.
   *
   * @return those with weight
   */
  public int rows() {
    return report.rows();
  }

  /**
   * What was sampled or simplified, and warnings.
   *
   * @return sentences
   */
  public List<String> notes() {
    return report.notes();
  }

  /** The report as text. */
  @Override
  public String toString() {
    return report.toString();
  }
}
