// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.List;

/** Command-line arguments of the form {@code --name} and {@code --name=value}. */
public final class Arguments {
  private final List<String> given;

  private Arguments(List<String> given) {
    this.given = given;
  }

  /**
   * Takes arguments.
   *
   * @param args as given to a program
   * @return the same, to be asked for
   */
  public static Arguments of(String... args) {
    for (String arg : args) {
      if (!arg.startsWith("--")) {
        throw new IllegalArgumentException(
            "argument '" + arg + "'; must be --name or --name=value");
      }
    }
    return new Arguments(List.of(args));
  }

  /**
   * Whether the small form is wanted.
   *
   * @return true if {@code --quick} was given
   */
  public boolean quick() {
    return has("quick");
  }

  /**
   * Whether a flag was given.
   *
   * @param name after the dashes
   * @return true if so
   */
  public boolean has(String name) {
    return given.contains("--" + name);
  }

  /** The arguments as they were given. */
  @Override
  public String toString() {
    return String.join(" ", given);
  }

  /**
   * A whole number.
   *
   * @param name after the dashes
   * @param full what it is unless given
   * @param quick what it is unless given, in the small form
   * @return the value
   */
  public int number(String name, int full, int quick) {
    String text = text(name, String.valueOf(quick() ? quick : full));
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--" + name + "=" + text + "; must be a whole number", e);
    }
  }

  /**
   * A text.
   *
   * @param name after the dashes
   * @param otherwise what it is unless given
   * @return the value
   */
  public String text(String name, String otherwise) {
    String prefix = "--" + name + "=";
    return given.stream()
        .filter(arg -> arg.startsWith(prefix))
        .map(arg -> arg.substring(prefix.length()))
        .findFirst()
        .orElse(otherwise);
  }
}
