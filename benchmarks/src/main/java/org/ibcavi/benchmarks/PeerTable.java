// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;

/** What the peers came to, as text for people and as a page with a picture for each data set. */
final class PeerTable {
  static final String OURS = "ibcavi";

  /** A line of the table; figures are NaN if the fit did not end. */
  private record Line(
      String peer, double seconds, double logLoss, double accuracy, double error, double heap) {
    boolean ended() {
      return !Double.isNaN(seconds);
    }

    boolean ours() {
      return peer.startsWith(OURS);
    }
  }

  private final Map<String, List<Line>> byData = new LinkedHashMap<>();

  /** Adds the output of a run; empty if it failed or took too long. */
  void add(String data, String peer, List<String> output) {
    double[] figures = new double[5];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = i < output.size() ? Double.parseDouble(output.get(i)) : Double.NaN;
    }
    byData
        .computeIfAbsent(data, key -> new ArrayList<>())
        .add(new Line(peer, figures[0], figures[1], figures[2], figures[3], figures[4]));
  }

  String markdown() {
    StringBuilder text = new StringBuilder();
    byData.forEach(
        (data, lines) -> {
          text.append("\n### ").append(data).append("\n\n");
          text.append(
              "| | fit, s | ibcavi to its log loss, s | log loss | accuracy | ECE | peak heap, MB |\n");
          text.append("|---|---|---|---|---|---|---|\n");
          lines.forEach(line -> text.append(row(line, lines)));
        });
    return text.toString();
  }

  private static String row(Line line, List<Line> all) {
    if (!line.ended()) {
      return "| " + line.peer() + " | did not end | | | | | |\n";
    }
    return String.format(
        Locale.ROOT,
        "| %s | %.2f | %s | %.4f | %.4f | %.4f | %.0f |%n",
        line.peer(),
        line.seconds(),
        timeToReach(line, all),
        line.logLoss(),
        line.accuracy(),
        line.error(),
        line.heap());
  }

  /** The shortest of our fits, of any number of sweeps, that is at least as good. */
  private static String timeToReach(Line peer, List<Line> all) {
    if (peer.ours()) {
      return "";
    }
    return all.stream()
        .filter(line -> line.ours() && line.logLoss() <= peer.logLoss())
        .mapToDouble(Line::seconds)
        .min()
        .stream()
        .mapToObj(seconds -> String.format(Locale.ROOT, "%.2f", seconds))
        .findFirst()
        .orElse("not reached");
  }

  /** One file that needs nothing else. */
  String html() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    page.append("<title>ibcavi beside its peers</title><style>");
    page.append("body{font-family:sans-serif;max-width:60em;margin:2em auto}");
    page.append("td,th{padding:.2em .8em;text-align:right}td:first-child{text-align:left}");
    page.append("tr:nth-child(even){background:#eee}</style></head><body>\n");
    page.append("<h1>ibcavi beside its peers</h1>\n");
    for (Map.Entry<String, List<Line>> entry : byData.entrySet()) {
      page.append("<h2>")
          .append(entry.getKey())
          .append("</h2>\n<table><tr><th></th><th>fit, s</th>");
      page.append("<th>ibcavi to its log loss, s</th><th>log loss</th><th>accuracy</th>");
      page.append("<th>ECE</th><th>peak heap, MB</th></tr>\n");
      for (Line line : entry.getValue()) {
        String cells = row(line, entry.getValue()).strip();
        page.append("<tr><td>")
            .append(cells.substring(2, cells.length() - 2).replace(" | ", "</td><td>"))
            .append("</td></tr>\n");
      }
      page.append("</table>\n<img alt=\"log loss against seconds\" src=\"data:image/png;base64,");
      page.append(picture(entry.getKey(), entry.getValue())).append("\">\n");
    }
    return page.append("</body></html>\n").toString();
  }

  private static String picture(String data, List<Line> lines) throws IOException {
    XYChart chart =
        new XYChartBuilder()
            .width(900)
            .height(500)
            .title(data)
            .xAxisTitle("seconds to fit")
            .yAxisTitle("held-out log loss")
            .build();
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    for (Line line : lines) {
      if (line.ended()) {
        chart.addSeries(line.peer(), new double[] {line.seconds()}, new double[] {line.logLoss()});
      }
    }
    return Base64.getEncoder()
        .encodeToString(BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG));
  }
}
