// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import java.util.Arrays;
import org.ibcavi.examples.data.LabeledTable;

/**
 * Predicts each class by its share of the training rows, whatever the features are: what every
 * learner must beat. Each class counts for one row more, so that none is impossible.
 */
public final class ClassShares implements Contender {
  /** The one there is. */
  public ClassShares() {}

  @Override
  public String toolkit() {
    return "none";
  }

  @Override
  public String name() {
    return "shares of the classes";
  }

  @Override
  public Outcome run(LabeledTable training, LabeledTable test) {
    double[] shares = new double[training.classes().size()];
    Arrays.fill(shares, 1.0 / (training.size() + shares.length));
    for (int label : training.labels()) {
      shares[label] += 1.0 / (training.size() + shares.length);
    }
    double[][] probabilities = new double[test.size()][];
    Arrays.setAll(probabilities, i -> shares.clone());
    return new Outcome(probabilities, 0, null);
  }
}
