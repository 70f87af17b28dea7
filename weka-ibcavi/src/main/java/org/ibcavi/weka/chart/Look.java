// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Stroke;

/** What all charts share: colours, fonts and lines. */
final class Look {
  static final Color PAPER = Color.WHITE;
  static final Color STRIPE = new Color(0xF5F6F8);
  static final Color GRID = new Color(0xDDE0E4);
  static final Color AXIS = new Color(0x60656B);
  static final Color TEXT = new Color(0x22262A);
  static final Color MUTED = new Color(0xA3A9B0);
  static final Color BAR = new Color(0xA9C7E3);

  static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 13);

  static final Stroke HAIRLINE = new BasicStroke(1);
  static final Stroke LINE = new BasicStroke(2, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
  static final Stroke INTERVAL = new BasicStroke(3, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
  static final Stroke DASHES =
      new BasicStroke(
          1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 5}, 0);

  /** Told apart by colour-blind readers too (Okabe and Ito 2008). */
  private static final Color[] SERIES = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00)
  };

  private Look() {}

  static Color series(int i) {
    return SERIES[i % SERIES.length];
  }

  /** The colour of a series, through which others are seen. */
  static Color band(int i) {
    Color color = series(i);
    return new Color(color.getRed(), color.getGreen(), color.getBlue(), 40);
  }

  static int seriesColors() {
    return SERIES.length;
  }
}
