// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.awt.Color;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What the peers came to, as text for people and as a page with a picture for each data set. */
final class PeerTable {
  static final String OURS = "ibcavi";

  /** A line of the table; figures are NaN if the fit did not end, and the limit if it was cut. */
  private record Line(
      String data,
      String peer,
      double limit,
      double seconds,
      double logLoss,
      double accuracy,
      double error,
      double heap) {
    boolean ended() {
      return !Double.isNaN(seconds);
    }

    boolean ours() {
      return peer.startsWith(OURS);
    }
  }

  private static final Marker[] MARKERS = {
    SeriesMarkers.DIAMOND, SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP
  };
  private static final Pattern SEMICOLON = Pattern.compile(";");
  private static final int FIGURES = 5;

  private final Map<String, List<Line>> byData = new LinkedHashMap<>();

  /**
   * Adds the output of a run, in place of an earlier one.
   *
   * @param output empty if it failed
   */
  void add(String data, String peer, double limit, List<String> output) {
    boolean cut = output.contains(PeerRun.TOO_LONG);
    double[] figures = new double[FIGURES];
    for (int i = 0; i < FIGURES; i++) {
      figures[i] = !cut && i < output.size() ? Double.parseDouble(output.get(i)) : Double.NaN;
    }
    put(data, peer, cut ? limit : Double.NaN, figures);
  }

  private void put(String data, String peer, double limit, double[] figures) {
    List<Line> lines = byData.computeIfAbsent(data, key -> new ArrayList<>());
    lines.removeIf(line -> line.peer().equals(peer));
    lines.add(
        new Line(data, peer, limit, figures[0], figures[1], figures[2], figures[3], figures[4]));
    List<String> order = List.copyOf(Peers.PEERS.keySet());
    lines.sort(Comparator.comparingInt(line -> order.indexOf(line.peer())));
  }

  /** Takes a line of {@link #csv}. */
  void read(String text) {
    String[] cells = SEMICOLON.split(text, -1);
    double[] numbers = Arrays.stream(cells, 2, cells.length).mapToDouble(Double::valueOf).toArray();
    put(cells[0], cells[1], numbers[0], Arrays.copyOfRange(numbers, 1, 1 + FIGURES));
  }

  /** Data set, peer, limit if it was cut, and the figures. */
  String csv() {
    StringBuilder text = new StringBuilder();
    byData.values().stream()
        .flatMap(List::stream)
        .forEach(
            line ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%s;%s;%s;%s;%s;%s;%s;%s\n",
                        line.data(),
                        line.peer(),
                        line.limit(),
                        line.seconds(),
                        line.logLoss(),
                        line.accuracy(),
                        line.error(),
                        line.heap())));
    return text.toString();
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
      String end = Double.isNaN(line.limit()) ? "failed" : String.format("> %.0f", line.limit());
      return "| " + line.peer() + " | " + end + " |  |  |  |  |  |\n";
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

  /** One colour for all settings of a peer; ours with the categorical stage apart. */
  private static String family(Line line) {
    int comma = line.peer().indexOf(',', line.ours() ? OURS.length() + 1 : 0);
    return comma < 0 ? line.peer() : line.peer().substring(0, comma);
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
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setMarkerSize(10);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setDefaultSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
    Map<String, List<Line>> families = new LinkedHashMap<>();
    lines.stream()
        .filter(Line::ended)
        .forEach(
            line -> families.computeIfAbsent(family(line), key -> new ArrayList<>()).add(line));
    families.forEach(
        (family, of) ->
            chart
                .addSeries(
                    family,
                    of.stream().mapToDouble(Line::seconds).toArray(),
                    of.stream().mapToDouble(Line::logLoss).toArray())
                .setMarker(MARKERS[chart.getSeriesMap().size() % MARKERS.length]));
    return Base64.getEncoder()
        .encodeToString(BitmapEncoder.getBitmapBytes(chart, BitmapEncoder.BitmapFormat.PNG));
  }
}
