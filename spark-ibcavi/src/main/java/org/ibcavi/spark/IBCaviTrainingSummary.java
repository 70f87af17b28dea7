// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.List;
import org.ibcavi.report.FitReport;

/** How a model was fitted. It belongs to the model and is saved with it. */
public final class IBCaviTrainingSummary {
  private final String strategy;
  private final FitReport report;

  IBCaviTrainingSummary(String strategy, FitReport report) {
    this.strategy = strategy;
    this.report = report;
  }

  /**
   * Where the rows were, and why.
   *
   * @return such as {@code gather, chosen by auto: ...}
   */
  public String strategy() {
    return strategy;
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
   * The objective after each pass of what has the most weight in predictions: the log posterior of
   * the leading categorical model, or the ELBO of the binary stage. It is maximised, so it climbs,
   * where the objective of Spark's own classifiers falls.
   *
   * @return a copy
   */
  public double[] objectiveHistory() {
    return report.objectiveTrace();
  }

  /**
   * The number of passes that {@link #objectiveHistory()} tells of.
   *
   * @return its length
   */
  public int totalIterations() {
    return report.objectiveTrace().length;
  }

  /**
   * What was sampled or simplified, and warnings.
   *
   * @return sentences
   */
  public List<String> notes() {
    return report.notes();
  }

  /** The strategy and the report as text. */
  @Override
  public String toString() {
    return "strategy: " + strategy + System.lineSeparator() + report;
  }
}
