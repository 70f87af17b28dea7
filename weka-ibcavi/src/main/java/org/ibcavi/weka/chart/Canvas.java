// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** A sheet of paper: draws in the common look and remembers what to say where. */
final class Canvas {
  /** A place with something to say. */
  record Hint(Rectangle2D place, String text) {}

  private final Graphics2D graphics;
  private final int width;
  private final int height;
  private final FontMetrics metrics;
  private final List<Hint> hints = new ArrayList<>();

  Canvas(Graphics2D graphics, int width, int height) {
    this.graphics = graphics;
    this.width = width;
    this.height = height;
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setFont(Look.FONT);
    metrics = graphics.getFontMetrics();
    graphics.setColor(Look.PAPER);
    graphics.fillRect(0, 0, width, height);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  int lineHeight() {
    return metrics.getHeight();
  }

  /** Where plots begin below the title. */
  double plotTop() {
    return 2.6 * lineHeight();
  }

  /** Where plots end above the texts of the x axis and its title, of as many lines as it takes. */
  double plotBottom(String xTitle) {
    return height - (1.8 + wrapped(xTitle).size()) * lineHeight();
  }

  /** The title of the x axis, around a place but never beyond the edges. */
  void xTitle(String text, double middle, double y) {
    List<String> lines = wrapped(text);
    for (int i = 0; i < lines.size(); i++) {
      double half = 0.5 * textWidth(lines.get(i));
      double at = Math.max(Math.min(middle, width - half), half);
      text(Look.TEXT, lines.get(i), at, y + i * lineHeight(), 0.5);
    }
  }

  /** Lines that fit into the width, broken between words. */
  List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : text.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && textWidth(longer) > width - lineHeight()) {
        lines.add(line);
        longer = word;
      }
      line = longer;
    }
    lines.add(line);
    return lines;
  }

  /** Where plots end to the right, with room for half a text of the x axis. */
  double plotRight() {
    return width - 1.8 * lineHeight();
  }

  double textWidth(String text) {
    return metrics.stringWidth(text);
  }

  List<Hint> hints() {
    return hints;
  }

  void hint(double x, double y, double width, double height, String text) {
    hints.add(new Hint(new Rectangle2D.Double(x, y, width, height), text));
  }

  void title(String text) {
    graphics.setFont(Look.TITLE);
    graphics.setColor(Look.TEXT);
    graphics.drawString(text, lineHeight(), (float) (1.5 * lineHeight()));
    graphics.setFont(Look.FONT);
  }

  /** Text beside a point: share 0 puts its left end there, 0.5 its middle, 1 its right end. */
  void text(Color color, String text, double x, double y, double share) {
    graphics.setColor(color);
    graphics.drawString(
        text,
        (float) (x - share * textWidth(text)),
        (float) (y + 0.5 * (metrics.getAscent() - metrics.getDescent())));
  }

  /** Names with the colours of their series; returns where a plot below may begin. */
  double legend(List<String> names, double top) {
    double line = lineHeight();
    double dot = 4;
    double x = line;
    double y = top;
    for (int s = 0; s < names.size(); s++) {
      double room = textWidth(names.get(s)) + 2.5 * line;
      if (x + room > width && x > line) {
        x = line;
        y += 1.2 * line;
      }
      dot(Look.series(s), x + dot, y, dot);
      text(Look.TEXT, names.get(s), x + 4 * dot, y, 0);
      x += room;
    }
    return y + 0.9 * line;
  }

  /** Text that reads upwards, its middle at a point. */
  void upwards(Color color, String text, double x, double y) {
    AffineTransform before = graphics.getTransform();
    graphics.translate(x, y);
    graphics.rotate(-0.5 * Math.PI);
    text(color, text, 0, 0, 0.5);
    graphics.setTransform(before);
  }

  /** As much of a text as fits. */
  String shortened(String text, double room) {
    if (textWidth(text) <= room) {
      return text;
    }
    int end = text.length();
    while (end > 1 && textWidth(text.substring(0, end) + "\u2026") > room) {
      end--;
    }
    return text.substring(0, end) + "\u2026";
  }

  void line(Color color, Stroke stroke, double x1, double y1, double x2, double y2) {
    graphics.setColor(color);
    graphics.setStroke(stroke);
    graphics.draw(new Line2D.Double(x1, y1, x2, y2));
  }

  void area(Color color, Shape shape) {
    graphics.setColor(color);
    graphics.fill(shape);
  }

  void dot(Color color, double x, double y, double radius) {
    graphics.setColor(color);
    graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  void ring(Color color, double x, double y, double radius) {
    graphics.setColor(color);
    graphics.setStroke(Look.HAIRLINE);
    graphics.draw(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  void bar(Color color, double x, double y, double barWidth, double barHeight) {
    graphics.setColor(color);
    graphics.fill(new Rectangle2D.Double(x, y, barWidth, barHeight));
  }
}
