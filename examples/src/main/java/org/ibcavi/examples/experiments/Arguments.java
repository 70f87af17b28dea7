// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Command-line arguments of the form {@code --name} and {@code --name=value}. */
public final class Arguments {
  /** What is there or not. */
  private static final List<String> FLAGS = List.of("quick", "fresh");

  /** What every experiment takes beside its own and the flags. */
  private static final List<String> COMMON = List.of("out", "cells");

  private final List<String> given;
  private final Set<String> valued;

  private Arguments(List<String> given, Set<String> valued) {
    this.given = given;
    this.valued = valued;
  }

  /**
   * Takes the arguments of an experiment.
   *
   * @param experiment whose they are
   * @param args as given to a program
   * @return the same, to be asked for
   * @throws IllegalArgumentException for what the experiment does not know
   */
  public static Arguments of(Experiment experiment, String... args) {
    return of(List.of(experiment), args);
  }

  /**
   * Takes arguments that go to several experiments, each of which asks for its own.
   *
   * @param experiments at least one of which must know an argument
   * @param args as given to a program
   * @return the same, to be asked for
   * @throws IllegalArgumentException for what none of them knows
   */
  public static Arguments of(List<Experiment> experiments, String... args) {
    Set<String> valued = new TreeSet<>(COMMON);
    experiments.forEach(experiment -> valued.addAll(experiment.arguments()));
    Set<String> names = new HashSet<>();
    for (String arg : args) {
      if (!names.add(checkedName(arg, valued))) {
        throw new IllegalArgumentException("argument '" + arg + "'; must be there once");
      }
    }
    return new Arguments(List.of(args), valued);
  }

  private static String checkedName(String arg, Set<String> valued) {
    int equals = arg.indexOf('=');
    String name = equals < 0 ? arg : arg.substring(0, equals);
    List<String> known = new ArrayList<>();
    FLAGS.forEach(flag -> known.add("--" + flag));
    valued.forEach(each -> known.add("--" + each + "=…"));
    if (!known.contains(equals < 0 ? name : name + "=…")) {
      throw new IllegalArgumentException(
          "argument '" + arg + "'; must be one of " + String.join(", ", known));
    }
    return name;
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
   * @param name after the dashes, one that the experiment says it takes
   * @param otherwise what it is unless given
   * @return the value
   */
  public String text(String name, String otherwise) {
    if (!valued.contains(name)) {
      throw new IllegalStateException("argument --" + name + "; must be in Experiment.arguments()");
    }
    String prefix = "--" + name + "=";
    return given.stream()
        .filter(arg -> arg.startsWith(prefix))
        .map(arg -> arg.substring(prefix.length()))
        .findFirst()
        .orElse(otherwise);
  }
}
