// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.awt.Color;
import java.util.Locale;

/** A picture of a square of two features: a coloured cell at each place, and rows as dots. */
public final class RegionMap {
  private static final int SIZE = 200;
  private static final int HEAD = 24;
  private static final double DOT = 2;

  private final double from;
  private final double to;
  private final StringBuilder svg = new StringBuilder();

  /**
   * An empty picture.
   *
   * @param title above it
   * @param from the least value of both features
   * @param to the largest value of both features
   */
  public RegionMap(String title, double from, double to) {
    this.from = from;
    this.to = to;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">%n",
        SIZE, SIZE + HEAD);
    // On a dark page the title would be black on nearly black.
    add("<rect width=\"%d\" height=\"%d\" fill=\"#FFFFFF\"/>%n", SIZE, HEAD);
    add(
        "<text x=\"4\" y=\"16\" font-family=\"sans-serif\" font-size=\"13\">%s</text>%n",
        HtmlReport.escaped(title));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  /**
   * Places at which the colours of cells are wanted: their middles.
   *
   * @param cells in a line
   * @param from the least value of both features
   * @param to the largest value of both features
   * @return a pair of features for each cell, line after line from the lowest on
   */
  public static double[][] places(int cells, double from, double to) {
    double step = (to - from) / cells;
    double[][] places = new double[cells * cells][];
    for (int line = 0; line < cells; line++) {
      for (int c = 0; c < cells; c++) {
        places[line * cells + c] =
            new double[] {from + (c + 0.5) * step, from + (line + 0.5) * step};
      }
    }
    return places;
  }

  /**
   * Adds a cell.
   *
   * @param place its middle
   * @param cells in a line; a divisor of 200, its side in pixels, so that cells meet at whole
   *     pixels and no seams shine between them
   * @param color of it
   * @param strength from 0 for white to 1 for the colour
   * @return this
   */
  public RegionMap cell(double[] place, int cells, Color color, double strength) {
    double side = (double) SIZE / cells;
    add(
        "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\"/>%n",
        x(place[0]) - 0.5 * side, y(place[1]) - 0.5 * side, side, side, hex(color, strength));
    return this;
  }

  /**
   * Adds a row.
   *
   * @param row its features
   * @param color of its dot
   * @return this
   */
  public RegionMap dot(double[] row, Color color) {
    add(
        "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\" fill=\"%s\" stroke=\"white\""
            + " stroke-width=\"0.4\"/>%n",
        x(row[0]), y(row[1]), DOT, hex(color, 1));
    return this;
  }

  private double x(double value) {
    return SIZE * (value - from) / (to - from);
  }

  private double y(double value) {
    return HEAD + SIZE * (to - value) / (to - from);
  }

  private static String hex(Color color, double strength) {
    return String.format(
        Locale.ROOT,
        "#%02X%02X%02X",
        faded(color.getRed(), strength),
        faded(color.getGreen(), strength),
        faded(color.getBlue(), strength));
  }

  private static int faded(int part, double strength) {
    return (int) Math.round(255 + strength * (part - 255));
  }

  /**
   * The picture.
   *
   * @return an SVG document
   */
  public String toSvg() {
    return svg + "</svg>\n";
  }
}
