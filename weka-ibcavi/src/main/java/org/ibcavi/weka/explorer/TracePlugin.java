// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.Component;
import java.util.Locale;
import org.ibcavi.report.FitReport;
import org.ibcavi.weka.chart.ChartWindow;
import org.ibcavi.weka.chart.TraceChart;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** "Objective trace": how the objective of what predicts rose from pass to pass. */
public final class TracePlugin extends ModelPlugin {
  /** Made by Weka. */
  public TracePlugin() {
    super("Objective trace");
  }

  static TraceChart chart(FitReport report) {
    double[] trace = report.objectiveTrace();
    // The binary stage tells the value at its start too, the categorical one begins with a pass.
    int first = report.members().isEmpty() ? 0 : 1;
    return new TraceChart(title(report), report.objectiveName(), trace, first);
  }

  static String title(FitReport report) {
    double[] trace = report.objectiveTrace();
    return String.format(
        Locale.ROOT,
        "%s: %s at %.6g",
        ofWhat(report),
        report.converged() ? "converged" : "stopped",
        trace[trace.length - 1]);
  }

  private static String ofWhat(FitReport report) {
    if (report.members().isEmpty()) {
      return "ELBO of the binary regressions";
    }
    return report.leadingMember().orElseThrow().prior().isOfRegressions()
        ? "ELBO of the binary regressions, the model of the largest weight"
        : "Log posterior of the categorical model of the largest weight";
  }

  @Override
  void open(IBCavi model, Instances data, String name, Component parent) {
    new ChartWindow("Objective trace: " + name, chart(model.model().report())).open();
  }
}
