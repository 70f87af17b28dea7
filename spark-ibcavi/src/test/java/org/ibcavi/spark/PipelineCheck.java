// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;

/**
 * A pipeline from file to probabilities: a CrossValidator chooses a prior variance, its model is
 * saved, loaded in a new session, and compared with the core's own fit.
 *
 * <pre>
 * PipelineCheck letter letter.csv folder
 * PipelineCheck intents train.tsv folder
 * </pre>
 */
public final class PipelineCheck {
  private static final double[] VARIANCES = {0.01, 1};

  private PipelineCheck() {}

  /**
   * Runs it.
   *
   * @param args letter or intents, a file, and a folder to save into
   * @throws IOException if it cannot be saved
   */
  public static void main(String[] args) throws IOException {
    SparkSession session = Sessions.local();
    Dataset<Row> data = data(session, args);
    IBCaviClassifier classifier = new IBCaviClassifier().setPosterior("laplace");
    CrossValidator validator =
        new CrossValidator()
            .setEstimator(new Pipeline().setStages(stages(data, args[0], classifier)))
            .setEvaluator(new MulticlassClassificationEvaluator().setMetricName("logLoss"))
            .setEstimatorParamMaps(
                new ParamGridBuilder().addGrid(classifier.priorVariance(), VARIANCES).build())
            .setNumFolds(2)
            .setSeed(1);
    CrossValidatorModel chosen = validator.fit(data);
    System.out.printf(
        "log losses of prior variances %s: %s%n",
        Arrays.toString(VARIANCES), Arrays.toString(chosen.avgMetrics()));
    String path = Path.of(args[2], args[0]).toString();
    chosen.write().overwrite().save(path);
    CategoricalModel core = byTheCore((PipelineModel) chosen.bestModel(), data);
    session.stop();
    SparkSession next = Sessions.local();
    PipelineModel loaded = (PipelineModel) CrossValidatorModel.load(path).bestModel();
    System.out.printf(
        Locale.ROOT,
        "after loading in a new session, the largest difference to the core is %.3g%n",
        largestDifference(core, loaded.transform(data(next, args))));
    next.stop();
  }

  private static Dataset<Row> data(SparkSession session, String[] args) {
    return args[0].equals("letter")
        ? BenchmarkData.file(session, args[1])
        : BenchmarkData.texts(session, args[1]);
  }

  private static PipelineStage[] stages(
      Dataset<Row> data, String kind, IBCaviClassifier classifier) {
    PipelineStage[] before =
        kind.equals("letter") ? BenchmarkData.tableStages(data) : BenchmarkData.textStages();
    return Stream.concat(Arrays.stream(before), Stream.of(classifier))
        .toArray(PipelineStage[]::new);
  }

  /** The core's fit of the rows that the last stage saw, in the order of their contents. */
  private static CategoricalModel byTheCore(PipelineModel fitted, Dataset<Row> data) {
    IBCaviClassificationModel last =
        (IBCaviClassificationModel) fitted.stages()[fitted.stages().length - 1];
    RowReader reader = new RowReader("features", "label", "");
    List<LabeledRow> rows =
        fitted.transform(data).select("features", "label").collectAsList().stream()
            .map(reader::read)
            .sorted(Comparator.comparingLong(LabeledRow::place))
            .toList();
    return IbCavi.withDefaults()
        .with(((IBCaviClassifier) last.parent()).settings())
        .fit(
            FeatureValues.denseIsSmaller(
                    rows.stream().mapToLong(row -> row.features().stored()).sum(),
                    rows.size(),
                    last.numFeatures())
                ? TestRows.dense(rows, last.numFeatures(), last.numClasses())
                : TestRows.sparse(rows, last.numFeatures(), last.numClasses()));
  }

  private static double largestDifference(CategoricalModel core, Dataset<Row> predicted) {
    double largest = 0;
    for (Row row : predicted.select("features", "probability").collectAsList()) {
      FeatureValues values = FeatureValues.of((Vector) row.get(0));
      DesignMatrix features =
          DesignMatrix.sparse(core.features()).add(values.columns(), values.columnValues()).build();
      double[] expected = core.probabilities(features)[0];
      double[] actual = ((Vector) row.get(1)).toArray();
      for (int k = 0; k < expected.length; k++) {
        largest = Math.max(largest, Math.abs(expected[k] - actual[k]));
      }
    }
    return largest;
  }
}
