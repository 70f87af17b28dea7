// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/**
 * What a user typed for options of the core's table, letter by letter. A property sheet hands over
 * every key, so that texts may be unfinished; only {@link #settings} checks them. Immutable.
 *
 * <p>Those of them that hardly anybody needs are a single row of the property sheet, whose editor
 * Weka finds by its name: {@link TypedOptionsEditor}.
 */
public final class TypedOptions implements Serializable {
  /** What users write to leave an option to the method. */
  static final String AUTO = "auto";

  private static final long serialVersionUID = 1L;
  private static final TypedOptions NONE = new TypedOptions(Map.of());

  /** By the names of the options. */
  private final LinkedHashMap<String, String> texts;

  private TypedOptions(Map<String, String> texts) {
    this.texts = new LinkedHashMap<>(texts);
  }

  /**
   * Nothing typed.
   *
   * @return the defaults
   */
  public static TypedOptions none() {
    return NONE;
  }

  /**
   * The same with an option's text.
   *
   * @param option which
   * @param text anything; empty leaves the option to the method, and so does {@code auto} unless it
   *     is one of the option's values
   * @return changed options
   */
  public TypedOptions with(Option<?> option, String text) {
    Map<String, String> changed = new LinkedHashMap<>(texts);
    changed.put(option.name(), text);
    return new TypedOptions(changed);
  }

  /**
   * The text of an option.
   *
   * @param option which
   * @return what was typed, or else the default where all methods have the same one, or else {@code
   *     auto}
   */
  public String text(Option<?> option) {
    return texts.getOrDefault(option.name(), OptionWords.initial(option));
  }

  /**
   * The options that hardly anybody needs.
   *
   * @return without the others
   */
  public TypedOptions expert() {
    return only(Option::isExpert);
  }

  /**
   * These with other ones of those that hardly anybody needs.
   *
   * @param expert which
   * @return changed options
   */
  public TypedOptions withExpert(TypedOptions expert) {
    Map<String, String> changed = new LinkedHashMap<>(only(option -> !option.isExpert()).texts);
    changed.putAll(expert.texts);
    return new TypedOptions(changed);
  }

  private TypedOptions only(Predicate<Option<?>> wanted) {
    Map<String, String> kept = new LinkedHashMap<>(texts);
    kept.keySet().removeIf(name -> !wanted.test(Option.named(name)));
    return new TypedOptions(kept);
  }

  /**
   * Texts that say something else than the defaults.
   *
   * @return in the order of the table
   */
  public Map<Option<?>, String> changed() {
    Map<Option<?>, String> changed = new LinkedHashMap<>();
    for (Option<?> option : Option.table()) {
      String text = texts.getOrDefault(option.name(), "").trim();
      // A basis may be auto and is none unless that is said: there the word is a value.
      boolean left = text.equalsIgnoreCase(AUTO) && !option.choices().contains(AUTO);
      if (!left && !text.isEmpty() && !text.equalsIgnoreCase(OptionWords.initial(option))) {
        changed.put(option, text);
      }
    }
    return changed;
  }

  /**
   * The core's settings.
   *
   * @return what {@link #changed} says
   * @throws IllegalArgumentException if an option does not take its text, with the option as on the
   *     command line, the text and what it takes
   */
  public Settings settings() {
    Settings settings = Settings.none();
    for (Map.Entry<Option<?>, String> entry : changed().entrySet()) {
      check(entry.getKey(), entry.getValue());
      settings = settings.withText(entry.getKey(), entry.getValue());
    }
    return settings;
  }

  /** Refuses a text that an option does not take. */
  static void check(Option<?> option, String text) {
    try {
      Settings.none().withText(option, text.isBlank() ? AUTO : text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "-" + CommandLine.flag(option) + " " + text + ": must be " + OptionWords.rule(option), e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TypedOptions that && texts.equals(that.texts);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }

  /** As on the command line; empty if nothing differs from the defaults. */
  @Override
  public String toString() {
    return String.join(" ", CommandLine.write(this));
  }
}
