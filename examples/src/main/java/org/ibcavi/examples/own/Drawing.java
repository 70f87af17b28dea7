// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.Locale;

/**
 * A small picture as an SVG document of our own: as wide as a telephone's screen, in colours that
 * follow the reader's choice of a light or a dark page.
 */
final class Drawing {
  static final int WIDTH = 340;

  /** Colours that people with colour-blindness can tell apart (after Okabe and Ito, 2008). */
  private static final String[] ON_LIGHT = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b57a00", "#6b4fa3"
  };

  private static final String[] ON_DARK = {
    "#5ab0ea", "#ff9040", "#2cc79a", "#e7a3ca", "#f2c14e", "#b39ddb"
  };

  /** Series that have a colour of their own. */
  static final int COLORS = ON_LIGHT.length;

  /** Of wide fonts, so that texts fit in all of them. */
  private static final int LETTER_WIDTH = 7;

  private final int height;
  private final StringBuilder body = new StringBuilder();

  Drawing(int height) {
    this.height = height;
  }

  private Drawing add(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }

  Drawing line(String style, double x1, double y1, double x2, double y2) {
    return add(
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
        style, x1, y1, x2, y2);
  }

  Drawing dot(int color, double x, double y) {
    return add("<circle class=\"f%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\"/>", color % COLORS, x, y);
  }

  /** Points joined by a line. */
  Drawing path(int color, double[] x, double[] y) {
    return add("<polyline class=\"l%d\" points=\"%s\"/>", color % COLORS, points(x, y));
  }

  /** A filled shape through which the rest can be seen. */
  Drawing band(int color, double[] x, double[] y) {
    return add("<polygon class=\"f%d band\" points=\"%s\"/>", color % COLORS, points(x, y));
  }

  private static String points(double[] x, double[] y) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x[i], y[i]));
    }
    return points.toString().strip();
  }

  /** A text whose anchor is start, middle or end. */
  Drawing text(String anchor, double x, double y, String text) {
    return add(
        "<text text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", anchor, x, y, escaped(text));
  }

  Drawing title(String text) {
    return add(
        "<text class=\"title\" x=\"4\" y=\"16\">%s</text>", escaped(shortened(text, WIDTH - 20)));
  }

  static double widthOf(String text) {
    return (double) text.length() * LETTER_WIDTH;
  }

  static String shortened(String text, double width) {
    int letters = (int) (width / LETTER_WIDTH);
    return text.length() <= letters ? text : text.substring(0, Math.max(1, letters - 1)) + "…";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  String toSvg() {
    return String.format(
        Locale.ROOT,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"system-ui, sans-serif\""
            + " font-size=\"11\">%n<style>%n%s</style>%n%s</svg>%n",
        WIDTH,
        height,
        WIDTH,
        height,
        style(),
        body);
  }

  private static String style() {
    return ".title{font-size:13px;font-weight:600}.band{opacity:.12}polyline{fill:none}\n"
        + theme("#1f2933", "#e4e7eb", "#9aa5b1", ON_LIGHT)
        + "@media (prefers-color-scheme: dark){\n"
        + theme("#e6e9ed", "#38424d", "#7b8794", ON_DARK)
        + "}\n";
  }

  private static String theme(String ink, String grid, String axis, String[] colors) {
    StringBuilder rules = new StringBuilder();
    rules.append("text{fill:" + ink + "}.grid{stroke:" + grid + "}");
    rules.append(".axis{stroke:" + axis + ";stroke-dasharray:4 3}\n");
    for (int c = 0; c < colors.length; c++) {
      rules
          .append(".l" + c + "{stroke:" + colors[c] + ";stroke-width:1.8}")
          .append(".f" + c + "{fill:" + colors[c] + "}\n");
    }
    return rules.toString();
  }
}
