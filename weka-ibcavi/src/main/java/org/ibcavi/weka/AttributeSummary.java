// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.Arrays;
import weka.core.Attribute;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;

/** What training data show of one attribute. */
final class AttributeSummary {
  private final boolean nominal;

  /** Weights of the levels of a nominal attribute. */
  private final double[] levelWeights;

  private double weight;
  private double mean;
  private double least = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;
  private boolean sawMissing;

  private AttributeSummary(Attribute attribute) {
    nominal = attribute.isNominal();
    levelWeights = new double[nominal ? attribute.numValues() : 0];
  }

  /** Of each attribute, over the instances that have a class and a weight. */
  static AttributeSummary[] of(Instances data) {
    AttributeSummary[] summaries = new AttributeSummary[data.numAttributes()];
    Arrays.setAll(summaries, a -> new AttributeSummary(data.attribute(a)));
    for (Instance instance : data) {
      if (!instance.classIsMissing() && instance.weight() > 0) {
        double[] values = instance.toDoubleArray();
        for (int a = 0; a < values.length; a++) {
          summaries[a].add(values[a], instance.weight());
        }
      }
    }
    return summaries;
  }

  private void add(double value, double valueWeight) {
    if (Utils.isMissingValue(value)) {
      sawMissing = true;
      return;
    }
    weight += valueWeight;
    mean += (value - mean) * (valueWeight / weight);
    least = Math.min(least, value);
    largest = Math.max(largest, value);
    if (nominal) {
      levelWeights[(int) value] += valueWeight;
    }
  }

  boolean isEmpty() {
    return weight == 0;
  }

  boolean isConstant() {
    return least == largest;
  }

  boolean sawLevel(int level) {
    return levelWeights[level] > 0;
  }

  boolean sawMissing() {
    return sawMissing;
  }

  /** The mode of a nominal attribute, of equal ones the first; the mean of any other. */
  double replacement() {
    return nominal ? Math.max(0, Utils.maxIndex(levelWeights)) : mean;
  }
}
