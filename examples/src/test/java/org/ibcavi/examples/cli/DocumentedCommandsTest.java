// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import org.ibcavi.examples.Documents;
import org.junit.jupiter.api.Test;

/** Commands, files and flags that documents name are those of the program. */
class DocumentedCommandsTest {
  @Test
  void commandsOfTheJarAreUnderstood() throws Exception {
    int whole = 0;
    for (MatchResult found : Documents.all("java -jar ibcavi\\.jar ([a-z|]+)([^`\\n]*)")) {
      for (String name : found.group(1).split("\\|", -1)) {
        Command command = Command.valueOf(name.toUpperCase(Locale.ROOT));
        if (!found.group(2).isBlank() && !found.group(2).contains("…")) {
          understand(command, found.group(2));
          whole++;
        }
      }
    }
    assertTrue(whole >= 5, "commands: " + whole);
  }

  /** The main job without another program's name takes what a report takes. */
  @Test
  void reportsByMavenAreUnderstood() throws Exception {
    List<MatchResult> all = Documents.all("-Pdemo -pl examples -am -Dexample\\.args=\"([^\"]+)\"");
    assertTrue(!all.isEmpty());
    for (MatchResult found : all) {
      understand(Command.REPORT, found.group(1));
    }
  }

  private static void understand(Command command, String words) throws UsageException, IOException {
    List<String> given =
        Arrays.stream(words.replaceAll("#.*", "").trim().split("\\s+", -1)).toList();
    CommandLine line = CommandLine.of(command, given, Path.of(""));
    if (command != Command.PREDICT) {
      line.settings();
    }
  }
}
