// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.awt.Color;
import java.awt.Dimension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Means with intervals, a row for each thing that is told about. */
public final class IntervalChart extends Chart {
  private static final int LEAST_ROW_HEIGHT = 18;
  private static final int GOOD_ROW_HEIGHT = 24;
  private static final int SERIES_HEIGHT = 8;
  private static final double DOT = 4;

  /** Rows of one colour. */
  private static final class Series {
    final String name;
    final double[] mean;
    final double[] lower;
    final double[] upper;
    final int marked;

    Series(String name, double[] mean, double[] lower, double[] upper, int marked) {
      this.name = name;
      this.mean = mean.clone();
      this.lower = lower.clone();
      this.upper = upper.clone();
      this.marked = marked;
    }
  }

  private final String title;
  private final String xTitle;
  private final String[] rows;
  private final boolean probabilities;
  private final List<Series> series = new ArrayList<>();

  /**
   * An empty chart.
   *
   * @param title above it
   * @param xTitle below it
   * @param rows their names, from top to bottom
   * @param probabilities whether values are from 0 to 1; otherwise those whose interval holds zero
   *     are drawn paler
   */
  public IntervalChart(String title, String xTitle, List<String> rows, boolean probabilities) {
    this.title = title;
    this.xTitle = xTitle;
    this.rows = rows.toArray(new String[0]);
    this.probabilities = probabilities;
  }

  /**
   * The number of series that have a colour of their own.
   *
   * @return above 1
   */
  public static int colors() {
    return Look.seriesColors();
  }

  /**
   * Adds a value for each row.
   *
   * @param name for the legend
   * @param mean the values
   * @param lower where their intervals begin
   * @param upper where their intervals end
   * @param marked a row to mark by a ring, or -1
   */
  public void add(String name, double[] mean, double[] lower, double[] upper, int marked) {
    series.add(new Series(name, mean, lower, upper, marked));
  }

  @Override
  public Dimension preferredSize() {
    int rowHeight =
        Math.max(
            rows.length > 20 ? LEAST_ROW_HEIGHT : GOOD_ROW_HEIGHT, SERIES_HEIGHT * series.size());
    return new Dimension(680, Math.max(320, 120 + rows.length * rowHeight));
  }

  @Override
  void draw(Canvas canvas) {
    int line = canvas.lineHeight();
    canvas.title(title);
    double longest = Arrays.stream(rows).mapToDouble(canvas::textWidth).max().orElse(0);
    double room = Math.min(longest, 0.35 * canvas.width());
    double top =
        series.size() > 1
            ? canvas.legend(series.stream().map(one -> one.name).toList(), canvas.plotTop())
            : canvas.plotTop();
    double bottom = canvas.plotBottom(xTitle);
    Axis x = xAxis(1.5 * line + room, canvas.plotRight());
    PlotArea plot = new PlotArea(canvas, x, new Axis(rows.length, 0, bottom, top));
    double rowHeight = (bottom - top) / Math.max(1, rows.length);
    for (int i = 0; i < rows.length; i++) {
      if (i % 2 == 1) {
        canvas.bar(Look.STRIPE, 0, top + i * rowHeight, canvas.width(), rowHeight);
      }
    }
    plot.verticals(ticks(x), true);
    plot.xTitle(xTitle);
    if (x.least() < 0 && x.most() > 0) {
      plot.line(Look.AXIS, Look.DASHES, 0, 0, 0, rows.length);
    }
    for (int i = 0; i < rows.length; i++) {
      double y = top + (i + 0.5) * rowHeight;
      canvas.text(Look.TEXT, canvas.shortened(rows[i], room), x.start() - 0.6 * line, y, 1);
      row(canvas, x, i, y, rowHeight);
    }
  }

  private Ticks ticks(Axis x) {
    return probabilities
        ? Ticks.percent()
        : Ticks.between(x.least(), x.most(), (int) Math.max(2, x.length() / 60));
  }

  private Axis xAxis(double start, double end) {
    if (probabilities) {
      return new Axis(0, 1, start, end);
    }
    double least = 0;
    double most = 0;
    for (Series one : series) {
      least = Math.min(least, Arrays.stream(one.lower).min().orElse(0));
      most = Math.max(most, Arrays.stream(one.upper).max().orElse(0));
    }
    double margin = most > least ? 0.04 * (most - least) : 1;
    return new Axis(least - margin, most + margin, start, end);
  }

  private void row(Canvas canvas, Axis x, int row, double y, double rowHeight) {
    double gap = Math.min(2.4 * DOT, rowHeight / (series.size() + 0.5));
    for (int s = 0; s < series.size(); s++) {
      Series one = series.get(s);
      double at = y + (s - 0.5 * (series.size() - 1)) * gap;
      boolean pale = !probabilities && one.lower[row] <= 0 && one.upper[row] >= 0;
      Color color = pale ? Look.MUTED : Look.series(s);
      canvas.line(color, Look.INTERVAL, x.at(one.lower[row]), at, x.at(one.upper[row]), at);
      canvas.dot(color, x.at(one.mean[row]), at, DOT);
      if (one.marked == row) {
        canvas.ring(Look.TEXT, x.at(one.mean[row]), at, 1.7 * DOT);
      }
      canvas.hint(0, at - 0.5 * gap, canvas.width(), gap, sentence(one, row));
    }
  }

  private String sentence(Series one, int row) {
    return String.format(
        Locale.ROOT,
        "%s%s: %.4g, from %.4g to %.4g%s",
        series.size() > 1 ? one.name + ", " : "",
        rows[row],
        one.mean[row],
        one.lower[row],
        one.upper[row],
        one.marked == row ? ", the true class" : "");
  }
}
