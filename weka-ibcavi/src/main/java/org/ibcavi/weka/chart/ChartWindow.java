// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.io.File;
import java.io.IOException;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.swing.BorderFactory;
import javax.swing.Box;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JFileChooser;
import javax.swing.JFrame;
import javax.swing.JOptionPane;
import javax.swing.JPanel;
import javax.swing.JScrollPane;
import javax.swing.filechooser.FileNameExtensionFilter;

/** A window with a chart, what chooses what it shows, and a button that saves it. */
public final class ChartWindow {
  private final JFrame frame;
  private final ChartPanel panel;
  private final JPanel bar = new JPanel(new FlowLayout(FlowLayout.LEFT, 8, 4));

  /**
   * Prepares a window.
   *
   * @param title of the window
   * @param first what it shows at first
   */
  public ChartWindow(String title, Chart first) {
    frame = new JFrame(title);
    panel = new ChartPanel(first);
    JScrollPane scroll = new JScrollPane(panel);
    scroll.setBorder(BorderFactory.createEmptyBorder());
    JPanel head = new JPanel(new BorderLayout());
    JButton save = new JButton("Save as PNG\u2026");
    save.addActionListener(event -> save());
    Box right = Box.createHorizontalBox();
    right.add(save);
    right.setBorder(BorderFactory.createEmptyBorder(4, 8, 4, 8));
    head.add(bar, BorderLayout.CENTER);
    head.add(right, BorderLayout.EAST);
    frame.add(head, BorderLayout.NORTH);
    frame.add(scroll, BorderLayout.CENTER);
    frame.setDefaultCloseOperation(JFrame.DISPOSE_ON_CLOSE);
  }

  /**
   * Adds something to the bar above the chart.
   *
   * @param control a choice or a label
   * @return this
   */
  public ChartWindow control(JComponent control) {
    bar.add(control);
    return this;
  }

  /**
   * Puts something to the left of the chart.
   *
   * @param component a list
   * @return this
   */
  public ChartWindow left(JComponent component) {
    frame.add(component, BorderLayout.WEST);
    return this;
  }

  /**
   * Puts something below the chart.
   *
   * @param component a table
   * @return this
   */
  public ChartWindow below(JComponent component) {
    frame.add(component, BorderLayout.SOUTH);
    return this;
  }

  /**
   * Shows another chart.
   *
   * @param chart the chart
   */
  public void show(Chart chart) {
    panel.show(chart);
  }

  /** Opens the window. */
  public void open() {
    frame.pack();
    frame.setLocationByPlatform(true);
    frame.setVisible(true);
  }

  private void save() {
    JFileChooser chooser = new JFileChooser();
    chooser.setFileFilter(new FileNameExtensionFilter("PNG pictures", "png"));
    if (chooser.showSaveDialog(frame) == JFileChooser.APPROVE_OPTION) {
      try {
        File file = withEnding(chooser.getSelectedFile());
        if (!ImageIO.write(panel.picture(), "png", file)) {
          throw new IOException("this Java cannot write PNG");
        }
      } catch (IOException e) {
        JOptionPane.showMessageDialog(
            frame, "Not saved: " + e.getMessage(), "Save as PNG", JOptionPane.ERROR_MESSAGE);
      }
    }
  }

  private static File withEnding(File file) {
    return file.getName().toLowerCase(Locale.ROOT).endsWith(".png")
        ? file
        : new File(file.getPath() + ".png");
  }
}
