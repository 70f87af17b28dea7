// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.comparison;

import org.ibcavi.model.CategoricalModel;

/** What a contender predicted and how long it took. */
public final class Outcome {
  private final double[][] probabilities;
  private final double trainingSeconds;
  private final CategoricalModel model;

  /**
   * An outcome.
   *
   * @param probabilities for each test row one for each class
   * @param trainingSeconds time to train
   * @param model the core's model behind it, or null if there is none
   */
  public Outcome(double[][] probabilities, double trainingSeconds, CategoricalModel model) {
    this.probabilities = probabilities;
    this.trainingSeconds = trainingSeconds;
    this.model = model;
  }

  /**
   * The predictions.
   *
   * @return for each test row one for each class
   */
  public double[][] probabilities() {
    return probabilities;
  }

  /**
   * The time to train.
   *
   * @return in seconds
   */
  public double trainingSeconds() {
    return trainingSeconds;
  }

  /**
   * The core's model behind the contender.
   *
   * @return null for learners that are not ours
   */
  public CategoricalModel model() {
    return model;
  }
}
