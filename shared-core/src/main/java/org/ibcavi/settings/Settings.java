// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The options that were set; all others are left to the method. Immutable. */
public final class Settings {
  private static final Settings NONE = new Settings(Map.of());

  private final Map<Option<?>, Object> values;

  private Settings(Map<Option<?>, Object> values) {
    this.values = values;
  }

  /**
   * Nothing set.
   *
   * @return the defaults
   */
  public static Settings none() {
    return NONE;
  }

  /**
   * The same with an option set.
   *
   * @param option which
   * @param value its value
   * @param <T> the type of the option's values
   * @return changed settings
   * @throws IllegalArgumentException with name, value and rule if the option does not take it
   */
  public <T> Settings with(Option<T> option, T value) {
    Objects.requireNonNull(option, "option");
    return changed(option, option.check(value));
  }

  /**
   * The same with an option set from its text.
   *
   * @param option which
   * @param text its value as users write it; {@code auto} leaves it to the method
   * @return changed settings
   * @throws IllegalArgumentException with name, text and rule if the option does not take it
   */
  public Settings withText(Option<?> option, String text) {
    boolean left = text.trim().equalsIgnoreCase("auto") && !option.choices().contains("auto");
    return left ? without(option) : changed(option, option.parse(text));
  }

  /**
   * The same with an option left to the method.
   *
   * @param option which
   * @return changed settings
   */
  public Settings without(Option<?> option) {
    return changed(option, null);
  }

  private Settings changed(Option<?> option, Object value) {
    Map<Option<?>, Object> copy = new LinkedHashMap<>();
    for (Option<?> each : Option.table()) {
      Object kept = each == option ? value : values.get(each);
      if (kept != null) {
        copy.put(each, kept);
      }
    }
    return new Settings(copy);
  }

  /**
   * What an option was set to.
   *
   * @param option which
   * @param <T> the type of its values
   * @return empty if it was left to the method
   */
  @SuppressWarnings("unchecked") // An option is only ever put with a value of its type.
  public <T> Optional<T> get(Option<T> option) {
    return Optional.ofNullable((T) values.get(option));
  }

  /**
   * What an option is in a method: what was set, or else its default.
   *
   * @param option which
   * @param method binary, categorical or published
   * @param <T> the type of its values
   * @return empty if the fit chooses by what it finds
   */
  public <T> Optional<T> in(Method method, Option<T> option) {
    Optional<T> set = get(option);
    return set.isPresent() ? set : option.defaultIn(method);
  }

  /**
   * What was set, as users write it.
   *
   * @param option which
   * @return its text; {@code auto} if it was left to the method
   */
  public String text(Option<?> option) {
    return writtenValue(option);
  }

  private <T> String writtenValue(Option<T> option) {
    return get(option).map(option::write).orElse("auto");
  }

  /**
   * All that was set, as users write it.
   *
   * @return in the order of the table
   */
  public Map<Option<?>, String> texts() {
    Map<Option<?>, String> texts = new LinkedHashMap<>();
    values.keySet().forEach(option -> texts.put(option, writtenValue(option)));
    return texts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings settings && values.equals(settings.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Such as {@code method=binary, threads=4}; empty if nothing was set. */
  @Override
  public String toString() {
    return texts().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
