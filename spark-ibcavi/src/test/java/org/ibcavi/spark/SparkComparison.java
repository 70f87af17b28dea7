// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
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
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
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
 * SparkComparison scoring [classes features]
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

  private static final int SCORING_TURNS = 3;

  /** How often rows to score are doubled, so that a turn is mostly scoring. */
  private static final int DOUBLINGS = 8;

  /** The same for OneVsRest, which is far slower. */
  private static final int FEW_DOUBLINGS = 3;

  /** Columns of predictions that scoring asks for, one set after the other. */
  private static final String[][] ASKED_FOR = {
    {"prediction"}, {"probability"}, {"rawPrediction", "probability", "prediction"}
  };

  private final Dataset<Row> training;
  private final Dataset<Row> test;
  private final Dataset<Row> few;

  private SparkComparison(Dataset<Row> training, Dataset<Row> test) {
    this.training = training.cache();
    this.test = test.cache();
    this.few = training.sample(WARMING_SHARE, 1).cache();
    System.out.printf("%d rows to train, %d to test%n", training.count(), test.count());
    System.out.println(
        "| learner | fit, s | processor s | rows/s | accuracy | log loss | calibration error |");
    System.out.println("|---|---|---|---|---|---|---|");
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
      case "scoring" -> scoring(session, number(args, 1, 200), number(args, 2, 10));
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
      double[] times = fitByTheCore(training);
      System.out.printf(
          Locale.ROOT, "| the core, 2 threads | %.1f | %.1f | | | | |%n", times[0], times[1]);
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

  /**
   * Seconds of the core's fit with the default, once the rows are in this process, and processor
   * time.
   */
  private static double[] fitByTheCore(Dataset<Row> rows) {
    RowReader reader = new RowReader("features", "label", "");
    List<LabeledRow> collected =
        rows.collectAsList().stream()
            .map(reader::read)
            .sorted(Comparator.comparingLong(LabeledRow::place))
            .toList();
    int categories = 1 + collected.stream().mapToInt(LabeledRow::label).max().orElseThrow();
    TrainingData data = TestRows.dense(collected, collected.get(0).features().size(), categories);
    IbCavi core = IbCavi.withDefaults().with(new IBCaviClassifier().setThreads(2).settings());
    long worked = processorTime();
    long start = System.nanoTime();
    core.fit(data);
    return new double[] {(System.nanoTime() - start) / 1e9, (processorTime() - worked) / 1e9};
  }

  private static LogisticRegression logistic(double penalty) {
    return new LogisticRegression().setRegParam(penalty).setMaxIter(100);
  }

  private static OneVsRest oneVsRest(int iterations) {
    return new OneVsRest().setClassifier(logistic(0).setMaxIter(iterations));
  }

  private void compare(String name, Function<Dataset<Row>, Model<?>> fit) {
    fit.apply(few).transform(few).count();
    long worked = processorTime();
    long start = System.nanoTime();
    Model<?> model = fit.apply(training);
    double fitted = (System.nanoTime() - start) / 1e9;
    double work = (processorTime() - worked) / 1e9;
    start = System.nanoTime();
    Dataset<Row> predicted = model.transform(test).cache();
    long rows = predicted.count();
    double scored = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.0f | %s |%n",
        name,
        fitted,
        work,
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

  /**
   * How many rows are scored in a second, and in a second of processor time, which other programs
   * on the machine disturb less. Models are fitted coarsely where only the rate depends on it.
   * Learners take turns; the last turn is the one to read, with everything compiled.
   */
  private static void scoring(SparkSession session, int classes, int features) {
    Dataset<Row> rows = BenchmarkData.simulated(session, 20 * classes, features, classes, 3);
    Dataset<Row> few = rows.repartition(2).cache();
    Dataset<Row> copies = doubled(few, DOUBLINGS);
    System.out.printf(
        "%d classes, %d features, %d rows to score%n", classes, features, copies.count());
    Model<?> ours = new IBCaviClassifier().setThreads(2).fit(few);
    Model<?> binary =
        new IBCaviClassifier().setMethod("binary").setPriorVariance(1).setMaxSweeps(5).fit(few);
    Model<?> logistic = logistic(0).setMaxIter(5).fit(few);
    System.out.println(ours);
    for (int turn = 1; turn <= SCORING_TURNS; turn++) {
      for (String[] columns : ASKED_FOR) {
        printRate("IBCavi", turn, ours, copies, columns);
        printRate("IBCavi, binary", turn, binary, copies, columns);
        printRate("LogisticRegression", turn, logistic, copies, columns);
      }
    }
    if (Boolean.getBoolean("slow")) {
      oneVsRestScoring(few);
    }
  }

  private static Dataset<Row> doubled(Dataset<Row> rows, int times) {
    Dataset<Row> many = rows;
    for (int doubling = 0; doubling < times; doubling++) {
      many = many.union(many);
    }
    return many.repartition(2).cache();
  }

  /**
   * OneVsRest plans a query of a column for each class, which takes the longer the more classes
   * there are, whatever the number of rows. So it is asked to plan alone first, and then to score
   * more and more rows.
   */
  private static void oneVsRestScoring(Dataset<Row> few) {
    long start = System.nanoTime();
    Model<?> model = oneVsRest(100).fit(few);
    System.out.printf(Locale.ROOT, "OneVsRest: %.1f s to fit%n", (System.nanoTime() - start) / 1e9);
    start = System.nanoTime();
    model.transform(few.limit(1)).select("prediction").queryExecution().executedPlan();
    System.out.printf(
        Locale.ROOT, "OneVsRest: %.1f s to plan a query%n", (System.nanoTime() - start) / 1e9);
    int turn = 1;
    for (Dataset<Row> rows :
        List.of(few.limit(1), few.limit(100), few, doubled(few, FEW_DOUBLINGS))) {
      printRate("OneVsRest", turn++, model, rows.cache(), "prediction");
    }
  }

  private static void printRate(
      String name, int turn, Model<?> model, Dataset<Row> rows, String... columns) {
    long count = rows.count();
    long start = System.nanoTime();
    long worked = processorTime();
    model
        .transform(rows)
        .select(Arrays.stream(columns).map(functions::col).toArray(Column[]::new))
        .write()
        .format("noop")
        .mode("overwrite")
        .save();
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "%-18s turn %d, %7d rows: %10.2f s, %12.3f rows/s, %12.3f rows per processor second; %s%n",
        name,
        turn,
        count,
        seconds,
        count / seconds,
        count / ((processorTime() - worked) / 1e9),
        String.join(", ", columns));
  }

  private static long processorTime() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
