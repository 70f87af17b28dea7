// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.stream.Collectors;
import org.ibcavi.examples.Documents;
import org.junit.jupiter.api.Test;

/** The arguments that documents name are those of the experiments. */
class DocumentedArgumentsTest {
  private static Experiment named(String program) {
    return AllExperiments.list().stream()
        .filter(experiment -> experiment.getClass().getSimpleName().equals(program))
        .findFirst()
        .orElseThrow(() -> new AssertionError(program));
  }

  /** A row of the page's table: the program, then its arguments. */
  @Test
  void theTableNamesEveryProgramAndItsArguments() throws IOException {
    Set<String> programs = new TreeSet<>();
    for (MatchResult row : Documents.all("\\n\\| [^|]* \\| `(\\w+)` \\| (`--[^|]*) \\|")) {
      Experiment experiment = named(row.group(1));
      programs.add(row.group(1));
      for (String part : row.group(2).split("`", -1)) {
        if (part.startsWith("--")) {
          Arguments.of(experiment, part.split("\\s+", -1));
        }
      }
    }
    assertEquals(
        AllExperiments.list().stream()
            .map(experiment -> experiment.getClass().getSimpleName())
            .collect(Collectors.toCollection(TreeSet::new)),
        programs);
  }

  @Test
  void commandsOfExperimentsAreUnderstood() throws IOException {
    for (MatchResult found :
        Documents.all("-Dexample=experiments\\.(\\w+) -Dexample\\.args=\"([^\"]*)\"")) {
      List<Experiment> of =
          found.group(1).equals("AllExperiments")
              ? AllExperiments.list()
              : List.of(named(found.group(1)));
      Arguments.of(of, found.group(2).split("\\s+", -1));
    }
  }
}
