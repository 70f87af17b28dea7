// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import java.util.Locale;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ReliabilityBin;
import weka.classifiers.evaluation.NominalPrediction;
import weka.classifiers.evaluation.Prediction;
import weka.core.Utils;

/**
 * A picture of how far predicted probabilities can be believed: accuracy over the probability of
 * the predicted class, in ten bins with 95 % intervals, and below it how many predictions are in
 * each. Points on the diagonal are calibrated; below it the classifier is too sure of itself.
 */
final class ReliabilityDiagram {
  private static final int BINS = 10;

  /** The 97.5 % quantile of the standard normal. */
  private static final double QUANTILE = 1.959964;

  private static final Color GRID = new Color(0xE3E3E3);
  private static final Color AXIS = new Color(0x555555);
  private static final Color INK = new Color(0x1F5F99);
  private static final Color BARS = new Color(0xA9C7E3);

  private final List<ReliabilityBin> bins;
  private final double error;
  private final long count;

  /** Takes predictions of a nominal class; those without a true class do not count. */
  ReliabilityDiagram(List<Prediction> predictions) {
    ProbabilityEvaluator drawn = new ProbabilityEvaluator(BINS);
    ProbabilityEvaluator measured = new ProbabilityEvaluator();
    for (Prediction prediction : predictions) {
      if (prediction instanceof NominalPrediction nominal
          && !Utils.isMissingValue(nominal.actual())) {
        drawn.add(nominal.distribution(), (int) nominal.actual(), nominal.weight());
        measured.add(nominal.distribution(), (int) nominal.actual(), nominal.weight());
      }
    }
    bins = drawn.scores().reliability().bins();
    error = measured.scores().expectedCalibrationError();
    count = drawn.scores().count();
  }

  long count() {
    return count;
  }

  /** Draws into the given size. */
  void paint(Graphics2D graphics, int width, int height) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    FontMetrics metrics = graphics.getFontMetrics();
    int line = metrics.getHeight();
    int left = metrics.stringWidth("100 %") + 2 * line;
    int right = width - line - metrics.stringWidth("100 %") / 2;
    int top = 3 * line;
    int bottom = height - 3 * line;
    int split = bottom - (bottom - top) / 5;
    graphics.setColor(Color.BLACK);
    graphics.drawString(title(), left, 2 * line - line / 3);
    new Plot(graphics, left, right, top, split - line).reliability();
    new Plot(graphics, left, right, split, bottom).counts();
    graphics.setColor(AXIS);
    String label = "Probability of the predicted class";
    graphics.drawString(
        label, (left + right - metrics.stringWidth(label)) / 2, height - line + line / 3);
  }

  private String title() {
    if (count == 0) {
      return "No predictions with a known class";
    }
    return String.format(
        Locale.ROOT,
        "Accuracy of %d predictions by their probability; calibration error %.3f",
        count,
        error);
  }

  /** One pair of axes; x is the probability of the predicted class. */
  private final class Plot {
    private final Graphics2D graphics;
    private final int left;
    private final int right;
    private final int top;
    private final int bottom;

    Plot(Graphics2D graphics, int left, int right, int top, int bottom) {
      this.graphics = graphics;
      this.left = left;
      this.right = right;
      this.top = top;
      this.bottom = bottom;
    }

    private double x(double value) {
      return left + value * (right - left);
    }

    private double y(double share) {
      return bottom - share * (bottom - top);
    }

    private void line(Color color, Stroke stroke, double x1, double y1, double x2, double y2) {
      graphics.setColor(color);
      graphics.setStroke(stroke);
      graphics.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    private void leftLabel(String text, double y) {
      FontMetrics metrics = graphics.getFontMetrics();
      graphics.setColor(AXIS);
      graphics.drawString(
          text,
          (float) (left - metrics.stringWidth(text) - metrics.getHeight() / 2.0),
          (float) (y + metrics.getAscent() / 2.0 - 1));
    }

    void reliability() {
      for (int tick = 0; tick <= BINS; tick += 2) {
        double share = (double) tick / BINS;
        line(GRID, new BasicStroke(1), left, y(share), right, y(share));
        line(GRID, new BasicStroke(1), x(share), top, x(share), bottom);
        leftLabel(tick * 100 / BINS + " %", y(share));
      }
      Stroke dashes =
          new BasicStroke(
              1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, new float[] {6, 5}, 0);
      line(AXIS, dashes, x(0), y(0), x(1), y(1));
      bins.stream().filter(bin -> bin.weight() > 0).forEach(this::point);
    }

    /** With Wilson's interval (1927), which stays between 0 and 1. */
    private void point(ReliabilityBin bin) {
      double n = bin.weight();
      double share = bin.accuracy();
      double x = x(bin.confidence());
      double z2 = QUANTILE * QUANTILE;
      double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
      double half = QUANTILE / (1 + z2 / n) * Math.sqrt(share * (1 - share) / n + z2 / (4 * n * n));
      line(INK, new BasicStroke(2), x, y(middle - half), x, y(middle + half));
      graphics.fill(new Ellipse2D.Double(x - 4.5, y(share) - 4.5, 9, 9));
    }

    void counts() {
      double largest = bins.stream().mapToDouble(ReliabilityBin::weight).reduce(1e-300, Math::max);
      for (ReliabilityBin bin : bins) {
        double barTop = y(bin.weight() / largest);
        double barLeft = x(bin.from()) + 1;
        graphics.setColor(BARS);
        graphics.fill(
            new Rectangle2D.Double(barLeft, barTop, x(bin.to()) - 1 - barLeft, bottom - barTop));
      }
      line(AXIS, new BasicStroke(1), left, bottom, right, bottom);
      leftLabel(Utils.doubleToString(largest, 1), top);
      leftLabel("0", bottom);
      FontMetrics metrics = graphics.getFontMetrics();
      for (int tick = 0; tick <= BINS; tick += 2) {
        String text = tick * 100 / BINS + " %";
        graphics.drawString(
            text,
            (float) (x((double) tick / BINS) - metrics.stringWidth(text) / 2.0),
            (float) bottom + metrics.getHeight());
      }
    }
  }
}
