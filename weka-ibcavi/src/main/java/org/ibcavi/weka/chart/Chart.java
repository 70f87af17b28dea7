// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.geom.Point2D;
import java.util.List;

/** A picture that fits itself into any size. */
public abstract class Chart {
  private List<Canvas.Hint> hints = List.of();

  Chart() {}

  abstract void draw(Canvas canvas);

  /**
   * The size at which it is best read.
   *
   * @return in pixels
   */
  public Dimension preferredSize() {
    return new Dimension(660, 600);
  }

  /**
   * Draws.
   *
   * @param graphics where to
   * @param width of the picture
   * @param height of the picture
   */
  public final void paint(Graphics2D graphics, int width, int height) {
    Canvas canvas = new Canvas(graphics, width, height);
    draw(canvas);
    hints = canvas.hints();
  }

  /**
   * What there is to say about a place of the picture as it was last drawn.
   *
   * @param place in pixels
   * @return a sentence, or null
   */
  public final String hint(Point2D place) {
    return hints.stream()
        .filter(hint -> hint.place().contains(place))
        .map(Canvas.Hint::text)
        .findFirst()
        .orElse(null);
  }
}
