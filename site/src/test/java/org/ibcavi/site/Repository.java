// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository's texts and the fenced blocks in them. */
final class Repository {
  /** Maven names the module's folder. */
  static final Path ROOT = Path.of(System.getProperty("basedir")).toAbsolutePath().getParent();

  private static final Pattern FENCE =
      Pattern.compile("(?ms)^[ ]*```(?<language>\\w*)[ ]*\\n(?<code>.*?)^[ ]*```$");

  /**
   * A fenced block.
   *
   * @param source the file, from the root
   * @param line the number of its first line
   * @param language what is said after the fence
   * @param code what is inside
   */
  record Block(String source, int line, String language, String code) {
    @Override
    public String toString() {
      return source + ":" + line;
    }
  }

  private Repository() {}

  /** All blocks of a language (an empty one: of none) in the texts that the site shows. */
  static List<Block> blocks(String language) {
    return Navigation.pages().stream()
        .flatMap(page -> blocksOf(page.source()))
        .filter(block -> block.language().equals(language))
        .toList();
  }

  private static Stream<Block> blocksOf(String source) {
    String text = read(source);
    Matcher fences = FENCE.matcher(text);
    return fences
        .results()
        .map(
            found -> {
              int line = (int) text.substring(0, found.start()).lines().count() + 1;
              return new Block(source, line, found.group(1), found.group(2));
            });
  }

  static String read(String source) {
    try {
      return Files.readString(ROOT.resolve(source));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
