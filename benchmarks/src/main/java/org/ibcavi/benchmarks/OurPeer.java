// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;

/** This library. */
record OurPeer(IbCavi settings) implements Peer {
  @Override
  public Outcome run(Split split) {
    TrainingData data = split.training();
    long start = System.nanoTime();
    CategoricalModel model = settings.fit(data);
    double seconds = 1e-9 * (System.nanoTime() - start);
    try (Workers workers = Workers.of(2)) {
      return new Outcome(seconds, model.probabilities(split.test(), workers));
    }
  }
}
