// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.CountVectorizer;
import org.apache.spark.ml.feature.IDF;
import org.apache.spark.ml.feature.Normalizer;
import org.apache.spark.ml.feature.RegexTokenizer;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/** Data of programs that measure. */
final class BenchmarkData {
  /** Rows that are drawn from one seed, so that rows do not depend on partitions. */
  private static final int ROWS_OF_SEED = 1000;

  private BenchmarkData() {}

  /** A file with a header whose last column is the class, as the letters, read as it is. */
  static Dataset<Row> file(SparkSession session, String path) {
    Dataset<Row> read =
        session.read().option("header", "true").option("inferSchema", "true").csv(path);
    // A point in a name would be taken for a field of a structure.
    return read.toDF(
        Arrays.stream(read.columns()).map(name -> name.replace('.', '_')).toArray(String[]::new));
  }

  /** What makes features and label of such a file. */
  static PipelineStage[] tableStages(Dataset<Row> table) {
    String[] names = table.columns();
    return new PipelineStage[] {
      new VectorAssembler()
          .setInputCols(Arrays.copyOf(names, names.length - 1))
          .setOutputCol("features"),
      new StringIndexer().setInputCol(names[names.length - 1]).setOutputCol("label")
    };
  }

  /** Such a file with features and label. */
  static Dataset<Row> table(SparkSession session, String path) {
    Dataset<Row> table = file(session, path);
    return new Pipeline()
        .setStages(tableStages(table))
        .fit(table)
        .transform(table)
        .select("features", "label")
        .repartition(2);
  }

  /** Lines of an intent, a tab and a text. */
  static Dataset<Row> texts(SparkSession session, String path) {
    return session.read().option("sep", "\t").option("quote", "").csv(path).toDF("intent", "text");
  }

  /** What makes rows of tf-idf of length 1 and label of texts. */
  static PipelineStage[] textStages() {
    return new PipelineStage[] {
      new RegexTokenizer()
          .setInputCol("text")
          .setOutputCol("words")
          .setPattern("\\w\\w+")
          .setGaps(false),
      new CountVectorizer().setInputCol("words").setOutputCol("counts").setMinDF(2),
      new IDF().setInputCol("counts").setOutputCol("weighted"),
      new Normalizer().setInputCol("weighted").setOutputCol("features"),
      new StringIndexer().setInputCol("intent").setOutputCol("label")
    };
  }

  /** Texts to train and to test with, as features and label. */
  static List<Dataset<Row>> intents(SparkSession session, String training, String test) {
    Dataset<Row> texts = texts(session, training);
    PipelineModel stages = new Pipeline().setStages(textStages()).fit(texts);
    return List.of(
        stages.transform(texts).select("features", "label").repartition(2),
        stages.transform(texts(session, test)).select("features", "label").repartition(2));
  }

  /** Rows drawn from a softmax by executors; linear predictors have the deviation 1.4. */
  static Dataset<Row> simulated(
      SparkSession session, int rows, int features, int classes, int partitions) {
    double[][] coefficients = new double[classes][features];
    SplittableRandom random = new SplittableRandom(1);
    for (double[] vector : coefficients) {
      Arrays.setAll(vector, m -> 1.4 / Math.sqrt(features) * random.nextGaussian());
    }
    List<Integer> firsts =
        IntStream.iterate(0, first -> first < rows, first -> first + ROWS_OF_SEED).boxed().toList();
    return session.createDataFrame(
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .parallelize(firsts, partitions)
            .flatMap(
                first -> {
                  SplittableRandom own = new SplittableRandom(2 + first);
                  return IntStream.range(first, Math.min(rows, first + ROWS_OF_SEED))
                      .mapToObj(row -> drawn(coefficients, own))
                      .iterator();
                }),
        TestRows.SCHEMA);
  }

  private static Row drawn(double[][] coefficients, SplittableRandom random) {
    double[] x = new double[coefficients[0].length];
    Arrays.setAll(x, m -> random.nextGaussian());
    return RowFactory.create(
        Vectors.dense(x), (double) TestRows.drawn(x, coefficients, random), 1.0);
  }
}
