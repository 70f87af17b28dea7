// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import java.util.List;
import java.util.Locale;
import org.ibcavi.evaluation.ReliabilityBin;

/**
 * Accuracy over predicted probability, bin by bin with 95 % intervals, and below it how many
 * predictions are in each bin. Points on the diagonal are calibrated; below it the classifier is
 * too sure of itself.
 */
public final class ReliabilityChart extends Chart {
  private static final String X_TITLE =
      "Probability of the predicted class; on the dashed line it is what it says";

  /** The 97.5 % quantile of the standard normal. */
  private static final double QUANTILE = 1.959964;

  private final String title;
  private final List<ReliabilityBin> bins;

  /**
   * Takes bins.
   *
   * @param title above the picture
   * @param bins of the probability of the predicted class, from 0 to 1
   */
  public ReliabilityChart(String title, List<ReliabilityBin> bins) {
    this.title = title;
    this.bins = List.copyOf(bins);
  }

  @Override
  void draw(Canvas canvas) {
    int line = canvas.lineHeight();
    canvas.title(title);
    double top = canvas.plotTop();
    double bottom = canvas.plotBottom(X_TITLE);
    double split = bottom - 0.2 * (bottom - top);
    Axis x = new Axis(0, 1, canvas.textWidth("100 %") + 2.6 * line, canvas.plotRight());
    drawAccuracies(new PlotArea(canvas, x, new Axis(0, 1, split - line, top)));
    double largest =
        Math.max(1e-300, bins.stream().mapToDouble(ReliabilityBin::weight).max().orElse(0));
    drawCounts(new PlotArea(canvas, x, new Axis(0, largest, bottom, split)));
  }

  private void drawAccuracies(PlotArea plot) {
    plot.verticals(Ticks.percent(), false);
    plot.horizontals(Ticks.percent());
    plot.yTitle("Accuracy");
    plot.line(Look.AXIS, Look.DASHES, 0, 0, 1, 1);
    bins.stream().filter(bin -> bin.weight() > 0).forEach(bin -> point(plot, bin));
  }

  /** With Wilson's interval (1927), which stays between 0 and 1. */
  private void point(PlotArea plot, ReliabilityBin bin) {
    double n = bin.weight();
    double share = bin.accuracy();
    double x = bin.confidence();
    double z2 = QUANTILE * QUANTILE;
    double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = QUANTILE / (1 + z2 / n) * Math.sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    plot.line(Look.series(0), Look.LINE, x, middle - half, x, middle + half);
    plot.dot(Look.series(0), x, share, 4.5);
    plot.hint(
        bin.from(),
        bin.to(),
        String.format(
            Locale.ROOT,
            "%.4g predictions, mean probability %.1f %%, accuracy %.1f %% (95 %%: %.1f to %.1f)",
            n,
            100 * x,
            100 * share,
            100 * Math.max(0, middle - half),
            100 * Math.min(1, middle + half)));
  }

  private void drawCounts(PlotArea plot) {
    plot.horizontals(Ticks.whole(0, plot.y().most(), 3));
    for (ReliabilityBin bin : bins) {
      plot.bar(Look.BAR, bin.from(), bin.to(), bin.weight());
    }
    plot.verticals(Ticks.percent(), true);
    plot.baseline();
    plot.xTitle(X_TITLE);
    plot.yTitle("Count");
  }
}
