// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Probabilities over a number, with bands around them. */
public final class EffectChart extends Chart {
  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final double[] values;
  private final List<Curve> curves = new ArrayList<>();

  /** A line with its band. */
  private static final class Curve {
    final String name;
    final double[] mean;
    final double[] lower;
    final double[] upper;

    Curve(String name, double[] mean, double[] lower, double[] upper) {
      this.name = name;
      this.mean = mean.clone();
      this.lower = lower.clone();
      this.upper = upper.clone();
    }

    String sentence(int v) {
      return String.format(
          Locale.ROOT, "%s: %.4g, from %.4g to %.4g", name, mean[v], lower[v], upper[v]);
    }
  }

  /**
   * An empty chart.
   *
   * @param title above it
   * @param xTitle below it
   * @param yTitle to its left
   * @param values along x, increasing; if all are the same, nothing but a point is drawn
   */
  public EffectChart(String title, String xTitle, String yTitle, double[] values) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.values = values.clone();
  }

  /**
   * Adds a curve.
   *
   * @param name for the legend
   * @param mean a probability for each value
   * @param lower where its band begins
   * @param upper where its band ends
   */
  public void add(String name, double[] mean, double[] lower, double[] upper) {
    curves.add(new Curve(name, mean, lower, upper));
  }

  @Override
  void draw(Canvas canvas) {
    int line = canvas.lineHeight();
    canvas.title(title);
    double top = canvas.legend(curves.stream().map(curve -> curve.name).toList(), canvas.plotTop());
    double least = values[0];
    double most = Math.max(values[values.length - 1], Math.nextUp(least));
    Axis x = new Axis(least, most, 2.6 * line + canvas.textWidth("100 %"), canvas.plotRight());
    PlotArea plot = new PlotArea(canvas, x, new Axis(0, 1, canvas.plotBottom(xTitle), top));
    plot.verticals(Ticks.between(least, most, (int) Math.max(2, x.length() / 80)), true);
    plot.horizontals(Ticks.percent());
    plot.xTitle(xTitle);
    plot.yTitle(yTitle);
    for (int c = 0; c < curves.size(); c++) {
      plot.band(Look.band(c), values, curves.get(c).lower, curves.get(c).upper);
    }
    for (int c = 0; c < curves.size(); c++) {
      for (int v = 1; v < values.length; v++) {
        double[] mean = curves.get(c).mean;
        plot.line(Look.series(c), Look.LINE, values[v - 1], mean[v - 1], values[v], mean[v]);
      }
    }
    for (int v = 0; v < values.length; v++) {
      double half = 0.5 * (most - least) / Math.max(1, values.length - 1);
      plot.hint(values[v] - half, values[v] + half, sentence(v));
    }
  }

  private String sentence(int v) {
    return String.format(Locale.ROOT, "%s %.4g: ", xTitle, values[v])
        + String.join("; ", curves.stream().map(curve -> curve.sentence(v)).toList());
  }
}
