// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.report.TextTable;
import org.ibcavi.examples.table.RawTable;
import org.ibcavi.examples.table.RowEncoding;
import org.ibcavi.examples.table.TableException;
import org.ibcavi.examples.table.TableFile;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.parallel.Workers;

/** Predicts the rows of a table by a saved model and writes them as CSV. */
final class Predictions {
  private static final double LEVEL = 0.9;

  /** Rows that are predicted at once; between them progress is shown. */
  private static final int BATCH = 1000;

  private final PrintStream out;
  private final Path path;
  private final int threads;
  private final CategoricalModel model;
  private final RawTable table;
  private final int classIndex;
  private final List<List<String>> remarks = new ArrayList<>();
  private final double[][] rows;

  Predictions(CommandLine line, PrintStream out) throws IOException, UsageException {
    this.out = out;
    this.path = line.out("-predictions.csv");
    this.threads = line.threads();
    this.model = ModelFile.load(line.file(0));
    this.table = TableFile.read(line.file(1));
    RowEncoding encoding = RowEncoding.of(model);
    this.rows = encoding.rows(table, remarks);
    this.classIndex =
        line.value(Flag.CLASS).isEmpty() ? -1 : table.indexOf(line.value(Flag.CLASS).get());
    List<String> unused = new ArrayList<>(table.columns());
    unused.removeAll(encoding.columns());
    if (classIndex >= 0) {
      unused.remove(table.columns().get(classIndex));
    }
    table.notes().forEach(out::println);
    if (!unused.isEmpty()) {
      out.println("Columns that the model does not use: " + String.join(", ", unused));
    }
  }

  void write() throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    // Written beside the file and moved, so that there is never half a file.
    Path draft = Files.createTempFile(folder, ".predictions", ".csv");
    try {
      writeTo(draft);
      Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
    long strange = remarks.stream().filter(row -> !row.isEmpty()).count();
    if (strange > 0) {
      out.println(
          "Rows with values never seen in training: " + strange + "; see the column remark");
    }
    out.println("Predictions: " + path);
  }

  private void writeTo(Path draft) throws IOException {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    ProgressBar bar = ProgressBar.of((rows.length + BATCH - 1) / BATCH);
    try (CsvWriter csv = CsvWriter.builder().build(draft);
        Workers workers = workers()) {
      csv.writeRecord(header());
      for (int from = 0; from < rows.length; from += BATCH) {
        int to = Math.min(rows.length, from + BATCH);
        DesignMatrix batch = DesignMatrix.of(Arrays.copyOfRange(rows, from, to));
        double[][] probabilities = model.probabilities(batch, workers);
        Uncertainty[] uncertainty = model.uncertainty(batch, LEVEL, workers);
        for (int i = from; i < to; i++) {
          csv.writeRecord(cells(i, probabilities[i - from], uncertainty[i - from]));
          score(i, probabilities[i - from], evaluator);
        }
        bar.step(to + " rows");
      }
    }
    if (classIndex >= 0) {
      printScores(evaluator);
    }
  }

  private void printScores(ProbabilityEvaluator evaluator) {
    ProbabilityScores scores = evaluator.scores();
    if (scores.count() == 0) {
      out.printf(
          "No row has a class in '%s'; nothing is scored.%n", table.columns().get(classIndex));
    } else {
      out.printf(
          Locale.ROOT,
          "%d rows with a class: log loss %.3f, Brier %.3f, accuracy %.3f, calibration error"
              + " %.3f%n",
          scores.count(),
          scores.logLoss(),
          scores.brierScore(),
          scores.accuracy(),
          scores.expectedCalibrationError());
    }
  }

  private Workers workers() {
    return Workers.of(threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
  }

  private List<String> header() {
    List<String> header =
        new ArrayList<>(
            List.of("line", "predicted", "probability", "lower", "upper", "noise", "lack_of_data"));
    model.categoryNames().forEach(name -> header.add("p(" + name + ")"));
    header.add("remark");
    return header;
  }

  private List<String> cells(int row, double[] probabilities, Uncertainty uncertainty) {
    int best = 0;
    for (int k = 1; k < probabilities.length; k++) {
      best = probabilities[k] > probabilities[best] ? k : best;
    }
    List<String> cells = new ArrayList<>();
    cells.add(String.valueOf(table.line(row)));
    cells.add(model.categoryNames().get(best));
    // All digits, as an interval whose ends are rounded may not hold the probability.
    cells.add(String.valueOf(probabilities[best]));
    cells.add(String.valueOf(uncertainty.lower()[best]));
    cells.add(String.valueOf(uncertainty.upper()[best]));
    cells.add(TextTable.fixed(4, uncertainty.expectedEntropy()));
    cells.add(TextTable.fixed(4, uncertainty.mutualInformation()));
    Arrays.stream(probabilities).mapToObj(String::valueOf).forEach(cells::add);
    cells.add(String.join("; ", remarks.get(row)));
    return cells;
  }

  private void score(int row, double[] probabilities, ProbabilityEvaluator evaluator)
      throws TableException {
    String label = classIndex < 0 ? null : table.cell(row, classIndex);
    if (label == null) {
      return;
    }
    int category = model.categoryNames().indexOf(label);
    if (category < 0) {
      throw table.error(
          row,
          classIndex,
          "'" + label + "'; must be one of " + String.join(", ", model.categoryNames()));
    }
    evaluator.add(probabilities, category, 1);
  }
}
