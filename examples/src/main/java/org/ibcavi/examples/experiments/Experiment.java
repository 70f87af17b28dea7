// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ibcavi.examples.report.Section;

/** An experiment that can be run from the command line. */
public interface Experiment {
  /**
   * A short name.
   *
   * @return fit for a file
   */
  String name();

  /**
   * The arguments it takes a value of, beside {@code --out} and {@code --cells}.
   *
   * @return names without the dashes
   */
  List<String> arguments();

  /**
   * Runs the experiment.
   *
   * @param arguments sizes; {@code --quick} asks for a small form
   * @return tables and pictures
   * @throws IOException if embedded data cannot be read
   */
  Section run(Arguments arguments) throws IOException;

  /**
   * Runs an experiment, prints its tables and writes its page and the page of all experiments.
   *
   * @param experiment which
   * @param args of the command line; {@code --out} names the folder of the pages
   * @throws IOException if a page cannot be written
   */
  static void main(Experiment experiment, String... args) throws IOException {
    show(experiment, Arguments.of(experiment, args));
  }

  /**
   * Runs an experiment and shows it, with arguments that were looked at before.
   *
   * @param experiment which
   * @param arguments of this one, and perhaps of others
   * @throws IOException if a page cannot be written
   */
  static void show(Experiment experiment, Arguments arguments) throws IOException {
    Section section = experiment.run(arguments);
    System.out.printf("%n%s", section);
    Path folder = Path.of(arguments.text("out", "target/experiments"));
    Path page = new ExperimentPages(folder).write(experiment, arguments, section);
    System.out.println("Pictures: " + page.toAbsolutePath().normalize());
  }
}
