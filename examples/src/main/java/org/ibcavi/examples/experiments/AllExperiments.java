// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.util.List;

/**
 * The six published experiments, two about the paper's table and one about ranks of the truth, one
 * after the other, in one report.
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
        new InferenceFeatures(),
        new RankCalibration());
  }

  /**
   * Runs them.
   *
   * @param args go to every experiment that knows them: {@code --quick}, {@code --fresh}, {@code
   *     --out=folder} and theirs, but not {@code --cells}, since each has a file of its own
   * @throws IOException if a page cannot be written
   */
  public static void main(String[] args) throws IOException {
    Arguments arguments = Arguments.of(list(), args);
    if (!arguments.text("cells", "").isEmpty()) {
      throw new IllegalArgumentException(
          "--cells names a file of one experiment; run that one by its own program");
    }
    for (Experiment experiment : list()) {
      Experiment.show(experiment, arguments);
    }
  }
}
