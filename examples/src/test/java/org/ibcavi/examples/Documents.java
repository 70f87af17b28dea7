// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository's documents, whose commands tests hold to the programs. */
public final class Documents {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private Documents() {}

  /**
   * Where a pattern is found in the documents.
   *
   * @param pattern with groups
   * @return every place
   * @throws IOException if a document cannot be read
   */
  public static List<MatchResult> all(String pattern) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().endsWith(".md") && !file.toString().contains("/target/"))
          .sorted()
          .flatMap(file -> Pattern.compile(pattern).matcher(read(file)).results())
          .toList();
    }
  }

  /** Lines that are broken by a backslash are one. */
  private static String read(Path file) {
    try {
      return Files.readString(file).replaceAll("\\\\\n\\s*", "");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
