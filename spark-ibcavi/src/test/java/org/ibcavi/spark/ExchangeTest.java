// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instance;
import weka.core.Instances;

/**
 * Models go between Spark, Weka and Tribuo through the core's file, which is the same whoever wrote
 * it. What differs is the order of columns and classes, which every toolkit knows by name.
 */
class ExchangeTest {
  private static final SparkSession SESSION = Sessions.local();
  private static final Dataset<Row> GLASS = TestRows.glass(SESSION);
  private static final String[] FEATURES = TestRows.glassFeatures(GLASS);
  private static final String LABEL = TestRows.glassLabel(GLASS);
  private static final LabelFactory LABELS = new LabelFactory();

  @TempDir Path folder;

  private static double[] values(Row row) {
    return Arrays.stream(FEATURES)
        .mapToDouble(name -> ((Number) row.getAs(name)).doubleValue())
        .toArray();
  }

  private static Instances instances(List<Row> rows) {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (String name : FEATURES) {
      attributes.add(new Attribute(name));
    }
    attributes.add(
        new Attribute(
            LABEL, rows.stream().map(row -> "" + row.getAs(LABEL)).distinct().sorted().toList()));
    Instances instances = new Instances("glass", attributes, rows.size());
    instances.setClassIndex(FEATURES.length);
    for (Row row : rows) {
      Instance instance = new DenseInstance(1, Arrays.copyOf(values(row), FEATURES.length + 1));
      instance.setDataset(instances);
      instance.setClassValue("" + row.getAs(LABEL));
      instances.add(instance);
    }
    return instances;
  }

  private static MutableDataset<Label> examples(List<Row> rows) {
    MutableDataset<Label> examples =
        new MutableDataset<>(new SimpleDataSourceProvenance("glass", LABELS), LABELS);
    for (Row row : rows) {
      examples.add(new ArrayExample<>(new Label("" + row.getAs(LABEL)), FEATURES, values(row)));
    }
    return examples;
  }

  /** Spark saves; the core, which both adapters hold, predicts their rows by their names. */
  @Test
  void aModelSavedBySparkPredictsRowsOfWekaAndTribuo() throws IOException {
    List<Row> rows = GLASS.limit(60).collectAsList();
    IBCaviClassificationModel model =
        new IBCaviClassifier()
            .setMethod("binary")
            .setPriorVariance(1)
            .fit(TestRows.preparedGlass(SESSION));
    model.save(folder.resolve("spark").toString());
    CategoricalModel core = ModelFile.load(folder.resolve("spark").resolve("model.ibcavi"));
    List<String> names = core.featureNames();
    Instances instances = instances(rows);
    MutableDataset<Label> examples = examples(rows);
    for (int i = 0; i < rows.size(); i++) {
      Instance instance = instances.get(i);
      Example<Label> example = examples.getExample(i);
      double[] expected = model.predictProbability(Vectors.dense(values(rows.get(i)))).toArray();
      assertArrayEquals(
          expected,
          core.probabilities(
              names.stream()
                  .mapToDouble(name -> instance.value(instances.attribute(name)))
                  .toArray()));
      assertArrayEquals(
          expected,
          core.probabilities(
              names.stream().mapToDouble(name -> example.lookup(name).getValue()).toArray()));
    }
  }

  private IBCaviClassificationModel throughAFile(CategoricalModel model) throws IOException {
    Path file = folder.resolve("other.ibcavi");
    ModelFile.save(model, file);
    Path saved = folder.resolve("spark");
    IBCaviClassificationModel.of(ModelFile.load(file)).save(saved.toString());
    assertEquals(-1, Files.mismatch(file, saved.resolve("model.ibcavi")));
    return IBCaviClassificationModel.load(saved.toString());
  }

  @Test
  void aModelOfWekaPredictsInSpark() throws Exception {
    List<Row> rows = GLASS.collectAsList();
    Instances instances = instances(rows);
    IBCavi weka = new IBCavi();
    weka.setOptions(new String[] {"-method", "binary", "-predict", "plugin"});
    weka.buildClassifier(instances);
    IBCaviClassificationModel model = throughAFile(weka.model());
    for (int i = 0; i < 60; i++) {
      assertArrayEquals(
          weka.distributionForInstance(instances.get(i)),
          model.predictProbability(Vectors.dense(values(rows.get(i)))).toArray(),
          1e-15);
    }
  }

  /** Tribuo's columns are in the order of its feature ids. */
  @Test
  void aModelOfTribuoPredictsInSpark() throws IOException {
    List<Row> rows = GLASS.collectAsList();
    MutableDataset<Label> examples = examples(rows);
    IBCaviModel tribuo = new IBCaviTrainer().train(examples);
    IBCaviClassificationModel model = throughAFile(tribuo.getCategoricalModel());
    for (int i = 0; i < 60; i++) {
      double[] row = new double[FEATURES.length];
      double[] values = values(rows.get(i));
      for (int m = 0; m < row.length; m++) {
        row[tribuo.getFeatureIDMap().getID(FEATURES[m])] = values[m];
      }
      double[] p = model.predictProbability(Vectors.dense(row)).toArray();
      var scores = tribuo.predict(examples.getExample(i)).getOutputScores();
      for (int k = 0; k < p.length; k++) {
        String label = tribuo.getOutputIDInfo().getOutput(k).getLabel();
        assertEquals(scores.get(label).getScore(), p[k], 1e-15);
      }
    }
  }
}
