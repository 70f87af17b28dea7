// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.OneVsRest;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.evaluation.ProbabilityEvaluator;
import org.ibcavi.evaluation.ProbabilityScores;

/**
 * Times and scores beside Spark's own classifiers, as rows of a table:
 *
 * <pre>
 * SparkComparison letter letter.csv
 * SparkComparison intents train.tsv test.tsv
 * SparkComparison medium [rows columns classes]
 * SparkComparison scoring [classes]
 * </pre>
 *
 * With {@code -Dstrategies=gather,split,partition} the fits of these strategies are compared, with
 * {@code -Dpenalties=0,1e-4} LogisticRegression with these; nothing behind the sign leaves them
 * out. With {@code -Dslow=true} OneVsRest takes part, with {@code -Dcore=true} the core without
 * Spark, on rows that are there already. Times are of one fit each, after a fit of a tenth of the
 * rows that warms up.
 */
public final class SparkComparison {
  private static final double WARMING_SHARE = 0.1;

  private final Dataset<Row> training;
  private final Dataset<Row> test;
  private final Dataset<Row> few;

  private SparkComparison(Dataset<Row> training, Dataset<Row> test) {
    this.training = training.cache();
    this.test = test.cache();
    this.few = training.sample(WARMING_SHARE, 1).cache();
    System.out.printf("%d rows to train, %d to test%n", training.count(), test.count());
    System.out.println("| learner | fit, s | rows/s | accuracy | log loss | calibration error |");
    System.out.println("|---|---|---|---|---|---|");
  }

  /**
   * Runs it.
   *
   * @param args what to compare on, and its files or sizes
   */
  public static void main(String[] args) {
    SparkSession session = Sessions.local();
    switch (args[0]) {
      case "letter" -> {
        List<Dataset<Row>> parts =
            BenchmarkData.table(session, args[1]).randomSplitAsList(new double[] {2, 1}, 1);
        new SparkComparison(parts.get(0), parts.get(1)).run();
      }
      case "intents" -> {
        List<Dataset<Row>> parts = BenchmarkData.intents(session, args[1], args[2]);
        new SparkComparison(parts.get(0), parts.get(1)).run();
      }
      case "medium" -> {
        int rows = number(args, 1, 200_000);
        Dataset<Row> all =
            BenchmarkData.simulated(
                session, rows + rows / 10, number(args, 2, 100), number(args, 3, 50), 2);
        List<Dataset<Row>> parts = all.randomSplitAsList(new double[] {10, 1}, 1);
        new SparkComparison(parts.get(0), parts.get(1)).run();
      }
      case "scoring" -> scoring(session, number(args, 1, 200));
      default -> throw new IllegalArgumentException(args[0] + "; see the class's comment");
    }
    session.stop();
  }

  private static int number(String[] args, int at, int otherwise) {
    return args.length > at ? Integer.parseInt(args[at]) : otherwise;
  }

  private void run() {
    for (String penalty : chosen("penalties", "0,1e-4,1e-2")) {
      compare(
          "LogisticRegression, regParam " + penalty,
          some -> logistic(Double.parseDouble(penalty)).fit(some));
    }
    if (Boolean.getBoolean("core")) {
      fitByTheCore(few);
      System.out.printf(
          Locale.ROOT, "| the core, 2 threads | %.1f | | | | |%n", fitByTheCore(training));
    }
    for (String strategy : chosen("strategies", "gather")) {
      compare(
          "IBCavi, " + strategy, new IBCaviClassifier().setStrategy(strategy).setThreads(2)::fit);
      compare(
          "IBCavi, " + strategy + ", posterior laplace",
          new IBCaviClassifier().setStrategy(strategy).setThreads(2).setPosterior("laplace")::fit);
    }
    if (Boolean.getBoolean("slow")) {
      compare("OneVsRest of LogisticRegression", some -> oneVsRest(100).fit(some));
    }
  }

