// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.weka.AttributeEncoder;
import org.ibcavi.weka.chart.IntervalChart;
import weka.classifiers.functions.IBCavi;
import weka.core.Instance;
import weka.core.Instances;

/** The posteriors of the class probabilities of chosen instances. */
final class ProbabilityCharts {
  private static final double LEVEL = 0.9;

  private final IBCavi classifier;
  private final CategoricalModel model;
  private final AttributeEncoder encoder;
  private final Instances data;
  private final boolean trainedOn;

  /**
   * Takes instances to choose from.
   *
   * @param classifier that was built
   * @param data null if there are none
   * @throws IllegalArgumentException if the model cannot read them
   */
  ProbabilityCharts(IBCavi classifier, Instances data) {
    this.classifier = classifier;
    this.model = classifier.model();
    this.encoder = classifier.encoder();
    encoder.requireReadable("Class probabilities are drawn for data", data);
    this.data = new Instances(data);
    this.data.setClassIndex(encoder.classIndex());
    this.trainedOn = classifier.wasTrainedOn(this.data);
  }

  /** For a list: each instance's number, from 1, and its class. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < data.numInstances(); i++) {
      names.add(number(i) + " (" + (truth(i) < 0 ? "?" : encoder.classValue(truth(i))) + ")");
    }
    return names;
  }

  private static int number(int i) {
    return i + 1;
  }

  /** The class of an instance; -1 if it is not known. */
  private int truth(int i) {
    Instance instance = data.instance(i);
    return instance.classIsMissing() ? -1 : (int) instance.classValue();
  }

  private String description(int i) {
    String known = truth(i) < 0 ? "" : " (true class " + encoder.classValue(truth(i)) + ")";
    return "instance " + number(i) + known;
  }

  /** Whether the model knows the instances, which makes its predictions of them too good. */
  String origin() {
    return trainedOn
        ? "The model was trained on these instances: it knows their classes."
        : "The model was trained on other data.";
  }

  /** The dot is the predicted probability. */
  IntervalChart chart(int... chosen) {
    List<String> classes = new ArrayList<>();
    for (int k = 0; k < model.categories(); k++) {
      classes.add(encoder.classValue(k));
    }
    IntervalChart chart =
        new IntervalChart(
            "Class probabilities of "
                + (chosen.length == 1 ? description(chosen[0]) : chosen.length + " instances")
                + " with 90 % credible intervals",
            "Predicted probability; the ring marks the true class. " + origin(),
            classes,
            true);
    for (int i : chosen) {
      Optional<Uncertainty> posterior = classifier.uncertainty(data.instance(i), LEVEL);
      if (posterior.isPresent()) {
        Uncertainty known = posterior.get();
        chart.add(description(i), known.mean(), known.lower(), known.upper(), truth(i));
      } else {
        double[] shares = model.baseRates();
        chart.add(description(i) + ", all values missing", shares, shares, shares, truth(i));
      }
    }
    return chart;
  }
}
