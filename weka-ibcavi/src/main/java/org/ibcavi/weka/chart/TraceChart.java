// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.util.Arrays;
import java.util.Locale;

/** How an objective rose, and below it how far it was from its end on a logarithmic scale. */
public final class TraceChart extends Chart {
  private static final String X_TITLE = "Pass";

  /** Gaps below this share of the objective are rounding. */
  private static final double ROUNDING = 1e-14;

  private final String title;
  private final String name;
  private final double[] trace;
  private final int first;

  /**
   * Takes a trace.
   *
   * @param title above the picture
   * @param name of the objective
   * @param trace its values
   * @param first the number of passes before the first value
   */
  public TraceChart(String title, String name, double[] trace, int first) {
    this.title = title;
    this.name = name;
    this.trace = trace.clone();
    this.first = first;
  }

  @Override
  void draw(Canvas canvas) {
    int line = canvas.lineHeight();
    canvas.title(title);
    double top = canvas.plotTop();
    double bottom = canvas.plotBottom(X_TITLE);
    double split = bottom - 0.4 * (bottom - top);
    double least = Arrays.stream(trace).min().orElse(0);
    double most = Arrays.stream(trace).max().orElse(0);
    double margin = most > least ? 0.06 * (most - least) : 1;
    Axis y = new Axis(least - margin, most + margin, split - line, top);
    double left = 2.6 * line + canvas.textWidth("\u22120000000.0");
    Axis x = new Axis(first, first + Math.max(1, trace.length - 1), left, canvas.plotRight());
    drawTrace(new PlotArea(canvas, x, y));
    drawGaps(canvas, x, bottom, split);
  }

  private Ticks passes(Axis x) {
    return Ticks.whole(first, x.most(), (int) Math.max(2, x.length() / 70));
  }

  private void drawTrace(PlotArea plot) {
    plot.verticals(passes(plot.x()), false);
    plot.horizontals(Ticks.between(plot.y().least(), plot.y().most(), 6));
    plot.yTitle(name);
    curve(plot, trace);
    for (int i = 0; i < trace.length; i++) {
      String text = String.format(Locale.ROOT, "pass %d: %s %.8g", first + i, name, trace[i]);
      plot.hint(first + i - 0.5, first + i + 0.5, text);
    }
  }

  private void drawGaps(Canvas canvas, Axis x, double bottom, double top) {
    double end = trace[trace.length - 1];
    double rounding = ROUNDING * Math.max(1, Math.abs(end));
    double[] gaps = new double[Math.max(1, trace.length - 1)];
    Arrays.setAll(gaps, i -> Math.log10(Math.max(rounding, end - trace[i])));
    double least = Math.floor(Arrays.stream(gaps).min().orElse(0));
    double most = Math.max(least + 1, Math.ceil(Arrays.stream(gaps).max().orElse(1)));
    PlotArea plot = new PlotArea(canvas, x, new Axis(least, most, bottom, top));
    plot.verticals(passes(x), true);
    plot.horizontals(Ticks.powers(least, most, 4));
    plot.yTitle("Gap to the end");
    plot.xTitle(X_TITLE);
    curve(plot, gaps);
  }

  private void curve(PlotArea plot, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (i > 0) {
        plot.line(Look.series(0), Look.LINE, first + i - 1.0, values[i - 1], first + i, values[i]);
      }
      if (values.length <= 100) {
        plot.dot(Look.series(0), first + i, values[i], 3);
      }
    }
  }
}
