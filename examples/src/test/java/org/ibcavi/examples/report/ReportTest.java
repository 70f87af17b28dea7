// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports hold what was put in, and nothing from elsewhere. */
class ReportTest {
  @Test
  void numbersAreAlignedToTheRight() {
    TextTable table = new TextTable("name", "x").row("a", "1.5").row("long", "-10.25");
    List<String> lines = table.toString().lines().toList();
    assertEquals("name       x", lines.get(0));
    assertEquals("a        1.5", lines.get(2));
    assertEquals("long  -10.25", lines.get(3));
    assertEquals(-10.25, table.number(1, "x"));
  }

  @Test
  void rowsOfTheWrongLengthAreRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> new TextTable("a", "b").row(1));
    assertEquals("row of 1 cells; the table has 2 columns", e.getMessage());
  }

  @Test
  void theReportIsOneFile(@TempDir Path folder) throws IOException {
    String svg =
        new Plot("t", "x", "y", 300, 200)
            .line("a<b", new double[] {1, 2}, new double[] {3, 4})
            .toSvg();
    assertTrue(svg.contains("<svg"));
    Section section =
        new Section("s & t")
            .paragraph("a < b")
            .table("caption", new TextTable("c").row("1"))
            .figure("f", svg, svg);
    Path path = folder.resolve("deep/report.html");
    new HtmlReport("title", "lead").write(path, List.of(section));
    String html = Files.readString(path);
    assertTrue(html.contains("s &amp; t") && html.contains("a &lt; b"));
    assertEquals(2, section.figures());
    assertFalse(html.contains("src=\"http") || html.contains("href=\"http"));
  }

  @Test
  void densitiesHaveMassOneOnTheUnitInterval() {
    Random random = new Random(1);
    double[] draws = random.doubles(500).map(u -> Math.pow(u, 4)).toArray();
    int points = 4001;
    double[] density = UnitDensity.at(draws, points);
    double mass = Arrays.stream(density).sum() - 0.5 * (density[0] + density[points - 1]);
    assertEquals(1, mass / (points - 1), 1e-3);
  }

  @Test
  void aHeatMapShowsEveryEntry() {
    String svg = new HeatMap("t", "x", "y", new double[][] {{1, 2, 3}, {4, 5, 6}}).toSvg();
    assertTrue(svg.contains("<svg"));
  }

  @Test
  void theBarEndsFull() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProgressBar bar = ProgressBar.on(new PrintStream(out, true, StandardCharsets.UTF_8), 3);
    bar.step("one");
    bar.step("two");
    bar.step("three");
    String text = out.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("[##############################] 100 %"), text);
    assertTrue(text.endsWith(System.lineSeparator()));
  }

  @Test
  void workOfOneStepHasNoBarThatStandsStill() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProgressBar bar = ProgressBar.on(new PrintStream(out, true, StandardCharsets.UTF_8), 1);
    bar.say("fit");
    bar.step("fitted");
    String text = out.toString(StandardCharsets.UTF_8);
    assertFalse(text.contains("%"), text);
    assertTrue(text.stripTrailing().endsWith("fitted"), text);
  }
}
