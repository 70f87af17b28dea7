// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.Component;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JLabel;
import org.ibcavi.weka.chart.ChartWindow;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** "Coefficient intervals": of one class, or of one attribute over all classes. */
public final class CoefficientPlugin extends ModelPlugin {
  /** Made by Weka. */
  public CoefficientPlugin() {
    super("Coefficient intervals");
  }

  @Override
  void open(IBCavi model, Instances data, String name, Component parent) {
    CoefficientCharts charts = new CoefficientCharts(model.model(), model.encoder());
    JComboBox<String> views = new JComboBox<>(charts.names().toArray(new String[0]));
    views.setMaximumRowCount(20);
    JCheckBox standardized = new JCheckBox("standardized attributes", true);
    standardized.setToolTipText(
        "Coefficients of attributes on one scale, which can be compared with each other; otherwise"
            + " in the attributes' own units, with the intercept.");
    ChartWindow window =
        new ChartWindow("Coefficient intervals: " + name, charts.chart(0, true))
            .control(new JLabel("Show"))
            .control(views)
            .control(standardized);
    Runnable redraw =
        () -> window.show(charts.chart(views.getSelectedIndex(), standardized.isSelected()));
    views.addActionListener(event -> redraw.run());
    standardized.addActionListener(event -> redraw.run());
    window.open();
  }
}
