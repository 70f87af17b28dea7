// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import weka.classifiers.functions.IBCavi;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.SerializationHelper;

/**
 * Writes the classifiers, of the binary stage and of both, that later versions must load, and what
 * they predict. docs/model-format.md has the command. Run it when the format changes before a
 * release, and never for a version that was released.
 */
@EnabledIfSystemProperty(named = "kept.write", matches = "true")
class KeptModelWriter {
  private static final Path FOLDER = Path.of("src/test/resources/models");

  @Test
  void writeKeptModels() throws Exception {
    write("-method binary", "glass-0.1.0");
    write("", "glass-0.1.0-finished");
  }

  private static void write(String options, String name) throws Exception {
    Instances glass = TestData.glass();
    IBCavi classifier = ClassifierTest.built(glass, options);
    SerializationHelper.write(FOLDER.resolve(name + ".model").toString(), classifier);
    try (Writer out = Files.newBufferedWriter(FOLDER.resolve(name + ".csv"))) {
      for (Instance instance : glass) {
        out.write(
            Arrays.stream(classifier.distributionForInstance(instance))
                .mapToObj(Double::toString)
                .collect(Collectors.joining(",", "", "\n")));
      }
    }
  }
}
