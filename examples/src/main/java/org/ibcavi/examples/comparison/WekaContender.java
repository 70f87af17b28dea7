// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.util.ArrayList;
import java.util.function.Supplier;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;
import weka.classifiers.Classifier;
import weka.classifiers.functions.IBCavi;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/** A Weka classifier. */
public final class WekaContender implements Contender {
  private final String name;
  private final Supplier<Classifier> classifier;

  /**
   * A contender.
   *
   * @param name of the classifier
   * @param classifier makes an untrained one
   */
  public WekaContender(String name, Supplier<Classifier> classifier) {
    this.name = name;
    this.classifier = classifier;
  }

  /**
   * A table in Weka's form.
   *
   * @param table numbers with a class
   * @return instances with a nominal class in the last place
   */
  public static Instances instances(LabeledTable table) {
    ArrayList<Attribute> attributes = new ArrayList<>();
    table.features().forEach(feature -> attributes.add(new Attribute(feature)));
    // Weka wants different names, and a feature may be called so.
    String label = table.features().contains("class") ? "class of " + table.name() : "class";
    attributes.add(new Attribute(label, table.classes()));
    Instances instances = new Instances(table.name(), attributes, table.size());
    instances.setClassIndex(attributes.size() - 1);
    for (int i = 0; i < table.size(); i++) {
      double[] values = java.util.Arrays.copyOf(table.row(i), attributes.size());
      values[attributes.size() - 1] = table.label(i);
      instances.add(new DenseInstance(1, values));
    }
    return instances;
  }

  @Override
  public String toolkit() {
    return "Weka";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Outcome run(LabeledTable training, LabeledTable test) throws Exception {
    Instances rows = instances(training);
    Classifier trained = classifier.get();
    long start = System.nanoTime();
    trained.buildClassifier(rows);
    double seconds = (System.nanoTime() - start) * 1e-9;
    double[][] probabilities = new double[test.size()][];
    Instances unseen = instances(test);
    for (int i = 0; i < test.size(); i++) {
      probabilities[i] = trained.distributionForInstance(unseen.instance(i));
    }
    CategoricalModel model = trained instanceof IBCavi ours ? ours.model() : null;
    return new Outcome(probabilities, seconds, model);
  }
}
