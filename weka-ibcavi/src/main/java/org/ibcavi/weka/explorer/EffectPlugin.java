// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.Component;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.GridLayout;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.JTextArea;
import javax.swing.ListSelectionModel;
import org.ibcavi.weka.chart.ChartWindow;
import org.ibcavi.weka.chart.IntervalChart;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;

/** "Attribute effects": what an attribute does to the class probabilities of the loaded data. */
public final class EffectPlugin extends ModelPlugin {
  private static final int LIST_WIDTH = 150;
  private static final int TABLE_LINES = 8;

  /** Made by Weka. */
  public EffectPlugin() {
    super("Attribute effects");
  }

  @Override
  void open(IBCavi model, Instances data, String name, Component parent) {
    EffectCharts charts = new EffectCharts(model, data);
    JList<String> attributes = list(charts.attributeNames());
    attributes.setSelectionMode(ListSelectionModel.SINGLE_SELECTION);
    attributes.setSelectedIndex(0);
    JList<String> classes = list(charts.classNames());
    JTextArea table = new JTextArea(charts.table(), TABLE_LINES, 0);
    table.setFont(new Font(Font.MONOSPACED, Font.PLAIN, 12));
    table.setEditable(false);
    ChartWindow window =
        new ChartWindow("Attribute effects: " + name, charts.chart())
            .control(
                new JLabel(
                    "The attribute is set to each value in turn. Up to "
                        + IntervalChart.colors()
                        + " classes are drawn"))
            .below(new JScrollPane(table));
    attributes.addListSelectionListener(
        event -> {
          if (!event.getValueIsAdjusting() && !attributes.isSelectionEmpty()) {
            charts.choose(attributes.getSelectedIndex());
            table.setText(charts.table());
            table.setCaretPosition(0);
            window.show(charts.chart(classes.getSelectedIndices()));
          }
        });
    classes.addListSelectionListener(
        event -> window.show(charts.chart(classes.getSelectedIndices())));
    JPanel lists = new JPanel(new GridLayout(2, 1));
    lists.add(titled(attributes, " Attribute "));
    lists.add(titled(classes, " Classes "));
    lists.setPreferredSize(new Dimension(LIST_WIDTH, 0));
    window.left(lists).open();
  }

  private static JList<String> list(List<String> names) {
    return new JList<>(names.toArray(new String[0]));
  }

  private static JComponent titled(JList<String> list, String title) {
    JScrollPane scroll = new JScrollPane(list);
    scroll.setColumnHeaderView(new JLabel(title));
    return scroll;
  }
}
