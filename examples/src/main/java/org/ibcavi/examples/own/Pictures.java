// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.evaluation.ReliabilityBin;
import org.ibcavi.model.CoefficientSummary;

/** The pictures of the report on a user's own data. */
final class Pictures {
  private static final int LEGEND_LINE = 16;
  private static final int ROW = 18;

  /** The distance of the classes' intervals that belong to one name. */
  private static final int BESIDE = 6;

  private Pictures() {}

  /** How often predictions of a confidence are right, a line for each learner. */
  static String reliability(List<HeldOut> learners, long leastRows) {
    List<HeldOut> shown = learners.subList(0, Math.min(Drawing.COLORS, learners.size()));
    Drawing drawing = new Drawing(330 + LEGEND_LINE * shown.size()).title("Reliability");
    Scale x = new Scale(0, 1, 40, 320);
    Scale y = new Scale(0, 1, 290, 26);
    axes(drawing, x, y, "confidence");
    drawing.line("axis", x.at(0), y.at(0), x.at(1), y.at(1));
    for (int s = 0; s < shown.size(); s++) {
      List<ReliabilityBin> bins =
          shown.get(s).scores().reliability().bins().stream()
              .filter(bin -> bin.count() >= leastRows)
              .toList();
      double[] px = bins.stream().mapToDouble(bin -> x.at(bin.confidence())).toArray();
      double[] py = bins.stream().mapToDouble(bin -> y.at(bin.accuracy())).toArray();
      drawing.path(s, px, py);
      for (int i = 0; i < px.length; i++) {
        drawing.dot(s, px[i], py[i]);
      }
    }
    List<String> names = shown.stream().map(HeldOut::learner).toList();
    legend(drawing, names, 330);
    return drawing.toSvg();
  }

  /** Coefficients with their intervals, one below the other. */
  static String coefficients(String title, CoefficientSummary summary, int[] shown) {
    double low = Arrays.stream(shown).mapToDouble(summary::lower).min().orElse(0);
    double high = Arrays.stream(shown).mapToDouble(summary::upper).max().orElse(0);
    double left = leftOf(Arrays.stream(shown).mapToObj(summary::name).toList());
    int bottom = 30 + ROW * shown.length;
    Drawing drawing = new Drawing(bottom + 36).title(title);
    Scale x = Scale.of(Math.min(0, low), Math.max(0, high), left, 325);
    horizontalAxis(drawing, x, 26, bottom, "coefficient of one deviation");
    drawing.line("axis", x.at(0), 26, x.at(0), bottom);
    for (int i = 0; i < shown.length; i++) {
      double y = 26 + ROW * (i + 0.5);
      int m = shown[i];
      drawing.text("end", left - 8, y + 4, Drawing.shortened(summary.name(m), left - 12));
      drawing.line("l0", x.at(summary.lower(m)), y, x.at(summary.upper(m)), y);
      drawing.dot(0, x.at(summary.mean(m)), y);
    }
    return drawing.toSvg();
  }

  /** Class probabilities against a column: lines for numbers, a row of dots for each name. */
  static String effect(ColumnEffect effect, List<String> classes, int[] shown) {
    List<String> names = Arrays.stream(shown).mapToObj(classes::get).toList();
    return effect.isNumber() ? lines(effect, names, shown) : dots(effect, names, shown);
  }

  private static String lines(ColumnEffect effect, List<String> names, int[] shown) {
    Drawing drawing = new Drawing(240 + LEGEND_LINE * names.size()).title(effect.column());
    double[] values = effect.numbers();
    int count = values.length;
    Scale x = Scale.of(values[0], values[count - 1], 40, 320);
    Scale y = new Scale(0, 1, 200, 26);
    axes(drawing, x, y, "");
    double[] at = Arrays.stream(values).map(x::at).toArray();
    for (int s = 0; s < shown.length; s++) {
      double[] mean = new double[count];
      double[] roundX = new double[2 * count];
      double[] roundY = new double[2 * count];
      for (int v = 0; v < count; v++) {
        mean[v] = y.at(effect.mean(v, shown[s]));
        roundX[v] = at[v];
        roundX[2 * count - 1 - v] = at[v];
        roundY[v] = y.at(effect.lower(v, shown[s]));
        roundY[2 * count - 1 - v] = y.at(effect.upper(v, shown[s]));
      }
      drawing.band(s, roundX, roundY).path(s, at, mean);
    }
    legend(drawing, names, 236);
    return drawing.toSvg();
  }

  private static String dots(ColumnEffect effect, List<String> names, int[] shown) {
    double left = leftOf(effect.values());
    int row = Math.max(ROW, 10 + BESIDE * shown.length);
    int bottom = 30 + row * effect.values().size();
    Drawing drawing = new Drawing(bottom + 40 + LEGEND_LINE * names.size()).title(effect.column());
    Scale x = new Scale(0, 1, left, 325);
    horizontalAxis(drawing, x, 26, bottom, "");
    for (int v = 0; v < effect.values().size(); v++) {
      double y = 26 + row * (v + 0.5);
      drawing.text("end", left - 8, y + 4, Drawing.shortened(effect.values().get(v), left - 12));
      for (int s = 0; s < shown.length; s++) {
        // Intervals of several classes would lie on each other; each is a little lower.
        double shifted = y + BESIDE * (s - (shown.length - 1) / 2.0);
        double low = x.at(effect.lower(v, shown[s]));
        drawing.line("l" + s, low, shifted, x.at(effect.upper(v, shown[s])), shifted);
        drawing.dot(s, x.at(effect.mean(v, shown[s])), shifted);
      }
    }
    legend(drawing, names, bottom + 36);
    return drawing.toSvg();
  }

  private static double leftOf(List<String> names) {
    double longest = names.stream().mapToDouble(Drawing::widthOf).max().orElse(0);
    return Math.min(150, longest + 14);
  }

  private static void axes(Drawing drawing, Scale x, Scale y, String name) {
    for (double tick : y.ticks()) {
      drawing.line("grid", x.start(), y.at(tick), x.end(), y.at(tick));
      drawing.text("end", x.start() - 6, y.at(tick) + 4, y.label(tick));
    }
    horizontalAxis(drawing, x, y.end(), y.start(), name);
  }

  private static void horizontalAxis(
      Drawing drawing, Scale x, double top, double bottom, String name) {
    for (double tick : x.ticks()) {
      drawing.line("grid", x.at(tick), top, x.at(tick), bottom);
      drawing.text("middle", x.at(tick), bottom + 14, x.label(tick));
    }
    drawing.text("middle", (x.start() + x.end()) / 2, bottom + 29, name);
  }

  private static void legend(Drawing drawing, List<String> names, int top) {
    for (int s = 0; s < names.size(); s++) {
      double y = top + LEGEND_LINE * s;
      drawing.dot(s, 46, y).text("start", 56, y + 4, Drawing.shortened(names.get(s), 270));
    }
  }
}
