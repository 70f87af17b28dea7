// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;

/** Rows of the core's table of options as Weka's users read them. */
public final class OptionWords {
  private OptionWords() {}

  /**
   * What an option means.
   *
   * @param option which
   * @return a sentence
   */
  public static String sentence(Option<?> option) {
    return capitalized(option.sentence()) + ".";
  }

  /** Such as {@code Max sweeps}. */
  static String label(Option<?> option) {
    return capitalized(option.name().replace('-', ' ')).replace("Elbo", "ELBO");
  }

  private static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** Which texts the option takes. */
  static String rule(Option<?> option) {
    return option.choices().contains(TypedOptions.AUTO)
        ? option.rule()
        : option.rule() + ", or " + TypedOptions.AUTO;
  }

  /** The words to choose from; empty if the option is typed. */
  static List<String> choices(Option<?> option) {
    List<String> words =
        new ArrayList<>(option.isFlag() ? List.of("true", "false") : option.choices());
    if (!words.isEmpty() && !words.contains(initial(option))) {
      words.add(0, TypedOptions.AUTO);
    }
    return words;
  }

  /** What a fresh property sheet shows: the default that all methods share, or else auto. */
  static String initial(Option<?> option) {
    List<String> texts = distinctDefaults(option);
    return texts.size() == 1 ? texts.get(0) : TypedOptions.AUTO;
  }

  /** The defaults in the methods, each once; {@code auto} where the fit chooses. */
  static List<String> distinctDefaults(Option<?> option) {
    return option.methods().stream().map(method -> defaultIn(method, option)).distinct().toList();
  }

  /** Such as {@code auto: probit in method binary, logit in method categorical}. */
  static String defaults(Option<?> option) {
    if (distinctDefaults(option).size() == 1) {
      return initial(option);
    }
    StringJoiner texts = new StringJoiner(", ");
    for (Method method : option.methods()) {
      texts.add(defaultIn(method, option) + " in method " + word(method));
    }
    return TypedOptions.AUTO + ": " + texts;
  }

  private static String word(Method method) {
    return method.name().toLowerCase(Locale.ROOT);
  }

  private static <T> String defaultIn(Method method, Option<T> option) {
    Optional<T> value = option.defaultIn(method);
    return value.map(option::write).orElse(TypedOptions.AUTO);
  }

  /** All that a user should know: meaning, rule, default and the methods it acts in. */
  static String help(Option<?> option) {
    String where =
        option.methods().size() == Method.values().length - 1
            ? ""
            : " Only in method "
                + String.join(" and ", option.methods().stream().map(OptionWords::word).toList())
                + ".";
    return sentence(option)
        + " Takes "
        + rule(option)
        + "; default "
        + defaults(option)
        + "."
        + where;
  }
}
