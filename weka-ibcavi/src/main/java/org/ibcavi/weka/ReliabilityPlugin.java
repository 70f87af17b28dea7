// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.ArrayList;
import java.util.List;
import javax.swing.JMenuItem;
import org.ibcavi.weka.chart.ChartWindow;
import weka.classifiers.evaluation.Prediction;
import weka.core.Attribute;
import weka.gui.visualize.plugins.VisualizePlugin;

/** "Reliability diagram" in the menu of the Explorer's result list, for every classifier. */
public final class ReliabilityPlugin implements VisualizePlugin {
  /** Made by Weka. */
  public ReliabilityPlugin() {}

  @SuppressWarnings("NonApiType") // Weka's interface wants an ArrayList.
  @Override
  public JMenuItem getVisualizeMenuItem(ArrayList<Prediction> predictions, Attribute classAtt) {
    if (predictions == null || classAtt == null || !classAtt.isNominal()) {
      return null;
    }
    JMenuItem item = new JMenuItem("Reliability diagram");
    item.addActionListener(event -> open(predictions, classAtt));
    return item;
  }

  private static void open(List<Prediction> predictions, Attribute classAttribute) {
    ReliabilityDiagram diagram = new ReliabilityDiagram(predictions);
    new ChartWindow("Reliability of '" + classAttribute.name() + "'", diagram.chart()).open();
  }

  @Override
  public String getMinVersion() {
    return "3.8.0";
  }

  @Override
  public String getMaxVersion() {
    return "4.0.0";
  }

  @Override
  public String getDesignVersion() {
    return "3.8.7";
  }
}
