// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.ml.tuning.TrainValidationSplitModel;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.Metadata;
import org.ibcavi.file.ModelFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data and Params that a new user may come with. */
class UnusualDataTest {
  private static final SparkSession SESSION = Sessions.local();
  private static final List<Row> ROWS = TestRows.simulated(300, 3, 3, false, 6);
  private static final Dataset<Row> DATA = TestRows.dataset(SESSION, ROWS);

  private static IBCaviClassifier quick() {
    return new IBCaviClassifier().setMethod("binary").setPriorVariance(1);
  }

  private static String refusal(IBCaviClassifier classifier, Dataset<Row> data) {
    return assertThrows(IllegalArgumentException.class, () -> classifier.fit(data)).getMessage();
  }

  @Test
  void noRowsAreRefused() {
    String expected = "the data have no row with weight; there must be one";
    assertEquals(expected, refusal(quick(), DATA.limit(0)));
    Dataset<Row> weightless = DATA.withColumn("weight", functions.lit(0.0));
    assertEquals(expected, refusal(quick().setWeightCol("weight"), weightless));
  }

  @Test
  void noRowsArePredictedWithAllColumns() {
    Dataset<Row> predicted = quick().fit(DATA).transform(DATA.limit(0));
    assertEquals(0, predicted.count());
    assertTrue(List.of(predicted.columns()).contains("probability"));
  }

  /** Nothing is there to tell apart, unless the metadata say that there are more classes. */
  @Test
  void oneClassIsRefusedUnlessThereAreMore() {
    Dataset<Row> zeros = DATA.withColumn("label", functions.lit(0.0));
    String message = refusal(quick(), zeros);
    assertEquals("categories 1; there must be at least 2 to tell apart", message);
    Metadata two =
        NominalAttribute.defaultAttr().withName("label").withValues("no", "yes").toMetadata();
    Dataset<Row> named = zeros.withColumn("label", functions.col("label").as("label", two));
    IBCaviClassificationModel model = quick().fit(named);
    assertEquals(List.of("no", "yes"), model.categoricalModel().categoryNames());
    assertEquals(0, model.predict((Vector) ROWS.get(0).get(0)));
  }

  @Test
  void aLabelBeyondTheMetadataIsRefused() {
    Metadata two =
        NominalAttribute.defaultAttr().withName("label").withValues("no", "yes").toMetadata();
    Dataset<Row> named = DATA.withColumn("label", functions.col("label").as("label", two));
    assertEquals(
        "column 'label': label 2; the column's metadata have 2 categories",
        refusal(quick(), named));
  }

  /** Labels and weights of any numeric type are taken, as in Spark's own classifiers. */
  @Test
  void wholeNumbersAreLabelsAndWeights() {
    Dataset<Row> whole =
        DATA.withColumn("label", functions.col("label").cast("int"))
            .withColumn("weight", functions.lit(1).cast("long"));
    Vector row = (Vector) ROWS.get(0).get(0);
    assertArrayEquals(
        quick().fit(DATA).predictProbability(row).toArray(),
        quick().setWeightCol("weight").fit(whole).predictProbability(row).toArray());
  }

  @Test
  void columnsThatAreNotThereAreNamed() {
    Exception features =
        assertThrows(Exception.class, () -> quick().setFeaturesCol("colour").fit(DATA));
    assertTrue(features.getMessage().contains("colour"), features.getMessage());
    Exception weights =
        assertThrows(Exception.class, () -> quick().setWeightCol("heavy").fit(DATA));
    assertTrue(weights.getMessage().contains("heavy"), weights.getMessage());
  }

  @Test
  void rowsOfAnotherSizeAreRefusedWithBothSizes() {
    IBCaviClassificationModel model = quick().fit(DATA);
    Dataset<Row> wide =
        TestRows.dataset(SESSION, List.of(RowFactory.create(Vectors.dense(1, 2, 3, 4), 0.0, 1.0)));
    Exception thrown = assertThrows(Exception.class, () -> model.transform(wide).collect());
    String text = thrown + " " + thrown.getCause();
    assertTrue(
        text.contains("column 'features': a vector of 4 values; the model has 3 features"), text);
    Vector sparse = Vectors.sparse(4, new int[] {0}, new double[] {1});
    String alone =
        assertThrows(IllegalArgumentException.class, () -> model.predict(sparse)).getMessage();
    assertTrue(text.contains(alone), alone);
  }

