// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.tribuo.Example;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/** Data sets and examples for tests. */
final class TestData {
  static final SimpleDataSourceProvenance SOURCE =
      new SimpleDataSourceProvenance(
          "made for a test",
          OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC),
          new LabelFactory());

  private TestData() {}

  /** An example from a label and names followed by their values. */
  static Example<Label> example(String label, Object... namesAndValues) {
    ArrayExample<Label> example = new ArrayExample<>(new Label(label));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      example.add((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).doubleValue());
    }
    return example;
  }

  /** A trainer with options as on the command line, such as {@code method=binary,link=logit}. */
  static IBCaviTrainer trainer(String options) {
    IBCaviOptions given = new IBCaviOptions();
    given.options = List.of(options.split(",", -1));
    return given.getTrainer();
  }

  static MutableDataset<Label> dataset() {
    return new MutableDataset<>(SOURCE, new LabelFactory());
  }

  /** Rows of 5 features around the mean of one of 4 labels. */
  static MutableDataset<Label> dense(int rows, long seed) {
    Random random = new Random(seed);
    MutableDataset<Label> data = dataset();
    for (int i = 0; i < rows; i++) {
      int label = random.nextInt(4);
      ArrayExample<Label> example = new ArrayExample<>(new Label("label" + label));
      for (int m = 0; m < 5; m++) {
        example.add("x" + m, random.nextGaussian() + (m == label ? 2 : 0) + 10 * m);
      }
      data.add(example);
    }
    return data;
  }

  /** Rows with some of 40 words, of which each of 4 labels prefers ten. */
  static MutableDataset<Label> sparse(int rows, long seed) {
    Random random = new Random(seed);
    MutableDataset<Label> data = dataset();
    for (int i = 0; i < rows; i++) {
      int label = random.nextInt(4);
      ArrayExample<Label> example = new ArrayExample<>(new Label("label" + label));
      for (int word = 0; word < 40; word++) {
        if (random.nextDouble() < (word % 4 == label ? 0.3 : 0.1)) {
          example.add("word" + word, 1 + random.nextInt(3));
        }
      }
      if (example.size() > 0) {
        data.add(example);
      }
    }
    return data;
  }
}
