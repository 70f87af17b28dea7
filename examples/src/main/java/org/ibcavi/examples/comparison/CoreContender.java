// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import org.ibcavi.IbCavi;
import org.ibcavi.examples.data.LabeledTable;
import org.ibcavi.model.CategoricalModel;

/** The library itself, without a toolkit. */
public final class CoreContender implements Contender {
  private final String name;
  private final IbCavi settings;

  /**
   * A contender.
   *
   * @param name in tables
   * @param settings that it is fitted with
   */
  public CoreContender(String name, IbCavi settings) {
    this.name = name;
    this.settings = settings;
  }

  @Override
  public String toolkit() {
    return "core";
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Outcome run(LabeledTable training, LabeledTable test) {
    long start = System.nanoTime();
    CategoricalModel model = settings.fit(training.trainingData());
    double seconds = (System.nanoTime() - start) * 1e-9;
    return new Outcome(model.probabilities(test.matrix()), seconds, model);
  }
}
