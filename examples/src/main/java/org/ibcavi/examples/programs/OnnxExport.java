// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.ibcavi.examples.comparison.TribuoContender;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;

/** ONNX: a model leaves the JVM as a file that ONNX Runtime scores, in single precision. */
public final class OnnxExport {
  private OnnxExport() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws IOException if the data cannot be read or the model not written
   * @throws OrtException if ONNX Runtime refuses the model
   */
  public static void main(String[] args) throws IOException, OrtException {
    MutableDataset<Label> vowels = TribuoContender.dataset(LabeledTable.named("vowel"));
    // The graph predicts at the posterior means. The default would average some members over draws
    // where rows are few, as they are here; the graph's metadata would then say by how much it
    // differs.
    IBCaviModel model = new IBCaviTrainer().predict(PredictionMode.PLUG_IN).train(vowels);
    Path path = Files.createTempFile("vowels", ".onnx");
    try {
      model.saveONNXModel("org.ibcavi.examples", 1, path);
      System.out.println("ONNX file of " + Files.size(path) + " bytes");
      System.out.printf(
          Locale.ROOT, "largest difference %.1e%n", largestDifference(model, vowels, path));
    } finally {
      Files.delete(path);
    }
  }

  private static double largestDifference(IBCaviModel model, MutableDataset<Label> rows, Path path)
      throws OrtException {
    // One row for each example; columns are the model's feature ids.
    float[][] input = new float[rows.size()][model.getFeatureIDMap().size()];
    for (int i = 0; i < input.length; i++) {
      for (Feature feature : rows.getExample(i)) {
        input[i][model.getFeatureIDMap().getID(feature.getName())] = (float) feature.getValue();
      }
    }
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    double largest = 0;
    try (OrtSession session = environment.createSession(path.toString());
        OnnxTensor tensor = OnnxTensor.createTensor(environment, input);
        OrtSession.Result result = session.run(Map.of("input", tensor))) {
      float[][] output = (float[][]) result.get(0).getValue();
      for (int i = 0; i < output.length; i++) {
        Example<Label> example = rows.getExample(i);
        Map<String, Label> expected = model.predict(example).getOutputScores();
        for (int k = 0; k < output[i].length; k++) {
          String label = model.getOutputIDInfo().getOutput(k).getLabel();
          largest = Math.max(largest, Math.abs(expected.get(label).getScore() - output[i][k]));
        }
      }
    }
    return largest;
  }
}
