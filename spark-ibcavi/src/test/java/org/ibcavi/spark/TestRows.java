// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.ibcavi.design.TrainingData;

/** Data for tests. */
final class TestRows {
  /** The columns of most tests. */
  static final StructType SCHEMA =
      new StructType()
          .add("features", SQLDataTypes.VectorType())
          .add("label", DataTypes.DoubleType)
          .add("weight", DataTypes.DoubleType);

  private TestRows() {}

  /** The glass data with a column of text for the label. */
  static Dataset<Row> glass(SparkSession session) {
    return session
        .read()
        .option("header", "true")
        .option("inferSchema", "true")
        .csv("src/test/resources/data/glass.csv");
  }

  static String[] glassFeatures(Dataset<Row> glass) {
    return List.of(glass.columns()).stream()
        .filter(name -> !name.equals(glassLabel(glass)))
        .toArray(String[]::new);
  }

  /** The name of the last column. */
  static String glassLabel(Dataset<Row> glass) {
    return glass.columns()[glass.columns().length - 1];
  }

  /** The glass data with columns {@code features} and {@code label}. */
  static Dataset<Row> preparedGlass(SparkSession session) {
    Dataset<Row> glass = glass(session);
    Dataset<Row> assembled =
        new VectorAssembler()
            .setInputCols(glassFeatures(glass))
            .setOutputCol("features")
            .transform(glass);
    return new StringIndexer()
        .setInputCol(glassLabel(glass))
        .setOutputCol("label")
        .fit(assembled)
        .transform(assembled)
        .select("features", "label");
  }

  /** Rows drawn from a softmax with normal coefficients. */
  static List<Row> simulated(int rows, int features, int categories, boolean sparse, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] coefficients = new double[categories][features];
    for (double[] vector : coefficients) {
      for (int m = 0; m < features; m++) {
        vector[m] = random.nextGaussian();
      }
    }
    List<Row> result = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double[] x = new double[features];
      for (int m = 0; m < features; m++) {
        x[m] = sparse && random.nextInt(4) > 0 ? 0 : random.nextGaussian();
      }
      Vector vector = sparse ? Vectors.dense(x).toSparse() : Vectors.dense(x);
      double weight = 1 + random.nextInt(2);
      result.add(RowFactory.create(vector, (double) drawn(x, coefficients, random), weight));
    }
    return result;
  }

  /** The largest linear predictor with Gumbel noise, which is a draw from the softmax. */
  static int drawn(double[] x, double[][] coefficients, SplittableRandom random) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < coefficients.length; k++) {
      double score = -Math.log(-Math.log(random.nextDouble()));
      for (int m = 0; m < x.length; m++) {
        score += x[m] * coefficients[k][m];
      }
      if (score > largest) {
        largest = score;
        best = k;
      }
    }
    return best;
  }

  /** Rows as the core's sparse training data. */
  static TrainingData sparse(List<LabeledRow> rows, int columns, int categories) {
    TrainingData.Builder builder = TrainingData.sparse(columns, categories);
    rows.forEach(
        row ->
            builder.add(
                row.features().columns(),
                row.features().columnValues(),
                row.label(),
                row.weight()));
    return builder.build();
  }

  /** Rows as the core's dense training data. */
  static TrainingData dense(List<LabeledRow> rows, int columns, int categories) {
    TrainingData.Builder builder = TrainingData.dense(columns, categories);
    rows.forEach(row -> builder.add(row.features().allValues(), row.label(), row.weight()));
    return builder.build();
  }

  static Dataset<Row> dataset(SparkSession session, List<Row> rows) {
    return session.createDataFrame(rows, SCHEMA);
  }
}
