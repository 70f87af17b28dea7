// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.Component;
import java.awt.Dimension;
import java.util.Arrays;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JScrollPane;
import javax.swing.ListSelectionModel;
import org.ibcavi.weka.chart.ChartWindow;
import org.ibcavi.weka.chart.IntervalChart;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** "Class probabilities": their posteriors for instances chosen from the Explorer's data. */
public final class ProbabilityPlugin extends ModelPlugin {
  private static final int LIST_WIDTH = 150;

  /** Made by Weka. */
  public ProbabilityPlugin() {
    super("Class probabilities");
  }

  @Override
  void open(IBCavi model, Instances data, String name, Component parent) {
    ProbabilityCharts charts = new ProbabilityCharts(model, data);
    JList<String> instances = new JList<>(charts.names().toArray(new String[0]));
    instances.setSelectionMode(ListSelectionModel.MULTIPLE_INTERVAL_SELECTION);
    instances.setSelectedIndex(0);
    ChartWindow window =
        new ChartWindow("Class probabilities: " + name, charts.chart(0))
            .control(
                new JLabel(
                    "Choose up to "
                        + IntervalChart.colors()
                        + " instances of the loaded data; Ctrl adds one"));
    instances.addListSelectionListener(
        event -> {
          int[] chosen = instances.getSelectedIndices();
          if (!event.getValueIsAdjusting() && chosen.length > 0) {
            int count = Math.min(chosen.length, IntervalChart.colors());
            window.show(charts.chart(Arrays.copyOf(chosen, count)));
          }
        });
    JScrollPane list = new JScrollPane(instances);
    list.setPreferredSize(new Dimension(LIST_WIDTH, 0));
    list.setColumnHeaderView(new JLabel(" Instance (class) "));
    window.left(list).open();
  }
}
