// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
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
    if (!classAtt.isNominal()) {
      return null;
    }
    JMenuItem item = new JMenuItem("Reliability diagram");
    item.addActionListener(event -> open(predictions, classAtt));
    return item;
  }

  private static void open(List<Prediction> predictions, Attribute classAttribute) {
    JFrame frame = new JFrame("Reliability of '" + classAttribute.name() + "'");
    frame.setContentPane(new DiagramPanel(new ReliabilityDiagram(predictions)));
    frame.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
    frame.pack();
    frame.setLocationByPlatform(true);
    frame.setVisible(true);
  }

  /** Shows a diagram at whatever size the window has. */
  private static final class DiagramPanel extends JPanel {
    private static final long serialVersionUID = 1L;

    private final transient ReliabilityDiagram diagram;

    DiagramPanel(ReliabilityDiagram diagram) {
      this.diagram = diagram;
      setPreferredSize(new Dimension(640, 640));
    }

    @Override
    protected void paintComponent(Graphics graphics) {
      super.paintComponent(graphics);
      diagram.paint((Graphics2D) graphics.create(), getWidth(), getHeight());
    }
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
