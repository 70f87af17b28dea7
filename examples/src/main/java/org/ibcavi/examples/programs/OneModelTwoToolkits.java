// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import org.ibcavi.examples.comparison.TribuoContender;
import org.ibcavi.examples.comparison.WekaContender;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.file.ModelFile;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.tribuo.IBCaviModel;
import org.ibcavi.tribuo.IBCaviTrainer;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import weka.classifiers.functions.IBCavi;
import weka.core.Instance;
import weka.core.Instances;

/**
 * Trained in Tribuo, scored on Weka's instances, and the other way round. Both toolkits' models
 * hold the core's, and its file is the same whoever wrote it; what differs is the order of columns
 * and classes, which each toolkit knows by name.
 */
public final class OneModelTwoToolkits {
  private OneModelTwoToolkits() {}

  /**
   * Runs it.
   *
   * @param args none
   * @throws Exception if a toolkit fails
   */
  public static void main(String[] args) throws Exception {
    LabeledTable table = LabeledTable.named("glass");
    MutableDataset<Label> dataset = TribuoContender.dataset(table);
    Instances instances = WekaContender.instances(table);
    System.out.printf(
        Locale.ROOT, "Tribuo to Weka: largest difference %.1e%n", tribuoToWeka(dataset, instances));
    System.out.printf(
        Locale.ROOT, "Weka to Tribuo: largest difference %.1e%n", wekaToTribuo(dataset, instances));
  }

  /** What would lie on disk or go over the wire between the two. */
  private static CategoricalModel throughAFile(CategoricalModel model) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelFile.write(model, bytes);
    return ModelFile.read(new ByteArrayInputStream(bytes.toByteArray()));
  }

  private static double tribuoToWeka(MutableDataset<Label> dataset, Instances instances)
      throws IOException {
    IBCaviModel trained = new IBCaviTrainer().train(dataset);
    CategoricalModel loaded = throughAFile(trained.getCategoricalModel());
    double largest = 0;
    for (int i = 0; i < instances.size(); i++) {
      Instance instance = instances.get(i);
      // Tribuo's columns are feature ids.
      double[] row = new double[loaded.features()];
      for (int a = 0; a < instances.numAttributes() - 1; a++) {
        row[trained.getFeatureIDMap().getID(instances.attribute(a).name())] = instance.value(a);
      }
      double[] p = loaded.probabilities(row);
      var scores = trained.predict(dataset.getExample(i)).getOutputScores();
      for (int k = 0; k < p.length; k++) {
        String label = trained.getOutputIDInfo().getOutput(k).getLabel();
        largest = Math.max(largest, Math.abs(p[k] - scores.get(label).getScore()));
      }
    }
    return largest;
  }

  private static double wekaToTribuo(MutableDataset<Label> dataset, Instances instances)
      throws Exception {
    IBCavi trained = new IBCavi();
    // A Monte Carlo prediction would do as well: its draws depend on the row alone.
    trained.setOptions(new String[] {"-predict", "plugin"});
    trained.buildClassifier(instances);
    CategoricalModel loaded = throughAFile(trained.model());
    double largest = 0;
    for (int i = 0; i < dataset.size(); i++) {
      // Weka's columns are the encoder's: here the attributes, in their order.
      double[] row = new double[loaded.features()];
      for (int column = 0; column < row.length; column++) {
        row[column] = dataset.getExample(i).lookup(trained.encoder().columnName(column)).getValue();
      }
      double[] p = loaded.probabilities(row);
      double[] expected = trained.distributionForInstance(instances.get(i));
      for (int k = 0; k < p.length; k++) {
        largest = Math.max(largest, Math.abs(p[k] - expected[k]));
      }
    }
    return largest;
  }
}
