// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ibcavi.examples.report.Section;

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
   * @param args go to every experiment: {@code --quick}, {@code --out=file} and theirs
   * @throws IOException if the report cannot be written
   */
  public static void main(String[] args) throws IOException {
    Arguments arguments = Arguments.of(args);
    List<Section> sections = new ArrayList<>();
    for (Experiment experiment : list()) {
      Section section = experiment.run(arguments);
      System.out.printf("%n%s", section);
      sections.add(section);
    }
    Path path = Path.of(arguments.text("out", "target/experiments/all.html"));
    Experiment.report().write(path, sections);
    System.out.println("Pictures: " + path.toAbsolutePath().normalize());
  }
}
