// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.config.PropertyException;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/**
 * The fields of the trainer that configuration files set, one for each option of the core's table.
 * A field has the option's enumeration as its type, or else holds the option's text; one that is
 * null leaves the option to the method. OLCUT leaves such fields out of files and provenance, which
 * it cannot do with boxed numbers.
 */
final class OptionFields {
  /** Options for which Tribuo has a word of its own. */
  private static final Map<Option<?>, String> TRIBUO_NAMES = Map.of(Option.THREADS, "numThreads");

  private OptionFields() {}

  /** The name of an option's field: that of the table in camel case, such as {@code maxSweeps}. */
  static String name(Option<?> option) {
    String own = TRIBUO_NAMES.get(option);
    if (own != null) {
      return own;
    }
    StringBuilder name = new StringBuilder();
    for (String word : option.name().split("-", -1)) {
      name.append(name.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)));
      name.append(word.substring(1));
    }
    return name.toString();
  }

  /** The field of an option. */
  static Field field(Option<?> option) {
    try {
      return IBCaviTrainer.class.getDeclaredField(name(option));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("the trainer has no field for option " + option, e);
    }
  }

  /**
   * What a trainer's fields say.
   *
   * @throws PropertyException naming field, value and rule if an option does not take its value
   */
  static Settings read(IBCaviTrainer trainer) {
    Settings settings = Settings.none();
    for (Option<?> option : Option.table()) {
      Object value = get(option, trainer);
      Settings before = settings;
      if (value != null) {
        settings = checked(option, () -> with(before, option, value));
      }
    }
    return settings;
  }

  @SuppressWarnings("unchecked") // A field that is no text has the type of the option's values.
  private static <T> Settings with(Settings settings, Option<T> option, Object value) {
    return value instanceof String text
        ? settings.withText(option, text)
        : settings.with(option, (T) value);
  }

  /** Makes a trainer's fields say what was set. */
  static void write(Settings settings, IBCaviTrainer trainer) {
    Option.table().forEach(option -> write(settings, option, trainer));
  }

  private static <T> void write(Settings settings, Option<T> option, IBCaviTrainer trainer) {
    T value = settings.get(option).orElse(null);
    boolean asText = value != null && field(option).getType() == String.class;
    try {
      field(option).set(trainer, asText ? option.write(value) : value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object get(Option<?> option, IBCaviTrainer trainer) {
    try {
      return field(option).get(trainer);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The outcome of setting an option; a refusal becomes OLCUT's, which names the field. */
  static Settings checked(Option<?> option, Supplier<Settings> change) {
    try {
      return change.get();
    } catch (IllegalArgumentException e) {
      throw new PropertyException("", name(option), e.getMessage());
    }
  }

  /** What was set, such as {@code method=binary, numThreads=4}. */
  static StringJoiner text(Settings settings) {
    StringJoiner text = new StringJoiner(", ");
    settings.texts().forEach((option, value) -> text.add(name(option) + "=" + value));
    return text;
  }
}
