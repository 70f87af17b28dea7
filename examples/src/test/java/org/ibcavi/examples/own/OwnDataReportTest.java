// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.ibcavi.IbCavi;
import org.ibcavi.examples.comparison.Contender;
import org.ibcavi.examples.comparison.Outcome;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.examples.report.HtmlReport;
import org.ibcavi.examples.report.Section;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.examples.table.ColumnChoices;
import org.ibcavi.examples.table.DataSet;
import org.ibcavi.examples.table.TableFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report finds what was put into the data. */
class OwnDataReportTest {
  private static final Set<Long> WRONG_LINES = new TreeSet<>(Set.of(10L, 35L, 61L, 90L));

  @TempDir private Path folder;

  /** Two columns tell the class, one does not; four labels are exchanged. */
  private DataSet data() throws IOException {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder("x;group;useless;kind\n");
    for (long line = 2; line <= 121; line++) {
      boolean first = random.nextBoolean();
      double x = (first ? -1.5 : 1.5) + random.nextGaussian() * 0.6;
      String group = random.nextDouble() < (first ? 0.9 : 0.2) ? "p" : "q";
      boolean label = first != WRONG_LINES.contains(line);
      text.append(x + ";" + group + ";" + random.nextGaussian() + ";" + (label ? "left" : "right"));
      text.append('\n');
    }
    Path path = Files.writeString(folder.resolve("t.csv"), text);
    return DataSet.of(TableFile.read(path), ColumnChoices.ofClass("kind"));
  }

  @Test
  void whatWasPutInIsFound() throws Exception {
    DataSet data = data();
    OwnDataReport report = new OwnDataReport(data, IbCavi.withDefaults(), List.of(), 2);
    List<Section> sections = report.sections();

    TextTable scores = sections.get(0).tables().get(0);
    assertEquals("ibcavi", scores.cell(0, "learner"));
    assertTrue(scores.number(0, "accuracy") > 0.9, scores.toString());
    assertTrue(scores.number(0, "log loss") < 0.7 * scores.number(1, "log loss"));

    TextTable columns = sections.get(3).tables().get(0);
    assertEquals("x", columns.cell(0, "column"));
    assertEquals("useless", columns.cell(2, "column"));

    TextTable doubted = sections.get(4).tables().get(2);
    Set<Long> lines = new TreeSet<>();
    for (int row = 0; row < Math.min(4, doubted.size()); row++) {
      lines.add(Long.parseLong(doubted.cell(row, "line")));
    }
    assertEquals(WRONG_LINES, lines);
    String advice = sections.get(1).toString();
    assertTrue(advice.contains("The columns take away"), advice);
    int left = data.counts()[0];
    String share = String.format(Locale.ROOT, "%.1f", 100.0 * Math.max(left, 120 - left) / 120);
    assertTrue(advice.contains("the most frequent class gets " + share + " %"), advice);
    assertTrue(sections.stream().mapToInt(Section::figures).sum() >= 6);
    Path page = folder.resolve("page.html");
    new HtmlReport("t", "l").write(page, sections);
    String html = Files.readString(page);
    sections.forEach(section -> assertTrue(html.contains("<h2>" + section.title())));
  }

  /** Remembers which rows it was trained with, by their first number. */
  private static final class Memory implements Contender {
    private final double share;
    private int predicted;

    Memory(double share) {
      this.share = share;
    }

    @Override
    public String toolkit() {
      return "test";
    }

    @Override
    public String name() {
      return "memory";
    }

    @Override
    public Outcome run(LabeledTable training, LabeledTable test) {
      Set<Double> known = new HashSet<>();
      int[] counts = new int[2];
      for (int i = 0; i < training.size(); i++) {
        known.add(training.row(i)[0]);
        counts[training.label(i)]++;
      }
      double[][] probabilities = new double[test.size()][];
      for (int i = 0; i < test.size(); i++) {
        assertTrue(
            !known.contains(test.row(i)[0]), "a row is predicted by what was learned from it");
        probabilities[i] = new double[] {0.8, 0.2};
        predicted++;
      }
      assertEquals(share, (double) counts[0] / training.size(), 0.01);
      return new Outcome(probabilities, 1, null);
    }
  }

  @Test
  void everyRowIsPredictedOnceAndUnseen() throws Exception {
    DataSet data = data();
    double share = (double) data.counts()[0] / data.size();
    Memory memory = new Memory(share);
    CrossValidation validation = new CrossValidation(data, 7);
    HeldOut held = validation.run(memory, 100, (rows, test, outcome) -> {}).orElseThrow();
    assertEquals(data.size(), memory.predicted);
    double logLoss = -share * Math.log(0.8) - (1 - share) * Math.log(0.2);
    assertEquals(logLoss, held.scores().logLoss(), 1e-12);
    assertEquals(7, held.seconds(), 1e-12);

    // The mean of a variable that is 1 in some rows, else 0, and its standard error.
    Difference over = held.overconfidence();
    assertEquals(0.8 - share, over.mean(), 1e-12);
    assertEquals(Math.sqrt(share * (1 - share) / (data.size() - 1)), over.error(), 1e-12);
    assertTrue(validation.run(memory, 6.9, (rows, test, outcome) -> {}).isEmpty());
  }
}
