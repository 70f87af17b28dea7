// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ibcavi.examples.report.HtmlReport;
import org.ibcavi.examples.report.Section;

/**
 * The pages of experiments in a folder: one for each, and one that shows the last run of all of
 * them, whenever each was run. Every section says which commit and command it is from.
 */
final class ExperimentPages {
  private static final String PART = ".part.html";

  private final Path folder;

  ExperimentPages(Path folder) {
    this.folder = folder;
  }

  /**
   * Writes an experiment's page, and the page of all anew if it is one of them.
   *
   * @return the page of all, or that of an experiment by itself
   */
  Path write(Experiment experiment, Arguments arguments, Section section) throws IOException {
    section.paragraph(origin(experiment, arguments));
    Path own = folder.resolve(experiment.name() + ".html");
    report().write(own, List.of(section));
    if (AllExperiments.list().stream().noneMatch(each -> each.name().equals(experiment.name()))) {
      return own;
    }
    Files.writeString(folder.resolve(experiment.name() + PART), section.toHtml());
    List<String> parts = new ArrayList<>();
    for (Experiment each : AllExperiments.list()) {
      Path part = folder.resolve(each.name() + PART);
      if (Files.exists(part)) {
        parts.add(Files.readString(part));
      }
    }
    Path all = folder.resolve("index.html");
    report().writeParts(all, parts);
    return all;
  }

  private static HtmlReport report() {
    return new HtmlReport(
        "ibcavi: the published experiments",
        "After Wojnowicz, Aeron, Miller and Hughes, ICML 2022, with our own additions.");
  }

  private static String origin(Experiment experiment, Arguments arguments) {
    return String.format(
        Locale.ROOT,
        "Commit %s: mvn -q -Pdemo -pl examples -am -Dexample=experiments.%s -Dexample.args=\"%s\"",
        commit(),
        experiment.getClass().getSimpleName(),
        arguments);
  }

  /** The commit of the sources, where they are in a repository and git is there to ask. */
  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return text.isEmpty() ? "unknown" : text;
    } catch (IOException e) {
      return "unknown";
    }
  }
}
