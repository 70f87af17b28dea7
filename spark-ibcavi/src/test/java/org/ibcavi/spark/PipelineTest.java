// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.MulticlassClassificationEvaluator;
import org.apache.spark.ml.feature.HashingTF;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.Tokenizer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The estimator among Spark's own, and what is saved and loaded. */
class PipelineTest {
  private static final SparkSession SESSION = Sessions.local();
  private static final Dataset<Row> GLASS = TestRows.glass(SESSION);

  @TempDir Path folder;

  private static Pipeline pipeline(IBCaviClassifier classifier) {
    return new Pipeline()
        .setStages(
            new PipelineStage[] {
              new StringIndexer().setInputCol(TestRows.glassLabel(GLASS)).setOutputCol("index"),
              new VectorAssembler()
                  .setInputCols(TestRows.glassFeatures(GLASS))
                  .setOutputCol("features"),
              classifier.setLabelCol("index")
            });
  }

  private static IBCaviClassifier quick() {
    return new IBCaviClassifier().setMethod("binary").setPriorVariance(1);
  }

  private static IBCaviClassificationModel last(PipelineModel model) {
    return (IBCaviClassificationModel) model.stages()[model.stages().length - 1];
  }

  private static List<Row> probabilities(PipelineModel model) {
    return model.transform(GLASS).select("probability", "prediction").collectAsList();
  }

  /** What ships by default, with nothing set. */
  @Test
  void theDefaultOfGlassIsTheCores() {
    PipelineModel fitted = pipeline(new IBCaviClassifier()).fit(GLASS);
    IBCaviClassificationModel model = last(fitted);
    List<Row> rows =
        fitted.transform(GLASS).select("features", "index", "probability").collectAsList();
    RowReader reader = new RowReader("features", "index", "");
    TrainingData.Builder builder = TrainingData.dense(9, 6);
    rows.stream()
        .map(reader::read)
        .sorted(Comparator.comparingLong(LabeledRow::place))
        .forEach(row -> builder.add(row.features().allValues(), row.label(), row.weight()));
    CategoricalModel core = IbCavi.withDefaults().fit(builder.build());
    for (Row row : rows) {
      assertArrayEquals(
          core.probabilities(((Vector) row.get(0)).toArray()), ((Vector) row.get(2)).toArray());
    }
    assertEquals(List.of(TestRows.glassFeatures(GLASS)), model.categoricalModel().featureNames());
    assertEquals("2", model.categoricalModel().categoryNames().get(0), "the most frequent first");
    assertTrue(model.summary().toString().contains("categorical"), model.summary()::toString);
  }

  /** By the names that summaries of Spark's own classifiers have. */
  @Test
  void summariesHaveAHistory() {
    for (String method : List.of("binary", "categorical")) {
      IBCaviClassifier classifier = new IBCaviClassifier().setMethod(method).setPriorVariance(1);
      IBCaviTrainingSummary summary = last(pipeline(classifier).fit(GLASS)).summary();
      double[] history = summary.objectiveHistory();
      assertArrayEquals(summary.report().objectiveTrace(), history);
      assertEquals(history.length, summary.totalIterations());
      assertTrue(summary.totalIterations() > 1, method);
      assertTrue(history[history.length - 1] > history[0], "the objective climbs");
    }
  }

  @Test
  void theExampleRuns() {
    List<Row> rows = GlassExample.run(SESSION).collectAsList();
    long right =
        rows.stream()
            .filter(row -> String.valueOf(row.get(0)).equals(row.getList(1).get(0)))
            .count();
    assertTrue(2 * right > rows.size(), right + " of " + rows.size());
  }

  @Test
  void aCrossValidatorChoosesAndSaves() throws IOException {
    IBCaviClassifier classifier = quick();
    CrossValidator validator =
        new CrossValidator()
            .setEstimator(pipeline(classifier))
            .setEvaluator(
                new MulticlassClassificationEvaluator()
                    .setLabelCol("index")
                    .setMetricName("logLoss"))
            .setEstimatorParamMaps(
                new ParamGridBuilder()
                    .addGrid(classifier.priorVariance(), new double[] {1e-8, 1})
                    .build())
            .setNumFolds(2)
            .setSeed(1);
    CrossValidatorModel chosen = validator.fit(GLASS);
    assertTrue(chosen.avgMetrics()[1] < chosen.avgMetrics()[0], "a prior of zeros is worse");
    IBCaviClassificationModel best = last((PipelineModel) chosen.bestModel());
    assertEquals(1, best.categoricalModel().components().get(0).prior().weightVariance(), "chosen");
    String path = folder.resolve("validated").toString();
    chosen.save(path);
    PipelineModel loaded = (PipelineModel) CrossValidatorModel.load(path).bestModel();
    assertEquals(probabilities((PipelineModel) chosen.bestModel()), probabilities(loaded));
  }

  @Test
  void aSavedPipelineIsLoadedAsItWas() throws IOException {
    IBCaviClassifier classifier = quick().setLowerCol("lower").setTopCount(3);
    PipelineModel fitted = pipeline(classifier).fit(GLASS);
    String path = folder.resolve("pipeline").toString();
    fitted.save(path);
    PipelineModel loaded = PipelineModel.load(path);
    assertEquals(probabilities(fitted), probabilities(loaded));
    assertEquals(last(fitted).uid(), last(loaded).uid());
    assertEquals("lower", last(loaded).getOrDefault(last(loaded).lowerCol()));
    assertEquals(3, last(loaded).getOrDefault(last(loaded).topCount()));
    assertEquals(last(fitted).summary().toString(), last(loaded).summary().toString());
  }

