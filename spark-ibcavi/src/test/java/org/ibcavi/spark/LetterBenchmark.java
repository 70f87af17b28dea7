// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.classification.LogisticRegression;
import org.apache.spark.ml.classification.OneVsRest;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Times and scores beside Spark's own classifiers on a table whose last column is the class, as the
 * letters: {@code LetterBenchmark letter.csv [both]}. With {@code both} rows stay in partitions,
 * too. Times are of one fit each, after a fit of a tenth of the rows that warms up.
 */
public final class LetterBenchmark {
  private LetterBenchmark() {}

  /**
   * Runs it.
   *
   * @param args a file with a header, and perhaps {@code both}
   */
  public static void main(String[] args) {
    SparkSession session = Sessions.local();
    Dataset<Row> read =
        session.read().option("header", "true").option("inferSchema", "true").csv(args[0]);
    // A point in a name would be taken for a field of a structure.
    String[] names =
        Arrays.stream(read.columns()).map(name -> name.replace('.', '_')).toArray(String[]::new);
    Dataset<Row> table = read.toDF(names);
    String label = names[names.length - 1];
    Dataset<Row> assembled =
        new VectorAssembler()
            .setInputCols(Arrays.copyOf(names, names.length - 1))
            .setOutputCol("features")
            .transform(table);
    Dataset<Row> rows =
        new StringIndexer()
            .setInputCol(label)
            .setOutputCol("label")
            .fit(assembled)
            .transform(assembled)
            .select("features", "label")
            .repartition(2)
            .cache();
    List<Dataset<Row>> parts = rows.randomSplitAsList(new double[] {2, 1}, 1);
    Dataset<Row> training = parts.get(0).cache();
    Dataset<Row> test = parts.get(1).cache();
    System.out.printf("%d rows to train, %d to test%n", training.count(), test.count());
    Dataset<Row> few = training.sample(0.1, 1).cache();
    for (double penalty : new double[] {0, 1e-4, 1e-2}) {
      compare(
          "LogisticRegression regParam " + penalty,
          some -> logistic(penalty).fit(some),
          few,
          training,
          test);
    }
    compare("IBCavi", new IBCaviClassifier().setThreads(2)::fit, few, training, test);
    compare(
        "IBCavi laplace",
        new IBCaviClassifier().setThreads(2).setPosterior("laplace")::fit,
        few,
        training,
        test);
    if (args.length > 1) {
      compare(
          "IBCavi partition",
          new IBCaviClassifier().setStrategy("partition")::fit,
          few,
          training,
          test);
    }
    compare(
        "OneVsRest of LogisticRegression",
        some -> new OneVsRest().setClassifier(logistic(0)).fit(some),
        few,
        training,
        test);
    session.stop();
  }

  private static LogisticRegression logistic(double penalty) {
    return new LogisticRegression().setRegParam(penalty).setMaxIter(100);
  }

  private static void compare(
      String name,
      Function<Dataset<Row>, Model<?>> fit,
      Dataset<Row> few,
      Dataset<Row> training,
      Dataset<Row> test) {
    fit.apply(few).transform(few).count();
    long start = System.nanoTime();
    Model<?> model = fit.apply(training);
    double fitted = (System.nanoTime() - start) / 1e9;
    start = System.nanoTime();
    Dataset<Row> predicted = model.transform(test).cache();
    long rows = predicted.count();
    double scored = (System.nanoTime() - start) / 1e9;
    boolean probabilities = List.of(predicted.columns()).contains("probability");
    System.out.printf(
        Locale.ROOT,
        "%-34s fit %7.1f s, %9.0f rows/s scored, accuracy %.4f, log loss %s%n",
        name,
        fitted,
        rows / scored,
        metric("accuracy", predicted),
        probabilities ? String.format(Locale.ROOT, "%.4f", metric("logLoss", predicted)) : "none");
    predicted.unpersist();
  }

  private static double metric(String name, Dataset<Row> predicted) {
    return new MulticlassClassificationEvaluator().setMetricName(name).evaluate(predicted);
  }
}
