// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.ArrayList;
import java.util.List;
import weka.classifiers.functions.Logistic;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;

/** Weka's Logistic with a given ridge. */
record WekaPeer(double ridge) implements Peer {
  @Override
  public Outcome run(Split split) throws Exception {
    Instances training = instances(split, 0, split.trainingRows);
    Instances test = instances(split, split.trainingRows, split.rows());
    Logistic logistic = new Logistic();
    logistic.setRidge(ridge);
    long start = System.nanoTime();
    logistic.buildClassifier(training);
    double seconds = 1e-9 * (System.nanoTime() - start);
    return new Outcome(seconds, logistic.distributionsForInstances(test));
  }

  private static Instances instances(Split split, int from, int to) {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int m = 0; m < split.features; m++) {
      attributes.add(new Attribute("x" + m));
    }
    List<String> classes = new ArrayList<>();
    for (int k = 0; k < split.classes; k++) {
      classes.add("c" + k);
    }
    attributes.add(new Attribute("class", classes));
    Instances instances = new Instances(split.name, attributes, to - from);
    instances.setClassIndex(split.features);
    for (int i = from; i < to; i++) {
      double[] values = java.util.Arrays.copyOf(split.denseRow(i), split.features + 1);
      values[split.features] = split.labels[i];
      instances.add(new DenseInstance(1, values));
    }
    return instances;
  }
}
