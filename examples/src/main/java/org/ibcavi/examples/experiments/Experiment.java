// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ibcavi.examples.report.HtmlReport;
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
   * Runs the experiment.
   *
   * @param arguments sizes; {@code --quick} asks for a small form
   * @return tables and pictures
   * @throws IOException if embedded data cannot be read
   */
  Section run(Arguments arguments) throws IOException;

  /**
   * Runs an experiment, prints its tables and writes its report.
   *
   * @param experiment which
   * @param args of the command line; {@code --out} names the report's file
   * @throws IOException if the report cannot be written
   */
  static void main(Experiment experiment, String... args) throws IOException {
    Arguments arguments = Arguments.of(args);
    Section section = experiment.run(arguments);
    System.out.printf("%n%s", section);
    Path path = Path.of(arguments.text("out", "target/experiments/" + experiment.name() + ".html"));
    report().write(path, List.of(section));
    System.out.println("Pictures: " + path.toAbsolutePath().normalize());
  }

  /**
   * An empty report of experiments.
   *
   * @return with its heading
   */
  static HtmlReport report() {
    return new HtmlReport(
        "ibcavi: the published experiments",
        "After Wojnowicz, Aeron, Miller and Hughes, ICML 2022, with our own additions.");
  }
}
