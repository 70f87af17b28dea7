// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnx.proto.OnnxMl;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PredictionMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tribuo.Dataset;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.MutableDataset;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;
import org.tribuo.dataset.DatasetView;

/** Exported models, run by ONNX Runtime, beside the models they come from. */
class OnnxExportTest {
  private static final Dataset<Label> DENSE = TestData.dense(400, 1);
  private static final Dataset<Label> SPARSE = TestData.sparse(400, 2);

  private static float[][] run(IBCaviModel model, Dataset<Label> rows) throws OrtException {
    float[][] input = new float[rows.size()][model.getFeatureIDMap().size()];
    int row = 0;
    for (Example<Label> example : rows) {
      for (Feature feature : example) {
        input[row][model.getFeatureIDMap().getID(feature.getName())] = (float) feature.getValue();
      }
      row++;
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    byte[] onnx = model.exportONNXModel("org.ibcavi.test", 1).toByteArray();
    try (OrtSession session = environment.createSession(onnx);
        OnnxTensor tensor = OnnxTensor.createTensor(environment, input);
        OrtSession.Result result = session.run(Map.of("input", tensor))) {
      return (float[][]) result.get(0).getValue();
    }
  }

  /** From the predictions at the model's means. */
  private static double largestDifference(IBCaviModel model, Dataset<Label> rows)
      throws OrtException {
    IBCaviModel atMeans =
        new IBCaviModel(
            "at its means",
            model.getProvenance(),
            model.getFeatureIDMap(),
            model.getOutputIDInfo(),
            model
                .getCategoricalModel()
                .predictingBy(new org.ibcavi.model.Prediction(PredictionMode.PLUG_IN, 2, 1)));
    return Arrays.stream(variations(run(model, rows), atMeans, rows)).max().orElseThrow();
  }

  /** Between what a graph gave and what a model predicts, for each row. */
  private static double[] variations(float[][] output, IBCaviModel model, Dataset<Label> rows) {
    List<Prediction<Label>> predictions = model.predict(rows);
    double[] variations = new double[output.length];
    for (int i = 0; i < output.length; i++) {
      for (int k = 0; k < output[i].length; k++) {
        String label = model.getOutputIDInfo().getOutput(k).getLabel();
        double expected = predictions.get(i).getOutputScores().get(label).getScore();
        assertTrue(Float.isFinite(output[i][k]));
        variations[i] += 0.5 * Math.abs(expected - output[i][k]);
      }
    }
    return variations;
  }

  private static Map<String, String> metadata(OnnxMl.ModelProto onnx) throws OrtException {
    try (OrtSession session = OrtEnvironment.getEnvironment().createSession(onnx.toByteArray())) {
      return session.getMetadata().getCustomMetadata();
    }
  }

  @Test
  void aGraphThatPredictsAsTheModelSaysSo() throws OrtException {
    IBCaviModel model = TestData.trainer("method=binary").train(DENSE);
    assertEquals(
        "The graph predicts at the posterior means, as the model does.",
        metadata(model.exportONNXModel("org.ibcavi", 1, DENSE)).get("prediction"));
    double[] variations = variations(run(model, DENSE), model, DENSE);
    assertEquals(0, Arrays.stream(variations).max().orElseThrow(), 1e-4);
  }

  /** With few examples the default averages over draws; the figure is what the runtime computes. */
  @Test
  void aGraphThatDiffersSaysByHowMuch() throws OrtException {
    Dataset<Label> few = TestData.dense(40, 5);
    IBCaviModel model = new IBCaviTrainer().train(few);
    assertFalse(model.getCategoricalModel().predictsAtMeans());
    Dataset<Label> others = TestData.dense(200, 6);
    double[] variations = variations(run(model, others), model, others);
    String text = metadata(model.exportONNXModel("org.ibcavi", 1, others)).get("prediction");
    Matcher figures =
        Pattern.compile("Over 200 examples .* is ([0-9.]+) on average and ([0-9.]+) at the most")
            .matcher(text);
    assertTrue(figures.find(), text);
    assertTrue(text.contains("the model itself predicts at the posterior means, under wide"), text);
    double mean = Arrays.stream(variations).average().orElseThrow();
    assertTrue(mean > 1e-4, "there is nothing to tell: " + mean);
    assertEquals(mean, Double.parseDouble(figures.group(1)), 1e-4);
    double largest = Arrays.stream(variations).max().orElseThrow();
    assertEquals(largest, Double.parseDouble(figures.group(2)), 1e-4);
    String without = metadata(model.exportONNXModel("org.ibcavi", 1)).get("prediction");
    assertTrue(text.startsWith(without), without);
  }

  /** A view keeps labels of which it has no examples. */
  @ParameterizedTest
  @CsvSource({"logit, categorical", "probit, categorical", "logit, binary", "probit, binary"})
  void labelsWithoutExamplesAreExported(String link, String method) throws OrtException {
    MutableDataset<Label> all = TestData.dense(400, 7);
    DatasetView<Label> seen =
        DatasetView.createView(
            all, example -> !example.getOutput().getLabel().equals("label2"), "three labels");
    IBCaviModel model = TestData.trainer("method=" + method + ",link=" + link).train(seen);
    assertEquals(4, model.getOutputIDInfo().size());
    assertEquals(0, largestDifference(model, all), 1e-4);
    if (method.equals("categorical")) {
      int unseen = model.getOutputIDInfo().getID(new Label("label2"));
      double rate = 0.25 / (seen.size() + 1);
      for (float[] row : run(model, all)) {
        assertEquals(rate, row[unseen], 1e-7);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "probit, 0", "probit, 0.5", "probit, 1", "probit, grid", "probit, bma",
    "logit, 0", "logit, 0.5", "logit, 1", "logit, grid", "logit, bma"
  })
  void predictsAsTheModelAtItsMeans(String link, String average) throws OrtException {
    for (String method : List.of("binary", "categorical")) {
      IBCaviTrainer trainer =
          TestData.trainer("method=" + method + ",link=" + link + ",average=" + average);
      IBCaviModel dense = trainer.train(DENSE);
      assertEquals(0, largestDifference(dense, TestData.dense(1000, 3)), 1e-4);
      assertEquals(0, largestDifference(trainer.train(SPARSE), TestData.sparse(1100, 4)), 1e-4);
    }
  }

  @ParameterizedTest
  @CsvSource({"thresholds, logit", "smooth, logit", "trees, logit", "auto, logit", "auto, probit"})
  void basesAreExported(String basis, String link) throws OrtException {
    IBCaviTrainer trainer = TestData.trainer("basis=" + basis + ",link=" + link);
    IBCaviModel dense = trainer.train(DENSE);
    assertTrue(
        dense.getCategoricalModel().components().stream().anyMatch(c -> !c.basis().isLinear()));
    assertEquals(0, largestDifference(dense, TestData.dense(1000, 3)), 1e-4);
    assertEquals(0, largestDifference(trainer.train(SPARSE), TestData.sparse(1100, 4)), 1e-4);
  }

  /** The linear weight may be small where the steps are not. */
  @Test
  void refusesCutsThatSinglePrecisionCannotHold() {
    MutableDataset<Label> data = TestData.dataset();
    for (int i = 0; i < 100; i++) {
      int time = i % 10;
      data.add(
          TestData.example(time > 3 && time < 6 ? "middle" : "edge", "time", 1.7e9 + 100 * time));
    }
    IBCaviModel model = TestData.trainer("basis=thresholds").train(data);
    String message =
        assertThrows(IllegalStateException.class, () -> model.exportONNXModel("org.ibcavi", 1))
            .getMessage();
    assertTrue(message.contains("to single precision may change log odds by"), message);
  }

  /** Else the test above would say little of sums over components. */
  @Test
  void theDefaultHasSeveralComponents() {
    assertTrue(new IBCaviTrainer().train(DENSE).getCategoricalModel().components().size() > 1);
  }

  /** Linear predictors far beyond where Φ is 0 or 1 in single precision. */
  @ParameterizedTest
  @CsvSource({
    "probit, 0, binary",
    "probit, 1, binary",
    "probit, grid, binary",
    "logit, grid, binary",
    "probit, 0, categorical",
    "probit, 1, categorical",
    "logit, grid, categorical"
  })
  void tailsAreHeld(String link, String average, String method) throws OrtException {
    IBCaviTrainer trainer =
        TestData.trainer("method=" + method + ",link=" + link + ",average=" + average)
            .priorVariance(1000);
    MutableDataset<Label> separable = TestData.dataset();
    for (int i = -20; i <= 20; i++) {
      separable.add(
          TestData.example(i < -5 ? "low" : i > 5 ? "high" : "middle", "x", i / 4.0, "y", i % 3));
    }
    MutableDataset<Label> far = TestData.dataset();
    for (int i = -200; i <= 200; i++) {
      far.add(TestData.example("low", "x", i / 10.0, "y", i % 3));
    }
    assertEquals(0, largestDifference(trainer.train(separable), far), 1e-4);
  }

  @Test
  void onlyPlugInIsExported() {
    IBCaviModel model = new IBCaviTrainer().predict(PredictionMode.MONTE_CARLO).train(DENSE);
    assertEquals(
        "ONNX export: the model predicts by monte carlo; only plug-in predictions can be exported",
        assertThrows(IllegalStateException.class, () -> model.exportONNXModel("org.ibcavi", 1))
            .getMessage());
  }

  @Test
  void refusesWhatSinglePrecisionCannotHold() {
    MutableDataset<Label> data = TestData.dataset();
    for (int i = 0; i < 100; i++) {
      data.add(TestData.example(i % 10 < 5 ? "early" : "late", "time", 1.7e9 + i % 10));
    }
    IBCaviModel model = new IBCaviTrainer().train(data);
    String message =
        assertThrows(IllegalStateException.class, () -> model.exportONNXModel("org.ibcavi", 1))
            .getMessage();
    assertTrue(message.startsWith("ONNX export: label '"), message);
    assertTrue(message.contains("to single precision may change log odds by"), message);
    assertTrue(
        message.endsWith(
            "Subtract a common offset from large feature values before they become examples"),
        message);
  }

  /** What the refusal advises. */
  @Test
  void anOffsetMakesTheModelExportable() throws OrtException {
    MutableDataset<Label> data = TestData.dataset();
    for (int i = 0; i < 100; i++) {
      data.add(TestData.example(i % 10 < 5 ? "early" : "late", "time", i % 10));
    }
    assertEquals(0, largestDifference(new IBCaviTrainer().train(data), data), 1e-4);
  }

  @Test
  void modelsWithoutInterceptAreExported() throws OrtException {
    IBCaviModel model = new IBCaviTrainer().with(Option.INTERCEPT, false).train(DENSE);
    assertEquals(0, largestDifference(model, TestData.dense(100, 3)), 1e-4);
  }

  @Test
  void metadataHoldTheNames() throws OrtException {
    IBCaviModel model = new IBCaviTrainer().train(DENSE);
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    byte[] onnx = model.exportONNXModel("org.ibcavi.test", 1).toByteArray();
    try (OrtSession session = environment.createSession(onnx)) {
      Map<String, String> metadata = session.getMetadata().getCustomMetadata();
      for (int m = 0; m < 5; m++) {
        assertEquals(model.getFeatureIDMap().get(m).getName(), metadata.get("feature." + m));
      }
      for (int k = 0; k < 4; k++) {
        assertEquals(model.getOutputIDInfo().getOutput(k).getLabel(), metadata.get("label." + k));
      }
    }
  }

  @Test
  void linksWithoutAGraphAreRefused() {
    assertEquals(
        "ONNX export: link cauchit; must be one of logit, probit",
        assertThrows(IllegalStateException.class, () -> OnnxGraph.requireExportable("cauchit"))
            .getMessage());
  }

  @Test
  void aFileThatBecomesNoOnnxIsNamedInALine(@TempDir Path folder) throws IOException {
    String missing = folder.resolve("missing.ibcavi").toString();
    String onnx = folder.resolve("model.onnx").toString();
    assertEquals(
        "OnnxFromFile: " + missing + ": there is no such file or folder", refusal(missing, onnx));
    assertTrue(refusal(missing).startsWith("OnnxFromFile: 1 arguments; must be two: "));
    Path damaged = Files.writeString(folder.resolve("damaged.ibcavi"), "no model");
    assertTrue(refusal(damaged.toString(), onnx).startsWith("OnnxFromFile: "));
    assertFalse(Files.exists(Path.of(onnx)));
  }

  private static String refusal(String... args) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    assertFalse(OnnxFromFile.writes(args, new PrintStream(said, true, StandardCharsets.UTF_8)));
    String text = said.toString(StandardCharsets.UTF_8).strip();
    assertEquals(1, text.lines().count(), text);
    return text;
  }

  /** A file of the core, as another toolkit writes it, beside predictions of the model in it. */
  @Test
  void aFileOfTheCoreBecomesOnnx(@TempDir Path folder) throws Exception {
    CategoricalModel model =
        new IBCaviTrainer().predict(PredictionMode.PLUG_IN).train(DENSE).getCategoricalModel();
    Path file = folder.resolve("model.ibcavi");
    Path onnx = folder.resolve("model.onnx");
    ModelFile.save(model, file);
    OnnxFromFile.main(new String[] {file.toString(), onnx.toString()});
    float[][] rows = new float[20][model.features()];
    Random random = new Random(3);
    for (float[] row : rows) {
      for (int m = 0; m < row.length; m++) {
        row[m] = (float) random.nextGaussian();
      }
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(onnx.toString());
        OnnxTensor tensor = OnnxTensor.createTensor(environment, rows);
        OrtSession.Result result = session.run(Map.of("input", tensor))) {
      float[][] output = (float[][]) result.get(0).getValue();
      for (int i = 0; i < rows.length; i++) {
        double[] row = new double[model.features()];
        for (int m = 0; m < row.length; m++) {
          row[m] = rows[i][m];
        }
        double[] expected = model.probabilities(row);
        for (int k = 0; k < expected.length; k++) {
          assertEquals(expected[k], output[i][k], 1e-4);
        }
      }
      assertEquals(
          model.featureNames().get(0), session.getMetadata().getCustomMetadata().get("feature.0"));
    }
  }
}
