// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A picture with two axes, in the one style of all reports. */
public final class Plot {
  private static final Color GRID = new Color(0xE4E7EB);
  private static final Color INK = new Color(0x1F2933);
  private static final int VIOLIN_POINTS = 121;

  /** Where the density is below this share of its peak, nothing is drawn. */
  private static final double VIOLIN_EDGE = 0.01;

  private final XYChart chart;
  private int colors;
  private int unnamed;

  /**
   * An empty plot.
   *
   * @param title above it
   * @param x what the horizontal axis shows
   * @param y what the vertical axis shows
   * @param width in pixels
   * @param height in pixels
   */
  public Plot(String title, String x, String y, int width, int height) {
    chart =
        new XYChartBuilder()
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .width(width)
            .height(height)
            .theme(Styler.ChartTheme.XChart)
            .build();
    XYStyler styler = chart.getStyler();
    styler.setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setChartFontColor(INK);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(GRID);
    styler.setPlotGridLinesStroke(new BasicStroke(1f));
    styler.setLegendBorderColor(GRID);
    styler.setLegendPosition(Styler.LegendPosition.OutsideE);
    styler.setSeriesColors(Palette.all());
    styler.setMarkerSize(5);
    styler.setErrorBarsColorSeriesColor(true);
    styler.setChartPadding(8);
    styler.setLocale(java.util.Locale.ROOT);
  }

  private XYSeries named(String name, double[] x, double[] y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setLineColor(Palette.color(colors));
    series.setMarkerColor(Palette.color(colors));
    series.setLineWidth(1.8f);
    colors++;
    return series;
  }

