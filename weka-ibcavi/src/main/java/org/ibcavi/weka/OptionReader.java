// SPDX-License-Identifier: GPL-3.0-or-later
package org.ibcavi.weka;

import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import weka.core.Utils;

/** Takes options from a command line one by one; a refused value names its option. */
public final class OptionReader {
  private final String[] options;

  /**
   * Reads options.
   *
   * @param options the command line; what is read is blanked, as Weka does
   */
  public OptionReader(String[] options) {
    this.options = options;
  }

  /**
   * Reads a text.
   *
   * @param name of the option, without the dash
   * @param fallback if it is absent
   * @param setter may refuse the value by an {@link IllegalArgumentException}
   * @throws Exception if the option has no value
   */
  public void text(String name, String fallback, Consumer<String> setter) throws Exception {
    String text = Utils.getOption(name, options);
    set(name, text.isEmpty() ? fallback : text, setter);
  }

  /**
   * Reads a number.
   *
   * @param name of the option, without the dash
   * @param fallback if it is absent
   * @param setter may refuse the value by an {@link IllegalArgumentException}
   * @throws Exception if the option has no value
   */
  public void number(String name, double fallback, DoubleConsumer setter) throws Exception {
    text(
        name,
        Double.toString(fallback),
        text -> setter.accept(parse(text, "a number", Double::parseDouble)));
  }

  /**
   * Reads a whole number.
   *
   * @param name of the option, without the dash
   * @param fallback if it is absent
   * @param setter may refuse the value by an {@link IllegalArgumentException}
   * @throws Exception if the option has no value
   */
  public void integer(String name, int fallback, IntConsumer setter) throws Exception {
    text(
        name,
        Integer.toString(fallback),
        text -> setter.accept(parse(text, "a whole number", Integer::parseInt)));
  }

  /**
   * Reads a flag.
   *
   * @param name of the option, without the dash
   * @return whether it is there
   * @throws Exception if Weka cannot tell
   */
  public boolean flag(String name) throws Exception {
    return Utils.getFlag(name, options);
  }

  private static void set(String name, String text, Consumer<String> setter) {
    try {
      setter.accept(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("-" + name + " " + text + ": " + e.getMessage(), e);
    }
  }

  /** From text to a number. */
  @FunctionalInterface
  private interface Parser<T> {
    T parse(String text);
  }

  private static <T> T parse(String text, String what, Parser<T> parser) {
    try {
      return parser.parse(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("must be " + what, e);
    }
  }
}
