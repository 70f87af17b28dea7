// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interrupted experiments go on where they ended, and one page shows the last run of each. */
class KeptCellsTest {
  @TempDir Path folder;

  private Arguments arguments(String... more) {
    List<String> all =
        new java.util.ArrayList<>(List.of("--quick", "--cells=" + folder.resolve("some.cells")));
    all.addAll(List.of(more));
    return Arguments.of(all.toArray(String[]::new));
  }

  private static double[] mustNotRun() {
    throw new AssertionError("computed again");
  }

  @Test
  void aCellIsComputedOnceAndHasTheSameBitsAfterwards() {
    double[] values = {Math.PI, -1e-300, Double.NaN, Double.NEGATIVE_INFINITY};
    KeptCells.of("some", arguments()).get("σ=1 seed=2", () -> values);
    assertArrayEquals(
        values, KeptCells.of("some", arguments()).get("σ=1 seed=2", KeptCellsTest::mustNotRun));
  }

  /** An experiment that ended in the middle of its last line has the tables of one that did not. */
  @Test
  void anInterruptedExperimentEndsAsIfItHadNotBeen() throws IOException {
    Arguments tiny = arguments("--categories=3", "--datasets=1", "--many=3");
    List<String> whole = tables(new MaximumLikelihood().run(tiny));
    Path file = folder.resolve("some.cells");
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() - 10));
    Section resumed = new MaximumLikelihood().run(tiny);
    assertEquals(whole, tables(resumed));
    assertTrue(resumed.toString().contains("1 cells computed, 5 taken over"), resumed.toString());
    assertEquals(text, Files.readString(file));
  }

  private static List<String> tables(Section section) {
    return section.tables().stream().map(TextTable::toString).toList();
  }

  @Test
  void freshForgets() {
    KeptCells.of("some", arguments()).get("a", () -> new double[] {1});
    double[] again = KeptCells.of("some", arguments("--fresh")).get("a", () -> new double[] {2});
    assertArrayEquals(new double[] {2}, again);
  }

  @Test
  void aLineThatIsNoCellIsNamed() throws IOException {
    Files.writeString(folder.resolve("some.cells"), "no tab\n");
    Arguments arguments = arguments();
    String message =
        assertThrows(IllegalArgumentException.class, () -> KeptCells.of("some", arguments))
            .getMessage();
    assertTrue(message.endsWith("'no tab'; must be a name, a tab and numbers"), message);
  }

  @Test
  void onePageShowsTheLastRunOfEachWithItsCommand() throws IOException {
    ExperimentPages pages = new ExperimentPages(folder);
    pages.write(
        new GlassSplits(), Arguments.of("--sets=3"), new Section("glass").paragraph("first"));
    pages.write(new ValueOfAveraging(), Arguments.of("--quick"), new Section("averaging"));
    Path all =
        pages.write(
            new GlassSplits(), Arguments.of("--sets=4"), new Section("glass").paragraph("second"));
    String html = Files.readString(all);
    assertFalse(html.contains("first"));
    assertTrue(html.contains("second"));
    assertTrue(html.indexOf("<h2>averaging") < html.indexOf("<h2>glass"));
    assertTrue(html.contains("-Dexample=experiments.GlassSplits -Dexample.args=&quot;--sets=4"));
    assertTrue(html.contains("<p>Commit "));
  }
}
