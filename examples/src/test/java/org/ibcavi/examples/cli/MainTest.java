// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands write is what the core says; mistakes end in one line and an exit code. */
class MainTest {
  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    PrintStream console = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Main(console, folder, data -> List.of()).run(errors, args);
  }

  /** Sizes are missing now and then; green is always large. */
  private static String table(int rows) {
    StringBuilder text = new StringBuilder("size,colour,species\n");
    for (int i = 0; i < rows; i++) {
      double size = (i * 37 % 100) / 10.0;
      String colour = i % 3 == 0 ? "green" : "red";
      String species = size + (i % 3 == 0 ? 4 : 0) > 6 ? "large" : "small";
      text.append(i % 11 == 0 ? "" : String.format(Locale.ROOT, "%.1f", size));
      text.append(',').append(colour).append(',').append(species).append('\n');
    }
    return text.toString();
  }

  @Test
  void predictionsAreThoseOfTheCore() throws IOException {
    Files.writeString(folder.resolve("data.csv"), table(60));
    Files.writeString(
        folder.resolve("new.csv"), "id,colour,size\n7,green,2.5\n8,red,NA\n9,blue,9\n");
    assertEquals(0, run("fit", "data.csv", "--class", "species", "-o", "m.ibcavi"), err::toString);
    assertEquals(0, run("predict", "m.ibcavi", "new.csv", "-o", "p.csv"), err::toString);

    // The core alone reads the file; its features are those that docs/own-data.md promises.
    CategoricalModel model = ModelFile.load(folder.resolve("m.ibcavi"));
    assertEquals(List.of("size", "size=?", "colour=green", "colour=red"), model.featureNames());
    double mean = model.standardization().center()[0];
    double[][] rows = {{2.5, 0, 1, 0}, {mean, 1, 0, 1}, {9, 0, 0, 0}};
    List<NamedCsvRecord> written = predictions("p.csv");
    assertEquals(3, written.size());
    for (int i = 0; i < 3; i++) {
      NamedCsvRecord row = written.get(i);
      double[] p = model.probabilities(rows[i]);
      assertEquals(String.valueOf(p[0]), row.getField("p(large)"));
      assertEquals(String.valueOf(p[1]), row.getField("p(small)"));
      assertEquals(p[0] > p[1] ? "large" : "small", row.getField("predicted"));
      Uncertainty doubt = model.uncertainty(rows[i]);
      assertEquals(doubt.expectedEntropy(), Double.parseDouble(row.getField("noise")), 1e-4);
      assertEquals(
          doubt.mutualInformation(), Double.parseDouble(row.getField("lack_of_data")), 1e-4);
      assertEquals(String.valueOf(i + 2), row.getField("line"));
    }
    assertEquals("colour=blue, never so in training", written.get(2).getField("remark"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("does not use: id"));
  }

  private List<NamedCsvRecord> predictions(String name) throws IOException {
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(folder.resolve(name))) {
      return reader.stream().toList();
    }
  }

  @Test
  void predictionsOfLabelledRowsAreScored() throws IOException {
    Files.writeString(folder.resolve("data.csv"), table(60));
    assertEquals(0, run("fit", "data.csv", "--leave-out", "colour"), err::toString);
    assertEquals(0, run("predict", "data.ibcavi", "data.csv", "--class", "species"));
    double right = 0;
    List<NamedCsvRecord> written = predictions("data-predictions.csv");
    List<String> lines = Files.readAllLines(folder.resolve("data.csv"));
    for (NamedCsvRecord row : written) {
      String line = lines.get(Integer.parseInt(row.getField("line")) - 1);
      right += line.endsWith("," + row.getField("predicted")) ? 1 : 0;
    }
    String said = out.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains("60 rows with a class"), said);
    assertTrue(said.contains(String.format(Locale.ROOT, "accuracy %.3f", right / 60)), said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "guess data.csv | 2 | 'guess'; must be fit, predict, evaluate or report",
        "fit | 2 | fit: 0 files; must be data",
        "fit data.csv --class | 2 | --class: a value must follow it",
        "fit data.csv --folds 3 | 2 | --folds: fit knows --class",
        "fit data.csv --basis wavy | 2 | must be one of none, thresholds, smooth, trees, auto",
        "fit data.csv --option basis=wavy | 2 | basis 'wavy'; must be one of none, thresholds",
        "fit data.csv --option method | 2 | --option method; must be name=value",
        "fit data.csv --option wavy=1 | 2 | option 'wavy'; must be one of method, predict, basis",
        "fit data.csv --basis none --option basis=auto | 2 | option basis is set twice",
        "fit data.csv --option seed=1 --option=seed=2 | 2 | option seed is set twice",
        "fit data.csv --option threads=2 --threads 1 | 2 | option threads is set twice",
        "predict m.ibcavi data.csv --option seed=1 | 2 | --option: predict knows --class",
        "evaluate data.csv --option method=binary --option basis=trees | 1 | does not act in method",
        "fit data.csv --option memory-limit=0.001 | 1 | Options are set by --option name=value",
        "fit data.csv -o data.csv | 2 | would overwrite what is read",
        "evaluate data.csv --folds 1 | 2 | --folds 1; must be a whole number, at least 2",
        "fit other.csv | 1 | other.csv: there is no such file",
        "fit data.csv --class colour2 | 1 | data.csv: no column 'colour2'; there are size, colour",
        "fit data.csv -o no/m.ibcavi | 2 | there is no folder",
        "fit data.csv -o . | 2 | is a folder; what is written must be a file",
        "fit . | 1 | is a folder; must be a file",
        "predict data.csv data.csv -o p.csv | 1 | not a model of this library"
      })
  void mistakesEndInOneLine(String line, int code, String message) throws IOException {
    Files.writeString(folder.resolve("data.csv"), table(12));
    assertEquals(code, run(line.split(" ")));
    String said = err.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains(message), said);
    assertEquals(1, said.lines().count(), said);
  }

  @Test
  void optionsOfTheTableReachTheFit() throws IOException {
    Files.writeString(folder.resolve("data.csv"), table(60));
    String[] options = {"--option", "method=binary", "--option=prior-variance=0.5"};
    String[] fit = {"fit", "data.csv", "-o", "m.ibcavi"};
    String[] all = Stream.of(fit, options).flatMap(Stream::of).toArray(String[]::new);
    assertEquals(0, run(all), err::toString);
    Map<String, String> set = ModelFile.load(folder.resolve("m.ibcavi")).report().settings();
    assertEquals(Map.of("method", "binary", "prior-variance", "0.5", "threads", "0"), set);
  }

  /** What it compares with has bases, which the binary method has not. */
  @Test
  void aReportOfAnotherMethodSaysSo() throws IOException {
    Files.writeString(folder.resolve("data.csv"), table(60));
    assertEquals(
        0, run("report", "data.csv", "--folds=2", "--option", "method=binary"), err::toString);
    String said = out.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains("every learner with its defaults, but for ibcavi's method=binary."));
    assertTrue(said.contains("ibcavi, basis auto"), said);
  }

  @Test
  void rowsOfWhichNoneHasAClassAreNotScored() throws IOException {
    Files.writeString(folder.resolve("data.csv"), table(60));
    Files.writeString(folder.resolve("new.csv"), "size,colour,species\n2,red,\n3,green,?\n");
    assertEquals(0, run("fit", "data.csv"), err::toString);
    assertEquals(0, run("predict", "data.ibcavi", "new.csv", "--class", "species"));
    String said = out.toString(StandardCharsets.UTF_8);
    assertTrue(said.contains("No row has a class in 'species'; nothing is scored."), said);
    assertFalse(said.contains("NaN"), said);
  }

  @Test
  void everyCommandHasHelp() {
    assertEquals(0, run("--help"));
    for (Command command : Command.values()) {
      assertEquals(0, run(command.written(), "--help"));
    }
    String said = out.toString(StandardCharsets.UTF_8);
    for (Flag flag : Flag.values()) {
      assertTrue(said.contains(flag.written()), flag.written());
    }
    for (Option<?> option : Option.table()) {
      assertTrue(said.contains("  " + option.name() + " "), option.name());
    }
    assertFalse(said.contains("Exception"));
  }
}
