// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.event.MouseEvent;
import java.awt.image.BufferedImage;
import javax.swing.JPanel;
import javax.swing.Scrollable;
import javax.swing.ToolTipManager;

/** Shows a chart at whatever size the window has, and scrolls where it would be too small. */
public final class ChartPanel extends JPanel implements Scrollable {
  private static final long serialVersionUID = 1L;

  /** Pixels of a saved picture for each on the screen. */
  private static final int SAVED_SCALE = 2;

  private transient Chart chart;

  /**
   * Shows a chart.
   *
   * @param chart the first one
   */
  public ChartPanel(Chart chart) {
    this.chart = chart;
    ToolTipManager.sharedInstance().registerComponent(this);
  }

  /**
   * Shows another chart.
   *
   * @param other the chart
   */
  public void show(Chart other) {
    chart = other;
    revalidate();
    repaint();
  }

  /**
   * The chart as a picture for a file, sharper than on the screen.
   *
   * @return as large as the panel, in twice the resolution
   */
  public BufferedImage picture() {
    BufferedImage image =
        new BufferedImage(
            SAVED_SCALE * getWidth(), SAVED_SCALE * getHeight(), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.scale(SAVED_SCALE, SAVED_SCALE);
    chart.paint(graphics, getWidth(), getHeight());
    graphics.dispose();
    return image;
  }

  @Override
  public Dimension getPreferredSize() {
    return chart.preferredSize();
  }

  @Override
  protected void paintComponent(Graphics graphics) {
    Graphics2D copy = (Graphics2D) graphics.create();
    chart.paint(copy, getWidth(), getHeight());
    copy.dispose();
  }

  @Override
  public String getToolTipText(MouseEvent event) {
    return chart.hint(event.getPoint());
  }

  @Override
  public Dimension getPreferredScrollableViewportSize() {
    Dimension wanted = getPreferredSize();
    return new Dimension(wanted.width, Math.min(wanted.height, 720));
  }

  @Override
  public int getScrollableUnitIncrement(Rectangle visible, int orientation, int direction) {
    return 24;
  }

  @Override
  public int getScrollableBlockIncrement(Rectangle visible, int orientation, int direction) {
    return visible.height / 2;
  }

  @Override
  public boolean getScrollableTracksViewportWidth() {
    return true;
  }

  @Override
  public boolean getScrollableTracksViewportHeight() {
    return getParent().getHeight() >= 0.8 * getPreferredSize().height;
  }
}
