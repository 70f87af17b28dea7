// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.beans.IntrospectionException;
import java.beans.PropertyDescriptor;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import javax.swing.DefaultListModel;
import weka.classifiers.Classifier;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.functions.IBCavi;
import weka.classifiers.functions.Logistic;
import weka.core.OptionHandler;
import weka.core.PluginManager;
import weka.core.Utils;
import weka.experiment.ClassifierSplitEvaluator;
import weka.experiment.Experiment;
import weka.experiment.PropertyNode;
import weka.experiment.RandomSplitResultProducer;
import weka.experiment.ResultListener;
import weka.experiment.ResultProducer;

/**
 * IBCavi beside Weka's own, by Weka's Experimenter: every classifier is trained on a random two
 * thirds and tested on the rest, with the same splits for all. Writes a page in Markdown, whose
 * tables docs/laboratory/weka-comparison.md has beside what is no output of a program.
 *
 * <pre>
 * mvn -q test-compile -Pcomparison -pl weka-ibcavi -am
 * </pre>
 */
final class Comparison {
  private static final double TRAIN_PERCENT = 200.0 / 3;

  /** A classifier as the page calls it. */
  record Entrant(String name, Classifier classifier) {}

  /** What the Experimenter measured in one run. */
  record Measured(
      double accuracy, double logLoss, double brier, double error, double train, double test) {}

