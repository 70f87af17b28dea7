// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.ibcavi.settings.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;

/**
 * Writes the models, of each stage, that later versions must load, and what they predict.
 * docs/model-format.md has the command. Run it when the format changes before a release, and never
 * for a version that was released.
 */
@EnabledIfSystemProperty(named = "kept.write", matches = "true")
class KeptModelWriter {
  private static final Path FOLDER = Path.of("src/test/resources/org/ibcavi/tribuo");

  @Test
  void writeKeptModels() throws IOException {
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
    write(new IBCaviTrainer().method(Method.BINARY).train(data), "ibcavi-0.1.0-binary");
    write(new IBCaviTrainer().method(Method.CATEGORICAL).train(data), "ibcavi-0.1.0-categorical");
  }

  private static void write(IBCaviModel model, String name) throws IOException {
    model.serializeToFile(FOLDER.resolve(name + ".tribuo"));
    try (Writer out = Files.newBufferedWriter(FOLDER.resolve(name + ".properties"))) {
      for (Label score : model.predict(example()).getOutputScores().values()) {
        out.write(score.getLabel() + "=" + score.getScore() + "\n");
      }
    }
  }

  static Example<Label> example() {
    return TestData.example("label1", "a", 1, "b", -0.5, "c", 0.25);
  }
}
