// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.awt.Component;
import java.util.List;
import java.util.Objects;
import javax.swing.JMenuItem;
import javax.swing.JOptionPane;
import javax.swing.JPopupMenu;
import weka.classifiers.Classifier;
import weka.classifiers.SingleClassifierEnhancer;
import weka.classifiers.functions.IBCavi;
import weka.core.Instances;
import weka.gui.explorer.ClassifierPanel;
import weka.gui.visualize.plugins.GraphVisualizePlugin;

/**
 * An entry of the result list's menu for results of IBCavi. Weka gives such a plug-in only a text;
 * model and data are found in the panel that holds the menu.
 */
abstract class ModelPlugin implements GraphVisualizePlugin {
  private final String text;

  ModelPlugin(String text) {
    this.text = text;
  }

  /**
   * Opens the window.
   *
   * @param model of the result
   * @param data that the Explorer holds; null if there are none or another classifier stands
   *     between them and the model
   * @param name of the result
   * @param parent of dialogs
   */
  abstract void open(IBCavi model, Instances data, String name, Component parent);

  @Override
  public final JMenuItem getVisualizeMenuItem(String graph, String name) {
    if (!graph.startsWith("IBCavi")) {
      return null;
    }
    JMenuItem item = new JMenuItem(text);
    item.addActionListener(event -> open(panelOf(item), name));
    return item;
  }

  private void open(ClassifierPanel panel, String name) {
    try {
      Object whole = classifierIn(panel, name);
      IBCavi model = modelIn(whole, name);
      // What another classifier makes of the data before they reach the model is not known here.
      open(model, model == whole ? panel.getInstances() : null, name, panel);
    } catch (IllegalArgumentException | IllegalStateException e) {
      JOptionPane.showMessageDialog(panel, e.getMessage(), text, JOptionPane.ERROR_MESSAGE);
    }
  }

  /** From a menu to what it was opened on, and from there upwards. */
  private static ClassifierPanel panelOf(Component item) {
    Component at = item;
    while (at != null && !(at instanceof ClassifierPanel)) {
      at = at instanceof JPopupMenu menu ? menu.getInvoker() : at.getParent();
    }
    return (ClassifierPanel) Objects.requireNonNull(at, "the menu is not in a classifier panel");
  }

  private static Object classifierIn(ClassifierPanel panel, String name) {
    return panel.getResultHistory().getNamedObject(name) instanceof List<?> parts
        ? parts.stream().filter(Classifier.class::isInstance).findFirst().orElse(null)
        : null;
  }

  static IBCavi modelIn(Object classifier, String name) {
    Object inner = classifier;
    while (inner instanceof SingleClassifierEnhancer wrapper) {
      inner = wrapper.getClassifier();
    }
    if (inner instanceof IBCavi model) {
      return model;
    }
    throw new IllegalStateException("The result '" + name + "' holds no model of IBCavi.");
  }

  @Override
  public final String getMinVersion() {
    return "3.8.0";
  }

  @Override
  public final String getMaxVersion() {
    return "4.0.0";
  }

  @Override
  public final String getDesignVersion() {
    return "3.8.7";
  }
}
