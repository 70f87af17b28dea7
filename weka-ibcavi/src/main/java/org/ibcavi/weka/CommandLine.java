// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.ArrayList;
import java.util.List;
import org.ibcavi.settings.Option;
import weka.core.Utils;

/** Options of the core's table on Weka's command line; the seed is Weka's own. */
public final class CommandLine {
  private static final String OLD_METHOD = "finish";

  private CommandLine() {}

  /** The name after the dash: Weka has words of its own for two options. */
  static String flag(Option<?> option) {
    if (option == Option.THREADS) {
      return "num-slots";
    }
    return option == Option.SEED ? "S" : option.name();
  }

  private static List<Option<?>> ours() {
    return Option.table().stream().filter(option -> option != Option.SEED).toList();
  }

  /**
   * Reads options; what is read is blanked, as Weka does.
   *
   * @param options the command line
   * @return what it says
   * @throws Exception if an option has no value
   */
  public static TypedOptions read(String[] options) throws Exception {
    TypedOptions typed = TypedOptions.none();
    for (Option<?> option : ours()) {
      String text = option.isFlag() ? flagText(option, options) : valueText(option, options);
      if (!text.isEmpty()) {
        typed = typed.with(option, text);
      }
    }
    return typed;
  }

  private static String flagText(Option<?> option, String[] options) throws Exception {
    boolean on = Utils.getFlag(flag(option), options);
    boolean off = Utils.getFlag("no-" + flag(option), options);
    if (on && off) {
      throw new IllegalArgumentException(
          "-" + flag(option) + " and -no-" + flag(option) + "; must be one of them");
    }
    return on || off ? Boolean.toString(on) : "";
  }

  private static String valueText(Option<?> option, String[] options) throws Exception {
    String text = Utils.getOption(flag(option), options);
    return option == Option.METHOD ? method(text, options) : text;
  }

  /** The method was once called by what followed its first stage: nothing, or a finish. */
  private static String method(String text, String[] options) throws Exception {
    String old = Utils.getOption(OLD_METHOD, options);
    if (!old.isEmpty() && !text.isEmpty()) {
      throw new IllegalArgumentException(
          "-method " + text + " and -finish " + old + "; -finish is the older word for -method");
    }
    return switch (old) {
      case "" -> text;
      case "none" -> "binary";
      case "categorical", "auto" -> old;
      default ->
          throw new IllegalArgumentException(
              "-finish " + old + ": must be one of none, categorical, auto");
    };
  }

  /**
   * Reads Weka's seed.
   *
   * @param options the command line
   * @param fallback if it is absent
   * @return the seed
   * @throws Exception if it is no whole number
   */
  public static int readSeed(String[] options, int fallback) throws Exception {
    String text = Utils.getOption(flag(Option.SEED), options);
    try {
      return text.isEmpty() ? fallback : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("-S " + text + ": must be " + Option.SEED.rule(), e);
    }
  }

  /**
   * Writes options, only those that differ from their defaults.
   *
   * @param typed what was typed
   * @return a part of a command line
   */
  public static List<String> write(TypedOptions typed) {
    List<String> words = new ArrayList<>();
    typed
        .changed()
        .forEach(
            (option, text) -> {
              if (!option.isFlag()) {
                words.add("-" + flag(option));
                words.add(value(text));
              } else {
                words.add((Boolean.parseBoolean(text) ? "-" : "-no-") + flag(option));
              }
            });
    return words;
  }

  /** A blank keeps Weka from taking half a negative number for an option. */
  static String value(String text) {
    return text.startsWith("-") ? " " + text : text;
  }

  /**
   * Describes options.
   *
   * @return for Weka's help
   */
  public static List<weka.core.Option> list() {
    List<weka.core.Option> list = new ArrayList<>();
    for (Option<?> option : ours()) {
      String name = flag(option);
      String help = OptionWords.help(option);
      if (!option.isFlag()) {
        list.add(described(help, name, 1, name + " " + values(option)));
      } else {
        List<String> defaults = OptionWords.distinctDefaults(option);
        if (defaults.contains("false")) {
          list.add(described(help, name, 0, name));
        }
        if (defaults.contains("true")) {
          list.add(described("Not: " + help, "no-" + name, 0, "no-" + name));
        }
      }
    }
    list.add(
        described(
            "An older word for -method: none (binary), categorical or auto.",
            OLD_METHOD,
            1,
            OLD_METHOD + " none|categorical|auto"));
    return list;
  }

  private static String values(Option<?> option) {
    List<String> choices = OptionWords.choices(option);
    return choices.isEmpty() ? "<value>" : String.join("|", choices);
  }

  /**
   * Describes an option in lines of moderate length.
   *
   * @param text what it means
   * @param name without the dash
   * @param arguments how many follow it
   * @param synopsis without the dash
   * @return for Weka's help
   */
  public static weka.core.Option described(
      String text, String name, int arguments, String synopsis) {
    String[] lines = Utils.breakUp(text, 70);
    return new weka.core.Option("\t" + String.join("\n\t", lines), name, arguments, "-" + synopsis);
  }
}
