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
    String title =
        String.format(
            Locale.ROOT,
            "%s: %s at %.6g",
            report.members().isEmpty()
                ? "ELBO of the binary regressions"
                : "Log posterior of the categorical model of the largest weight",
            report.converged() ? "converged" : "stopped",
            trace[trace.length - 1]);
    // The binary stage tells the value at its start too, the categorical one begins with a pass.
    return new TraceChart(title, report.objectiveName(), trace, report.members().isEmpty() ? 0 : 1);
  }

  @Override
  void open(IBCavi model, Instances data, String name, Component parent) {
    new ChartWindow("Objective trace: " + name, chart(model.model().report())).open();
  }
}
