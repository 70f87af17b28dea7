// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.examples.comparison.ClassShares;
import org.ibcavi.examples.comparison.Contender;
import org.ibcavi.examples.comparison.CoreContender;
import org.ibcavi.examples.own.CrossValidation;
import org.ibcavi.examples.own.HeldOut;
import org.ibcavi.examples.own.OwnDataReport;
import org.ibcavi.examples.report.ProgressBar;
import org.ibcavi.examples.table.DataSet;
import org.ibcavi.examples.table.RawTable;
import org.ibcavi.examples.table.RowEncoding;
import org.ibcavi.examples.table.TableFile;
import org.ibcavi.file.ModelFile;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.model.CategoricalModel;

/** The program of the executable jar. */
public final class Main {
  private static final int DONE = 0;
  private static final int WRONG_FILE = 1;
  private static final int WRONG_COMMAND = 2;
  private static final int DEFECT = 3;

  private final PrintStream out;
  private final Path folder;
  private final Function<DataSet, List<Contender>> rivals;

  /**
   * The program.
   *
   * @param out gets what it says
   * @param folder from which on files are looked for
   * @param rivals learners that a report compares with, beside the core's
   */
  public Main(PrintStream out, Path folder, Function<DataSet, List<Contender>> rivals) {
    this.out = out;
    this.folder = folder;
    this.rivals = rivals;
  }

  /**
   * Runs it and ends the process.
   *
   * @param args a command, its files and flags
   */
  public static void main(String[] args) {
    System.exit(new Main(System.out, Path.of(""), data -> List.of()).run(System.err, args));
  }

  /**
   * Runs a command. What a user can mend is said in a line, without a stack trace.
   *
   * @param err gets errors
   * @param args a command, its files and flags
   * @return 0 if all went well, 1 for something in a file, 2 for something on the command line, 3
   *     for a defect of the program
   */
  public int run(PrintStream err, String... args) {
    try {
      execute(List.of(args));
      return DONE;
    } catch (UsageException e) {
      err.println("ibcavi: " + e.getMessage() + ". See --help.");
      return WRONG_COMMAND;
    } catch (NoSuchFileException e) {
      err.println("ibcavi: " + e.getMessage() + ": there is no such file or folder");
    } catch (AccessDeniedException e) {
      err.println("ibcavi: " + e.getMessage() + ": access denied");
    } catch (IOException | IllegalArgumentException e) {
      err.println("ibcavi: " + e.getMessage());
    } catch (MemoryLimitException e) {
      err.println(
          "ibcavi: "
              + e.getMessage()
              + ". Options are set by --option name=value, the heap by java -Xmx8g -jar ibcavi.jar …");
    } catch (OutOfMemoryError e) {
      err.println("ibcavi: memory does not suffice; give more by java -Xmx8g -jar ibcavi.jar …");
    } catch (Exception e) {
      err.println("ibcavi: a defect of the program; please report it with what follows");
      e.printStackTrace(err);
      return DEFECT;
    }
    return WRONG_FILE;
  }

  private void execute(List<String> words) throws Exception {
    if (words.isEmpty() || words.get(0).matches("-h|--help|help")) {
      out.println(Command.overview());
      return;
    }
    Command command = command(words.get(0));
    List<String> rest = words.subList(1, words.size());
    if (rest.contains("--help") || rest.contains("-h")) {
      out.println(command.help());
      return;
    }
    CommandLine line = CommandLine.of(command, rest, folder);
    switch (command) {
      case FIT -> fit(line);
      case PREDICT -> new Predictions(line, out).write();
      case EVALUATE -> evaluate(line);
      case REPORT -> report(line);
    }
  }

  private static Command command(String word) throws UsageException {
    for (Command command : Command.values()) {
      if (command.written().equals(word)) {
        return command;
      }
    }
    throw new UsageException("'" + word + "'; must be fit, predict, evaluate or report");
  }

  private DataSet read(CommandLine line) throws IOException {
    RawTable table = TableFile.read(line.file(0));
    DataSet data = DataSet.of(table, line.choices(table));
    out.printf(
        "%s: %d rows; '%s' has %d classes%n%n",
        data.name(), data.size(), data.className(), data.classes().size());
    out.println(OwnDataReport.columnTable(data));
    data.notes().forEach(out::println);
    return data;
  }

  private void fit(CommandLine line) throws IOException, UsageException {
    Path path = line.out(".ibcavi");
    IbCavi settings = line.settings();
    DataSet data = read(line);
    int[] rows = IntStream.range(0, data.size()).toArray();
    ProgressBar bar = ProgressBar.of(1);
    CategoricalModel model =
        settings
            .listener(bar.watching("fit"))
            .fit(RowEncoding.learn(data, rows).trainingData(data, rows));
    bar.step("fitted");
    ModelFile.save(model, path);
    out.println(model.report());
    out.println("Model: " + path);
  }

  private void evaluate(CommandLine line) throws Exception {
    IbCavi settings = line.settings();
    DataSet data = read(line);
    CrossValidation validation =
        new CrossValidation(data, line.folds(CrossValidation.usualFolds(data.size())));
    ProgressBar bar = ProgressBar.of(2 * validation.folds());
    IbCavi watched = settings.listener(bar.watching("ibcavi"));
    List<Contender> learners = List.of(new CoreContender("ibcavi", watched), new ClassShares());
    List<HeldOut> results = new ArrayList<>();
    for (Contender learner : learners) {
      results.add(
          validation
              .run(
                  learner,
                  Double.POSITIVE_INFINITY,
                  (rows, test, outcome) -> bar.step(learner.name()))
              .orElseThrow());
    }
    out.printf("%nPredictions of unseen rows, %d parts%n%n", validation.folds());
    out.println(OwnDataReport.scores(results));
  }

  private void report(CommandLine line) throws Exception {
    Path path = line.out("-report.html");
    IbCavi settings = line.settings();
    DataSet data = read(line);
    int folds = line.folds(CrossValidation.usualFolds(data.size()));
    new OwnDataReport(data, settings, rivals.apply(data), folds).write(path, out);
    out.println("Report: " + path.toAbsolutePath().normalize());
  }
}
