// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.ibcavi.settings.Method;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;

/**
 * Makes the saved models, of each stage, that later versions must load. Run once for each version
 * that changes what is saved, with the folder and the version as arguments, and keep what it wrote
 * for ever.
 */
final class KeptModel {
  private KeptModel() {}

  public static void main(String[] args) throws IOException {
    Random random = new Random(7);
    MutableDataset<Label> data = TestData.dataset();
    for (int i = 0; i < 60; i++) {
      int label = i % 3;
      data.add(
          TestData.example(
              "label" + label,
              "a",
              random.nextGaussian() + label,
              "b",
              random.nextGaussian() - label,
              "c",
              random.nextGaussian()));
    }
    Path folder = Path.of(args[0]);
    String name = "ibcavi-" + args[1];
    write(new IBCaviTrainer().method(Method.BINARY).train(data), folder, name + "-binary");
    write(
        new IBCaviTrainer().method(Method.CATEGORICAL).train(data), folder, name + "-categorical");
  }

  private static void write(IBCaviModel model, Path folder, String name) throws IOException {
    model.serializeToFile(folder.resolve(name + ".tribuo"));
    try (Writer out = Files.newBufferedWriter(folder.resolve(name + ".properties"))) {
      for (Label score : model.predict(example()).getOutputScores().values()) {
        out.write(score.getLabel() + "=" + score.getScore() + "\n");
      }
    }
  }

  static Example<Label> example() {
    return TestData.example("label1", "a", 1, "b", -0.5, "c", 0.25);
  }
}
