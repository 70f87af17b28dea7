// SPDX-License-Identifier: Apache-2.0
package org.example.consumer;

import java.nio.file.Path;
import java.util.Arrays;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;

/** Trains with core, predicts, saves and loads. */
public final class CoreConsumer {
  private CoreConsumer() {}

  /**
   * Prints what {@code ModulePathIT} expects.
   *
   * @param args a file for the model
   * @throws Exception if anything fails
   */
  public static void main(String[] args) throws Exception {
    TrainingData.Builder rows = TrainingData.dense(2, 3);
    for (int i = 0; i < 90; i++) {
      rows.add(row(i % 3, 0.01 * i), i % 3);
    }
    CategoricalModel model = IbCavi.withDefaults().threads(2).fit(rows.build());
    double[] probabilities = model.probabilities(row(2, 0.5));
    Path file = Path.of(args[0]);
    ModelFile.save(model, file);
    double[] loaded = ModelFile.load(file).probabilities(row(2, 0.5));
    System.out.println("library: " + IbCavi.class.getModule());
    System.out.println("right: " + (probabilities[2] > 0.9));
    System.out.println("loaded agrees: " + Arrays.equals(probabilities, loaded));
  }

  /** A row near its category's corner of a triangle, somewhat away from it. */
  private static double[] row(int category, double away) {
    return new double[] {(category == 1 ? 4 : 0) + away, (category == 2 ? 4 : 0) - away};
  }
}