  /** Spark checks those that a model is given, but not those that it takes over from a fit. */
  @Test
  void thresholdsOfAnotherNumberAreRefused() {
    IBCaviClassifier classifier = quick();
    classifier.setThresholds(new double[] {0.5, 0.25});
    IBCaviClassificationModel model = classifier.fit(DATA);
    String message =
        assertThrows(IllegalArgumentException.class, () -> model.transform(DATA)).getMessage();
    assertEquals(
        "thresholds [0.5, 0.25]; there must be one for each of the model's 3 classes", message);
  }

  @Test
  void aSplitForValidationChooses() {
    IBCaviClassifier classifier = quick();
    TrainValidationSplit split =
        new TrainValidationSplit()
            .setEstimator(classifier)
            .setEvaluator(new MulticlassClassificationEvaluator().setMetricName("logLoss"))
            .setEstimatorParamMaps(
                new ParamGridBuilder()
                    .addGrid(classifier.priorVariance(), new double[] {1e-8, 1})
                    .addGrid(classifier.intercept())
                    .build())
            .setSeed(1);
    TrainValidationSplitModel chosen = split.fit(DATA);
    double[] metrics = chosen.validationMetrics();
    assertEquals(4, metrics.length);
    IBCaviClassificationModel best = (IBCaviClassificationModel) chosen.bestModel();
    assertEquals(1, best.categoricalModel().components().get(0).prior().weightVariance());
  }

  /** Params that are given for one fit alone reach the core, and the model's columns. */
  @Test
  void paramsOfOneFitAct() {
    IBCaviClassifier classifier = quick();
    IBCaviClassificationModel model =
        classifier.fit(
            DATA,
            new ParamMap()
                .put(classifier.priorVariance().w(2))
                .put(classifier.lackOfDataCol().w("lack")));
    assertEquals(2, model.categoricalModel().components().get(0).prior().weightVariance());
    assertTrue(List.of(model.transform(DATA).columns()).contains("lack"));
  }

  /** A query over some columns, twice over and in another order, gets what each column holds. */
  @Test
  void columnsAreTheSameWhicheverAreAskedFor() {
    Dataset<Row> predicted = quick().fit(DATA).transform(DATA.coalesce(1));
    List<Row> all = predicted.collectAsList();
    List<Row> some =
        predicted
            .select("prediction", "rawPrediction", "weight", "prediction")
            .filter("prediction >= 0")
            .collectAsList();
    List<Row> expected = new ArrayList<>();
    for (Row row : all) {
      expected.add(
          RowFactory.create(
              row.<Object>getAs("prediction"),
              row.<Object>getAs("rawPrediction"),
              row.<Object>getAs("weight"),
              row.<Object>getAs("prediction")));
    }
    assertEquals(expected, some);
  }

  @Test
  void onlyPredictionsOfTheTopAreMadeIfNothingElseHasAName() {
    IBCaviClassificationModel model = quick().fit(DATA);
    model.setRawPredictionCol("");
    model.setProbabilityCol("");
    model.setPredictionCol("");
    Dataset<Row> predicted = model.setTopCategoriesCol("best").transform(DATA);
    assertEquals(DATA.columns().length + 1, predicted.columns().length);
    assertEquals(3, predicted.first().getList(DATA.columns().length).size());
  }

  /** Spark Connect keeps fitted models so from 4.1 on; before, there is no such method. */
  @Test
  void aModelIsSavedToTheDiskOfAConnectServer(@TempDir Path folder) throws Exception {
    MLWriter writer = quick().fit(DATA).write();
    Optional<Method> saveToLocal =
        Arrays.stream(MLWriter.class.getMethods())
            .filter(method -> method.getName().equals("saveToLocal"))
            .findFirst();
    assumeTrue(saveToLocal.isPresent());
    String elsewhere = "no-such-file-system:///";
    Configuration configuration = SESSION.sparkContext().hadoopConfiguration();
    configuration.set("fs.defaultFS", elsewhere);
    try {
      saveToLocal.get().invoke(writer, folder.resolve("kept").toString());
    } finally {
      configuration.unset("fs.defaultFS");
    }
    assertEquals(3, ModelFile.load(folder.resolve("kept").resolve("model.ibcavi")).categories());
  }
}