  private static List<String> chosen(String property, String otherwise) {
    return Arrays.stream(System.getProperty(property, otherwise).split(",", -1))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Seconds of the core's fit with the default, once the rows are in this process. */
  private static double fitByTheCore(Dataset<Row> rows) {
    RowReader reader = new RowReader("features", "label", "");
    List<LabeledRow> collected =
        rows.collectAsList().stream()
            .map(reader::read)
            .sorted(Comparator.comparingLong(LabeledRow::place))
            .toList();
    int categories = 1 + collected.stream().mapToInt(LabeledRow::label).max().orElseThrow();
    TrainingData data = TestRows.dense(collected, collected.get(0).features().size(), categories);
    IbCavi core = IbCavi.withDefaults().with(new IBCaviClassifier().setThreads(2).settings());
    long start = System.nanoTime();
    core.fit(data);
    return (System.nanoTime() - start) / 1e9;
  }

  private static LogisticRegression logistic(double penalty) {
    return new LogisticRegression().setRegParam(penalty).setMaxIter(100);
  }

  private static OneVsRest oneVsRest(int iterations) {
    return new OneVsRest().setClassifier(logistic(0).setMaxIter(iterations));
  }

  private void compare(String name, Function<Dataset<Row>, Model<?>> fit) {
    fit.apply(few).transform(few).count();
    long start = System.nanoTime();
    Model<?> model = fit.apply(training);
    double fitted = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Dataset<Row> predicted = model.transform(test).cache();
    long rows = predicted.count();
    double scored = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.0f | %s |%n",
        name,
        fitted,
        rows / scored,
        List.of(predicted.columns()).contains("probability")
            ? scores(predicted)
            : String.format(Locale.ROOT, "%.4f | none | none", accuracy(predicted)));
    predicted.unpersist();
  }

  private static double accuracy(Dataset<Row> predicted) {
    return new MulticlassClassificationEvaluator().setMetricName("accuracy").evaluate(predicted);
  }

  private static String scores(Dataset<Row> predicted) {
    ProbabilityEvaluator evaluator = new ProbabilityEvaluator();
    for (Row row : predicted.select("probability", "label").collectAsList()) {
      evaluator.add(((Vector) row.get(0)).toArray(), (int) row.getDouble(1), 1);
    }
    ProbabilityScores scores = evaluator.scores();
    return String.format(
        Locale.ROOT,
        "%.4f | %.4f | %.4f",
        scores.accuracy(),
        scores.logLoss(),
        scores.expectedCalibrationError());
  }

  /** How many rows a second are scored; models are fitted coarsely, since only that counts. */
  private static void scoring(SparkSession session, int classes) {
    Dataset<Row> rows = BenchmarkData.simulated(session, 20 * classes, 10, classes, 3).cache();
    Dataset<Row> many = rows;
    for (int doubling = 0; doubling < 5; doubling++) {
      many = many.union(many);
    }
    Dataset<Row> copies = many.repartition(2).cache();
    System.out.printf("%d classes, %d rows to score%n", classes, copies.count());
    Model<?> ours =
        new IBCaviClassifier().setMethod("binary").setPriorVariance(1).setMaxSweeps(5).fit(rows);
    Model<?> logistic = logistic(0).setMaxIter(5).fit(rows);
    for (int turn = 0; turn < 2; turn++) {
      printRate("IBCavi", ours, copies);
      printRate("LogisticRegression", logistic, copies);
    }
    if (Boolean.getBoolean("slow")) {
      Dataset<Row> one = session.createDataFrame(List.of(rows.first()), rows.schema());
      printRate("OneVsRest, one row", oneVsRest(1).fit(rows), one);
    }
  }

  private static void printRate(String name, Model<?> model, Dataset<Row> rows) {
    long start = System.nanoTime();
    long count = rows.count();
    long predicted = model.transform(rows).select("prediction").distinct().count();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%-22s %12.3f rows/s, %d classes predicted%n",
        name,
        count / seconds,
        predicted);
  }
}
