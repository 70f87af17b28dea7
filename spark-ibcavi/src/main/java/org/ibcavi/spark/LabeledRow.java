// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import org.ibcavi.problem.Hash;

/** A row to fit: its features, its category and how often it counts. */
final class LabeledRow implements Serializable {
  private static final long serialVersionUID = 1;

  private final FeatureValues features;
  private final int label;
  private final double weight;

  LabeledRow(FeatureValues features, int label, double weight) {
    this.features = features;
    this.label = label;
    this.weight = weight;
  }

  FeatureValues features() {
    return features;
  }

  int label() {
    return label;
  }

  double weight() {
    return weight;
  }

  /**
   * Where the row stands among the others: a number made of its contents alone, so that the order
   * of rows does not depend on partitions. Zeros play no part, whether they are stored or not.
   */
  long place() {
    return features.hash(Hash.of(label, Double.doubleToLongBits(weight)));
  }
}