  private static Dataset<Row> texts() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(RowFactory.create("alarm", "wake me up at " + i));
      rows.add(RowFactory.create("weather", "will it rain at " + i + " in the north"));
      rows.add(RowFactory.create("music", "play song " + i + " please"));
    }
    return SESSION.createDataFrame(
        rows,
        new StructType().add("intent", DataTypes.StringType).add("text", DataTypes.StringType));
  }

  /** Words are hashed to sparse features; what a new session loads predicts as the core does. */
  @Test
  void textsThroughAPipelineHaveTheCoresProbabilities() throws IOException {
    Dataset<Row> texts = texts();
    IBCaviClassifier classifier = quick();
    PipelineStage[] stages = {
      new Tokenizer().setInputCol("text").setOutputCol("words"),
      new HashingTF().setInputCol("words").setOutputCol("features").setNumFeatures(64),
      new StringIndexer().setInputCol("intent").setOutputCol("label"),
      classifier
    };
    String path = folder.resolve("texts").toString();
    new Pipeline().setStages(stages).fit(texts).save(path);
    PipelineModel loaded = PipelineModel.read().session(SESSION.newSession()).load(path);
    List<Row> rows =
        loaded.transform(texts).select("features", "label", "probability").collectAsList();
    RowReader reader = new RowReader("features", "label", "");
    CategoricalModel core =
        IbCavi.withDefaults()
            .with(classifier.settings())
            .fit(
                TestRows.sparse(
                    rows.stream()
                        .map(reader::read)
                        .sorted(Comparator.comparingLong(LabeledRow::place))
                        .toList(),
                    64,
                    3));
    for (Row row : rows) {
      assertArrayEquals(
          core.probabilities(((Vector) row.get(0)).toArray()), ((Vector) row.get(2)).toArray());
    }
    assertEquals(
        List.of("alarm", "music", "weather"), last(loaded).categoricalModel().categoryNames());
  }

  @Test
  void aSavedEstimatorIsLoadedAsItWas() throws IOException {
    IBCaviClassifier classifier = quick().setStrategy("partition").setSeed(7).setIntercept(false);
    String path = folder.resolve("estimator").toString();
    classifier.save(path);
    IBCaviClassifier loaded = IBCaviClassifier.load(path);
    assertEquals(classifier.uid(), loaded.uid());
    assertEquals(classifier.settings(), loaded.settings());
    assertEquals("partition", loaded.getOrDefault(loaded.strategy()));
  }

  /** Through it the models of other toolkits come here and ours go there. */
  @Test
  void theSavedFileIsTheCores() throws IOException {
    IBCaviClassificationModel model = quick().fit(TestRows.preparedGlass(SESSION));
    Path path = folder.resolve("model");
    model.save(path.toString());
    CategoricalModel core = ModelFile.load(path.resolve("model.ibcavi"));
    IBCaviClassificationModel back = IBCaviClassificationModel.of(core);
    assertEquals(Files.size(path.resolve("model.ibcavi")), back.estimatedSize());
    Vector row = Vectors.dense(1.5, 13, 3, 1, 72, 0.1, 8, 0, 0.1);
    double[] expected = model.predictProbability(row).toArray();
    assertArrayEquals(expected, core.probabilities(row.toArray()));
    assertArrayEquals(expected, back.predictProbability(row).toArray());
  }

  @Test
  void aModelOverwritesOnlyIfTold() throws IOException {
    IBCaviClassificationModel model = quick().fit(TestRows.preparedGlass(SESSION));
    String path = folder.resolve("twice").toString();
    model.save(path);
    model.write().overwrite().save(path);
    assertEquals(model.numClasses(), IBCaviClassificationModel.load(path).numClasses());
  }

  /** As in a closure that captures a model. */
  @Test
  void aModelSurvivesJavasSerialization() throws IOException, ClassNotFoundException {
    IBCaviClassificationModel model = quick().fit(TestRows.preparedGlass(SESSION));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(model);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      IBCaviClassificationModel read = (IBCaviClassificationModel) in.readObject();
      Vector row = Vectors.dense(1.5, 13, 3, 1, 72, 0.1, 8, 0, 0.1);
      assertEquals(model.predictProbability(row), read.predictProbability(row));
      assertEquals(model.uid(), read.uid());
    }
  }

  @Test
  void moreThanAHundredClassesNeedNoMetadata() {
    SplittableRandom random = new SplittableRandom(3);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      double[] x = {random.nextGaussian(), random.nextGaussian()};
      rows.add(RowFactory.create(Vectors.dense(x), (double) (i % 150), 1.0));
    }
    IBCaviClassificationModel model = quick().fit(TestRows.dataset(SESSION, rows));
    assertEquals(150, model.numClasses());
    assertEquals(150, model.predictProbability(Vectors.dense(0, 0)).size());
  }

  @Test
  void sparkConnectFindsTheEstimator() {
    List<String> found = new ArrayList<>();
    ServiceLoader.load(Estimator.class).forEach(each -> found.add(each.getClass().getName()));
    assertTrue(found.contains(IBCaviClassifier.class.getName()), found::toString);
  }

  @Test
  void aCopyOfAModelPredictsTheSame() {
    IBCaviClassificationModel model = quick().fit(TestRows.preparedGlass(SESSION));
    IBCaviClassificationModel copy = model.copy(new ParamMap());
    Vector row = Vectors.dense(1.5, 13, 3, 1, 72, 0.1, 8, 0, 0.1);
    assertEquals(model.predictProbability(row), copy.predictProbability(row));
    assertInstanceOf(IBCaviClassifier.class, copy.parent());
  }
}
