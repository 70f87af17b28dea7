// SPDX-License-Identifier: Apache-2.0
package org.example.consumer;

import com.oracle.labs.mlrg.olcut.config.ConfigurationManager;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.tribuo.Example;
import org.tribuo.Model;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/** Trains with a trainer from Tribuo's configuration, predicts, saves and loads. */
public final class TribuoConsumer {
  private TribuoConsumer() {}

  /**
   * Prints what {@code ModulePathIT} expects.
   *
   * @param args a configuration with a trainer, and a file for the model
   * @throws Exception if anything fails
   */
  public static void main(String[] args) throws Exception {
    IBCaviModel model;
    try (ConfigurationManager manager = new ConfigurationManager(args[0])) {
      model = ((IBCaviTrainer) manager.lookup("trainer")).train(dataset());
    }
    Example<Label> example = example(2, 0.5);
    Path file = Path.of(args[1]);
    model.serializeToFile(file);
    Model<Label> loaded = Model.deserializeFromFile(file).castModel(Label.class);
    System.out.println("adapter: " + model.getClass().getModule());
    System.out.println(
        "link: "
            + model.getProvenance().getTrainerProvenance().getConfiguredParameters().get("link"));
    System.out.println("predicted: " + model.predict(example).getOutput().getLabel());
    System.out.println(
        "loaded agrees: "
            + loaded
                .predict(example)
                .getOutputScores()
                .equals(model.predict(example).getOutputScores()));
  }

  private static MutableDataset<Label> dataset() {
    LabelFactory labels = new LabelFactory();
    MutableDataset<Label> rows =
        new MutableDataset<>(
            new SimpleDataSourceProvenance("three corners", OffsetDateTime.now(), labels), labels);
    for (int i = 0; i < 90; i++) {
      rows.add(example(i % 3, 0.01 * i));
    }
    return rows;
  }

  /** An example near its label's corner of a triangle, somewhat away from it. */
  private static Example<Label> example(int label, double away) {
    return new ArrayExample<>(
        new Label("corner " + label),
        new String[] {"x", "y"},
        new double[] {(label == 1 ? 4 : 0) + away, (label == 2 ? 4 : 0) - away});
  }
}
