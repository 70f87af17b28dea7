// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.util.Locale;
import org.ibcavi.report.FitReport;
import org.ibcavi.weka.chart.ChartWindow;
import org.ibcavi.weka.chart.TraceChart;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** "Objective trace": how the ELBO rose from sweep to sweep. */
public final class TracePlugin extends ModelPlugin {
  /** Made by Weka. */
  public TracePlugin() {
    super("Objective trace");
  }

  static TraceChart chart(FitReport report) {
    String title =
        String.format(
            Locale.ROOT,
            "ELBO: %s after %d sweeps at %.6g",
            report.stopReason().description(),
            report.sweeps(),
            report.elbo());
    return new TraceChart(title, "ELBO", report.objectiveTrace());
  }

  @Override
  void open(IBCavi model, Instances data, String name) {
    new ChartWindow("Objective trace: " + name, chart(model.model().report())).open();
  }
}
