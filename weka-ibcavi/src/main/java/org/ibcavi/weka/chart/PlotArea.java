// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.Color;
import java.awt.Stroke;
import java.awt.geom.Path2D;

/** A pair of axes on a canvas; what is drawn is given in values. */
final class PlotArea {
  private final Canvas canvas;
  private final Axis x;
  private final Axis y;

  PlotArea(Canvas canvas, Axis x, Axis y) {
    this.canvas = canvas;
    this.x = x;
    this.y = y;
  }

  Axis x() {
    return x;
  }

  Axis y() {
    return y;
  }

  /** Vertical lines, and their texts below if wanted. */
  void verticals(Ticks ticks, boolean labels) {
    for (int i = 0; i < ticks.size(); i++) {
      double at = x.at(ticks.value(i));
      canvas.line(Look.GRID, Look.HAIRLINE, at, y.start(), at, y.end());
      if (labels) {
        canvas.text(Look.AXIS, ticks.label(i), at, y.start() + 0.8 * canvas.lineHeight(), 0.5);
      }
    }
  }

  /** Horizontal lines with their texts to the left. */
  void horizontals(Ticks ticks) {
    for (int i = 0; i < ticks.size(); i++) {
      double at = y.at(ticks.value(i));
      canvas.line(Look.GRID, Look.HAIRLINE, x.start(), at, x.end(), at);
      canvas.text(Look.AXIS, ticks.label(i), x.start() - 0.5 * canvas.lineHeight(), at, 1);
    }
  }

  void xTitle(String text) {
    canvas.xTitle(text, 0.5 * (x.start() + x.end()), y.start() + 2 * canvas.lineHeight());
  }

  void yTitle(String text) {
    canvas.upwards(Look.TEXT, text, 0.9 * canvas.lineHeight(), 0.5 * (y.start() + y.end()));
  }

  void baseline() {
    canvas.line(Look.AXIS, Look.HAIRLINE, x.start(), y.start(), x.end(), y.start());
  }

  void line(Color color, Stroke stroke, double x1, double y1, double x2, double y2) {
    canvas.line(color, stroke, x.at(x1), y.at(y1), x.at(x2), y.at(y2));
  }

  /** What lies between two lines over the same values. */
  void band(Color color, double[] values, double[] lower, double[] upper) {
    Path2D.Double around = new Path2D.Double();
    around.moveTo(x.at(values[0]), y.at(lower[0]));
    for (int v = 1; v < values.length; v++) {
      around.lineTo(x.at(values[v]), y.at(lower[v]));
    }
    for (int v = values.length - 1; v >= 0; v--) {
      around.lineTo(x.at(values[v]), y.at(upper[v]));
    }
    around.closePath();
    canvas.area(color, around);
  }

  void dot(Color color, double atX, double atY, double radius) {
    canvas.dot(color, x.at(atX), y.at(atY), radius);
  }

  void bar(Color color, double fromX, double toX, double atY) {
    double left = x.at(fromX) + 1;
    canvas.bar(color, left, y.at(atY), x.at(toX) - 1 - left, y.start() - y.at(atY));
  }

  /** Says something in a column of the area. */
  void hint(double fromX, double toX, String text) {
    canvas.hint(x.at(fromX), y.end(), x.at(toX) - x.at(fromX), y.length(), text);
  }
}
