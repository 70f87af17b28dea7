// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.List;

/**
 * The six published experiments and two about the paper's table, one after the other, in one
 * report.
 */
public final class AllExperiments {
  private AllExperiments() {}

  /**
   * The experiments.
   *
   * @return in the order of their numbers, then those without one
   */
  public static List<Experiment> list() {
    return List.of(
        new ValueOfAveraging(),
        new MaximumLikelihood(),
        new TrainingTime(),
        new PosteriorViolins(),
        new GlassSplits(),
        new IntrusionDetection(),
        new CategoryOrder(),
        new InferenceFeatures());
  }

  /**
   * Runs them.
   *
   * @param args go to every experiment: {@code --quick}, {@code --out=folder} and theirs
   * @throws IOException if a page cannot be written
   */
  public static void main(String[] args) throws IOException {
    for (Experiment experiment : list()) {
      Experiment.main(experiment, args);
    }
  }
}