  private XYSeries hidden(double[] x, double[] y) {
    XYSeries series = chart.addSeries(" " + unnamed++, x, y);
    series.setShowInLegend(false);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  /**
   * Adds a line.
   *
   * @param name in the legend
   * @param x horizontal values, at least one
   * @param y vertical values, as many
   * @return this
   */
  public Plot line(String name, double[] x, double[] y) {
    named(name, x, y).setMarker(SeriesMarkers.NONE);
    return this;
  }

  /**
   * Adds a line with a mark at each value.
   *
   * @param name in the legend
   * @param x horizontal values, at least one
   * @param y vertical values, as many
   * @return this
   */
  public Plot marks(String name, double[] x, double[] y) {
    named(name, x, y).setMarker(SeriesMarkers.CIRCLE);
    return this;
  }

  /**
   * Adds values with bars.
   *
   * @param name in the legend
   * @param x horizontal values, at least one
   * @param y vertical values, as many
   * @param reach of the bars to either side
   * @return this
   */
  public Plot intervals(String name, double[] x, double[] y, double[] reach) {
    XYSeries series = chart.addSeries(name, x, y, reach);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setMarkerColor(Palette.color(colors));
    series.setLineColor(Palette.color(colors));
    colors++;
    return this;
  }

  /**
   * Adds a thin dashed line outside the legend.
   *
   * @param x horizontal values
   * @param y vertical values
   * @return this
   */
  public Plot reference(double[] x, double[] y) {
    XYSeries series = hidden(x, y);
    series.setLineColor(new Color(0x9AA5B1));
    series.setLineWidth(1f);
    series.setLineStyle(
        new BasicStroke(
            1f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {4, 4}, 0));
    return this;
  }

  /**
   * Shades the space between two lines in the colour of the last named line.
   *
   * @param x horizontal values, increasing
   * @param lower vertical values, as many
   * @param upper vertical values, as many
   * @return this
   */
  public Plot band(double[] x, double[] lower, double[] upper) {
    int count = x.length;
    double[] around = new double[2 * count];
    double[] edge = new double[2 * count];
    for (int i = 0; i < count; i++) {
      around[i] = x[i];
      edge[i] = lower[i];
      around[2 * count - 1 - i] = x[i];
      edge[2 * count - 1 - i] = upper[i];
    }
    XYSeries body = hidden(around, edge);
    body.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
    body.setFillColor(Palette.translucent(Palette.color(colors - 1), 40));
    body.setLineColor(Palette.translucent(Palette.color(colors - 1), 110));
    body.setLineWidth(1f);
    return this;
  }

  /**
   * Adds the density of probabilities, mirrored about a vertical line, and their mean.
   *
   * @param center where the line stands
   * @param reach the greatest distance from it
   * @param draws probabilities
   * @param color of the body
   * @return this
   */
  public Plot violin(double center, double reach, double[] draws, Color color) {
    double[] density = UnitDensity.at(draws, VIOLIN_POINTS);
    double highest = Arrays.stream(density).max().orElse(1);
    int[] shown =
        IntStream.range(0, density.length)
            .filter(i -> density[i] > VIOLIN_EDGE * highest)
            .toArray();
    double[] x = new double[2 * shown.length];
    double[] y = new double[x.length];
    for (int i = 0; i < shown.length; i++) {
      double p = (double) shown[i] / (density.length - 1);
      x[i] = center - reach * density[shown[i]] / highest;
      x[x.length - 1 - i] = center + reach * density[shown[i]] / highest;
      y[i] = p;
      y[x.length - 1 - i] = p;
    }
    XYSeries body = hidden(x, y);
    body.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
    body.setFillColor(Palette.translucent(color, 90));
    body.setLineColor(color);
    body.setLineWidth(1f);
    double mean = Arrays.stream(draws).average().orElse(0);
    XYSeries mark =
        hidden(
            new double[] {center - 0.6 * reach, center + 0.6 * reach}, new double[] {mean, mean});
    mark.setLineColor(INK);
    mark.setLineWidth(1.6f);
    return this;
  }

  /**
   * Adds a name to the legend of a colour that other parts of the plot use.
   *
   * @param name in the legend
   * @param color beside it
   * @return this
   */
  public Plot legend(String name, Color color) {
    XYSeries series = chart.addSeries(name, new double[] {-1e9}, new double[] {-1e9});
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    series.setMarker(SeriesMarkers.SQUARE);
    series.setMarkerColor(color);
    return this;
  }

  /**
   * Bounds the horizontal axis.
   *
   * @param from its left end
   * @param to its right end
   * @return this
   */
  public Plot xRange(double from, double to) {
    chart.getStyler().setXAxisMin(from);
    chart.getStyler().setXAxisMax(to);
    return this;
  }

  /**
   * Bounds the vertical axis.
   *
   * @param from its lower end
   * @param to its upper end
   * @return this
   */
  public Plot yRange(double from, double to) {
    chart.getStyler().setYAxisMin(from);
    chart.getStyler().setYAxisMax(to);
    return this;
  }

  /**
   * Names the whole numbers of the horizontal axis.
   *
   * @param names of 0, 1, 2 and so on
   * @return this
   */
  public Plot xNames(List<String> names) {
    xRange(-0.6, names.size() - 0.4);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.getStyler().setXAxisTickMarkSpacingHint(chart.getWidth() / (names.size() + 3));
    chart.setCustomXAxisTickLabelsFormatter(
        value -> {
          int index = (int) Math.rint(value);
          boolean whole = Math.abs(value - index) < 1e-6 && index >= 0 && index < names.size();
          // XChart looks for other places if two labels are the same.
          return whole ? names.get(index) : " ".repeat(1 + Math.abs(index));
        });
    return this;
  }

  /**
   * Makes the horizontal axis logarithmic.
   *
   * @return this
   */
  public Plot logX() {
    chart.getStyler().setXAxisLogarithmic(true);
    return this;
  }

  /**
   * Makes the vertical axis logarithmic.
   *
   * @return this
   */
  public Plot logY() {
    chart.getStyler().setYAxisLogarithmic(true);
    return this;
  }

  /**
   * Puts the legend below the axes, a line for each name.
   *
   * @return this
   */
  public Plot legendBelow() {
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(Styler.LegendLayout.Vertical);
    return this;
  }

  /**
   * Leaves the legend out.
   *
   * @return this
   */
  public Plot withoutLegend() {
    chart.getStyler().setLegendVisible(false);
    return this;
  }

  /**
   * The picture.
   *
   * @return an SVG document
   */
  public String toSvg() {
    return Svg.of(chart);
  }
}
