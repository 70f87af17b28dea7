// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.evaluation.ReliabilityBin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChartsTest {
  private static BufferedImage draw(Chart chart, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    chart.paint(graphics, width, height);
    graphics.dispose();
    return image;
  }

  private static int count(BufferedImage image, Color color) {
    return (int)
        IntStream.range(0, image.getWidth() * image.getHeight())
            .filter(i -> image.getRGB(i % image.getWidth(), i / image.getWidth()) == color.getRGB())
            .count();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 5, 0.0 0.2 0.4 0.6 0.8 1.0",
    "-3, 17, 5, 0 5 10 15",
    "-0.013, 0.02, 4, \u22120.01 0.00 0.01 0.02",
    "100000000, 300000000, 2, 1.00e+08 2.00e+08 3.00e+08"
  })
  void ticksAreRoundNumbers(double least, double most, int wanted, String labels) {
    Ticks ticks = Ticks.between(least, most, wanted);
    assertEquals(
        labels, String.join(" ", IntStream.range(0, ticks.size()).mapToObj(ticks::label).toList()));
    for (int i = 0; i < ticks.size(); i++) {
      assertTrue(ticks.value(i) >= least - 1e-9 && ticks.value(i) <= most + 1e-9);
    }
  }

  @Test
  void sweepsAreCountedInWholeNumbers() {
    Ticks ticks = Ticks.whole(0, 3, 10);
    assertEquals(4, ticks.size());
    assertEquals("3", ticks.label(3));
    assertEquals("1e-2", Ticks.powers(-4, 0, 2).label(1));
  }

  @Test
  void intervalsThatHoldZeroArePale() {
    IntervalChart chart = new IntervalChart("t", "x", List.of("sure", "unsure"), false);
    chart.add("", new double[] {2, 0.5}, new double[] {1, -1}, new double[] {3, 2}, -1);
    BufferedImage image = draw(chart, 500, 300);
    assertTrue(count(image, Look.series(0)) > 100);
    assertTrue(count(image, Look.MUTED) > 100);
  }

  /** Pictures are looked at on small screens too, and before there is anything to show. */
  @ParameterizedTest
  @CsvSource({"60, 40", "200, 2000", "3000, 100"})
  void chartsFitIntoAnySize(int width, int height) {
    List<String> rows = IntStream.range(0, 26).mapToObj(i -> "a long name of row " + i).toList();
    double[] values = IntStream.range(0, 26).mapToDouble(i -> i / 26.0).toArray();
    IntervalChart intervals = new IntervalChart("title", "x", rows, true);
    for (int s = 0; s < 7; s++) {
      intervals.add("series " + s, values, values, values, s);
    }
    List<Chart> charts =
        List.of(
            intervals,
            new IntervalChart("empty", "x", List.of(), false),
            new TraceChart("one", "ELBO", new double[] {-3}, 0),
            new TraceChart("many", "ELBO", values, 0),
            new ReliabilityChart(
                "none", List.of(new ReliabilityBin(0, 1, 0, 0, Double.NaN, Double.NaN))));
    for (Chart chart : charts) {
      assertTrue(count(draw(chart, width, height), Color.WHITE) > 0);
    }
  }

  @Test
  void aPlaceTellsWhatIsThere() {
    IntervalChart chart = new IntervalChart("t", "x", List.of("first", "second"), true);
    chart.add("", new double[] {0.25, 0.75}, new double[] {0.1, 0.6}, new double[] {0.5, 0.9}, 1);
    assertNull(chart.hint(new Point(200, 70)), "nothing is drawn yet");
    draw(chart, 400, 300);
    List<String> hints =
        IntStream.range(0, 300)
            .mapToObj(y -> chart.hint(new Point(200, y)))
            .filter(hint -> hint != null)
            .distinct()
            .toList();
    assertEquals(
        List.of(
            "first: 0.2500, from 0.1000 to 0.5000",
            "second: 0.7500, from 0.6000 to 0.9000, the true class"),
        hints);
  }

  @Test
  void aSavedPictureHasTwiceTheResolution() {
    ChartPanel panel = new ChartPanel(new TraceChart("t", "ELBO", new double[] {-2, -1}, 1));
    panel.setSize(300, 200);
    BufferedImage picture = panel.picture();
    assertEquals(600, picture.getWidth());
    assertEquals(400, picture.getHeight());
    assertTrue(count(picture, Look.series(0)) > 100);
  }

  /** Every word is there, and no line is wider than the picture unless it is a single word. */
  @ParameterizedTest
  @ValueSource(ints = {60, 200, 300, 3000})
  void longTitlesOfAnAxisAreWrapped(int width) {
    Graphics2D graphics =
        new BufferedImage(width, 200, BufferedImage.TYPE_INT_RGB).createGraphics();
    Canvas canvas = new Canvas(graphics, width, 200);
    String title = "The dot is the probability; the ring marks the true class of the instance";
    List<String> lines = canvas.wrapped(title);
    assertEquals(title, String.join(" ", lines));
    for (String line : lines) {
      assertTrue(canvas.textWidth(line) <= width || !line.contains(" "), line);
    }
    assertEquals(
        (lines.size() - 1.0) * canvas.lineHeight(),
        canvas.plotBottom("one") - canvas.plotBottom(title),
        1e-9);
    assertEquals(width == 3000, lines.size() == 1);
    graphics.dispose();
  }

  @Test
  void aTraceEndsAtItsLastPass() {
    TraceChart chart = new TraceChart("t", "ELBO", new double[] {-10, -4, -3.5, -3.49}, 0);
    draw(chart, 600, 500);
    assertEquals("pass 3: ELBO -3.4900000", chart.hint(new Point(575, 120)));
  }
}