  /** A column of a table. */
  private record Column(String name, String format, boolean large, ToDoubleFunction<Measured> of) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("accuracy, %", "%.2f", true, Measured::accuracy),
          new Column("log loss", "%.4f", false, Measured::logLoss),
          new Column("Brier score", "%.4f", false, Measured::brier),
          new Column("calibration error", "%.4f", false, Measured::error),
          new Column("training, s", "%.3f", false, Measured::train),
          new Column("testing, s", "%.3f", false, Measured::test));

  private Comparison() {}

  /**
   * Compares.
   *
   * @param arguments the page to write, its folder being there; then data sets with their numbers
   *     of runs
   * @throws Exception if something goes wrong
   */
  public static void main(String[] arguments) throws Exception {
    StringBuilder page = new StringBuilder(head());
    for (int i = 1; i < arguments.length; i++) {
      String[] parts = arguments[i].split(":", -1);
      int runs = Integer.parseInt(parts[1]);
      page.append(table(parts[0], runs, run(parts[0], runs, System.out)));
    }
    Files.writeString(Path.of(arguments[0]), page, StandardCharsets.UTF_8);
    System.out.println("wrote " + Path.of(arguments[0]).toAbsolutePath().normalize());
  }

  private static List<Entrant> entrants() throws Exception {
    List<Entrant> entrants = new ArrayList<>();
    for (String options : List.of("", "-predict plugin", "-predict montecarlo", "-method binary")) {
      entrants.add(entrant(new IBCavi(), options));
    }
    for (String ridge : List.of("1.0E-8", "0.1", "1.0", "10.0", "100.0")) {
      entrants.add(entrant(new Logistic(), "-R " + ridge));
    }
    entrants.add(entrant(new NaiveBayes(), ""));
    return entrants;
  }

  static Entrant entrant(Classifier classifier, String options) throws Exception {
    ((OptionHandler) classifier).setOptions(Utils.splitOptions(options));
    String name = classifier.getClass().getSimpleName();
    return new Entrant(options.isEmpty() ? name : name + " `" + options + "`", classifier);
  }

  /** Runs every classifier on a data set; for each the results of its runs. */
  static Map<String, List<Measured>> run(String data, int runs, PrintStream progress)
      throws Exception {
    return run(data, runs, progress, entrants());
  }

  /** Runs some classifiers. */
  static Map<String, List<Measured>> run(
      String data, int runs, PrintStream progress, List<Entrant> entrants) throws Exception {
    PluginManager.addFromProperties(new File("src/main/package/PluginManager.props"));
    Map<String, List<Measured>> results = new LinkedHashMap<>();
    for (Entrant entrant : entrants) {
      Collector collector = new Collector();
      Experiment experiment = experiment(entrant.classifier(), data, runs);
      experiment.setResultListener(collector);
      experiment.initialize();
      experiment.runExperiment();
      experiment.postProcess();
      if (collector.results.size() != runs) {
        throw new IllegalStateException(
            entrant.name()
                + " on "
                + data
                + ": "
                + collector.results.size()
                + " of "
                + runs
                + " runs");
      }
      results.put(entrant.name(), collector.results);
      progress.println(data + " | " + row(entrant.name(), collector.results, null));
    }
    return results;
  }

  private static Experiment experiment(Classifier classifier, String data, int runs)
      throws IntrospectionException {
    ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
    RandomSplitResultProducer producer = new RandomSplitResultProducer();
    producer.setRandomizeData(true);
    producer.setTrainPercent(TRAIN_PERCENT);
    producer.setSplitEvaluator(evaluator);
    Experiment experiment = new Experiment();
    experiment.setResultProducer(producer);
    experiment.setRunLower(1);
    experiment.setRunUpper(runs);
    experiment.setUsePropertyIterator(true);
    experiment.setPropertyPath(
        new PropertyNode[] {
          node(evaluator, "splitEvaluator", RandomSplitResultProducer.class),
          node(evaluator.getClassifier(), "classifier", ClassifierSplitEvaluator.class)
        });
    experiment.setPropertyArray(new Classifier[] {classifier});
    DefaultListModel<File> files = new DefaultListModel<>();
    files.addElement(file(data));
    experiment.setDatasets(files);
    return experiment;
  }

  private static PropertyNode node(Object value, String property, Class<?> owner)
      throws IntrospectionException {
    return new PropertyNode(value, new PropertyDescriptor(property, owner), owner);
  }

  private static File file(String data) {
    File plain = new File("src/test/resources/" + data + ".arff");
    return plain.exists() ? plain : new File(plain.getPath() + ".gz");
  }

  /** Takes results as the Experimenter hands them out. */
  private static final class Collector implements ResultListener {
    private static final long serialVersionUID = 1L;

    private final transient List<Measured> results = new ArrayList<>();

    @Override
    public void acceptResult(ResultProducer producer, Object[] key, Object[] result)
        throws Exception {
      List<String> names = List.of(producer.getResultNames());
      ToDoubleFunction<String> value = name -> ((Number) result[names.indexOf(name)]).doubleValue();
      results.add(
          new Measured(
              value.applyAsDouble("Percent_correct"),
              value.applyAsDouble("Log_loss"),
              value.applyAsDouble("Brier_score"),
              value.applyAsDouble("Calibration_error"),
              value.applyAsDouble("Elapsed_Time_training"),
              value.applyAsDouble("Elapsed_Time_testing")));
    }

    @Override
    public void preProcess(ResultProducer producer) {}

    @Override
    public void postProcess(ResultProducer producer) {}

    @Override
    public String[] determineColumnConstraints(ResultProducer producer) {
      return new String[0];
    }

    @Override
    public boolean isResultRequired(ResultProducer producer, Object[] key) {
      return true;
    }
  }

  private static String head() {
    return """
        # IBCavi beside Weka's own classifiers

        Measured by Weka's Experimenter (`RandomSplitResultProducer`): trained on a random two thirds, tested on the
        rest, the same splits for all; means over the runs. Nothing is tuned except where a row says so: Logistic's
        default ridge is 1e-8, and the rows below it show what other ridges would have given, so the best of them was
        chosen by looking at the test data. Bold is the best of a column. Times are wall-clock, on one thread.

        ```sh
        mvn -q test-compile -Pcomparison -pl weka-ibcavi -am
        ```
        """;
  }

  static String table(String data, int runs, Map<String, List<Measured>> results) {
    StringBuilder text = new StringBuilder();
    text.append("\n## ")
        .append(data)
        .append(", ")
        .append(runs)
        .append(runs == 1 ? " run" : " runs");
    text.append("\n\n| classifier |");
    COLUMNS.forEach(column -> text.append(' ').append(column.name()).append(" |"));
    text.append("\n|---|").append("---:|".repeat(COLUMNS.size())).append('\n');
    results.forEach(
        (name, measured) -> text.append("| ").append(row(name, measured, results)).append(" |\n"));
    return text.toString();
  }

  private static String row(
      String name, List<Measured> measured, Map<String, List<Measured>> others) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (Column column : COLUMNS) {
      String cell = String.format(Locale.ROOT, column.format(), mean(column, measured));
      cells.add(others != null && isBest(column, measured, others) ? "**" + cell + "**" : cell);
    }
    return String.join(" | ", cells);
  }

  private static double mean(Column column, List<Measured> measured) {
    return measured.stream().mapToDouble(column.of()).average().orElse(Double.NaN);
  }

  private static boolean isBest(
      Column column, List<Measured> measured, Map<String, List<Measured>> others) {
    double own = mean(column, measured);
    return others.values().stream()
        .mapToDouble(other -> mean(column, other))
        .allMatch(other -> column.large() ? other <= own : other >= own);
  }
}
