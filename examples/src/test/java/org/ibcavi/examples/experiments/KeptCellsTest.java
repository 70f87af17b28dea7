// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Interrupted experiments go on where they ended, and one page shows the last run of each. */
class KeptCellsTest {
  @TempDir Path folder;

  private Arguments arguments(String... more) {
    List<String> all =
        new java.util.ArrayList<>(List.of("--quick", "--cells=" + folder.resolve("some.cells")));
    all.addAll(List.of(more));
    return Arguments.of(new MaximumLikelihood(), all.toArray(String[]::new));
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

  @ParameterizedTest
  @ValueSource(strings = {"no tab", "name\t1 two", "name\t1\t2"})
  void aLineThatIsNoCellIsNamed(String line) throws IOException {
    Path file = folder.resolve("some.cells");
    Files.writeString(file, line + "\n");
    Arguments arguments = arguments();
    String message =
        assertThrows(IllegalArgumentException.class, () -> KeptCells.of("some", arguments))
            .getMessage();
    assertEquals(file + ": '" + line + "'; must be a name, a tab and numbers", message);
  }

  /** Another file of the same name and sizes is another problem. */
  @Test
  void figuresOfAFileAreCalledByItsContent() throws IOException {
    Path file = folder.resolve("data.csv");
    List<String> keys = new java.util.ArrayList<>();
    for (int last : List.of(7, 7, 8)) {
      StringBuilder text = new StringBuilder("x,class\n");
      for (int i = 0; i < 20; i++) {
        text.append(i < 19 ? i : last).append(i % 2 == 0 ? ",a\n" : ",b\n");
      }
      keys.add(HeldOutProblem.file("data", Files.writeString(file, text)).key());
    }
    assertEquals(keys.get(0), keys.get(1));
    assertNotEquals(keys.get(1), keys.get(2));
  }

  @Test
  void anInterruptedCalibrationGoesOn() throws IOException {
    Path file = folder.resolve("ranks.cells");
    RankCalibration experiment = new RankCalibration();
    Arguments tiny =
        Arguments.of(experiment, "--quick", "--simulations=2", "--rows=20", "--cells=" + file);
    List<String> whole = tables(experiment.run(tiny));
    String text = Files.readString(file);
    Files.writeString(file, text.substring(0, text.length() - 4));
    Section resumed = experiment.run(tiny);
    assertEquals(whole, tables(resumed));
    assertTrue(resumed.toString().contains("1 cells computed, 3 taken over"), resumed.toString());
  }

  @Test
  void onePageShowsTheLastRunOfEachWithItsCommand() throws IOException {
    ExperimentPages pages = new ExperimentPages(folder);
    pages.write(
        new GlassSplits(),
        Arguments.of(new GlassSplits(), "--sets=3"),
        new Section("glass").paragraph("first"));
    pages.write(
        new ValueOfAveraging(),
        Arguments.of(new ValueOfAveraging(), "--quick"),
        new Section("averaging"));
    Path all =
        pages.write(
            new GlassSplits(),
            Arguments.of(new GlassSplits(), "--sets=4"),
            new Section("glass").paragraph("second"));
    String html = Files.readString(all);
    assertFalse(html.contains("first"));
    assertTrue(html.contains("second"));
    assertTrue(html.indexOf("<h2>averaging") < html.indexOf("<h2>glass"));
    assertTrue(html.contains("-Dexample=experiments.GlassSplits -Dexample.args=&quot;--sets=4"));
    assertTrue(html.contains("<p>Commit "));
  }
}
