// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;

/** How the values of an option are written, read and checked. */
final class OptionType<T> {
  static final OptionType<Boolean> FLAG =
      new OptionType<>(
          "true or false", OptionType::parseFlag, String::valueOf, value -> true, List.of());

  static final OptionType<Long> ANY_LONG =
      new OptionType<>("a whole number", Long::valueOf, String::valueOf, value -> true, List.of());

  /** Bytes, which people write as megabytes. */
  static final OptionType<Long> MEGABYTES =
      new OptionType<>(
          "megabytes, at least 0",
          OptionType::parseMegabytes,
          bytes -> BigDecimal.valueOf(bytes, 6).stripTrailingZeros().toPlainString(),
          bytes -> bytes >= 0,
          List.of());

  private final String rule;
  private final Function<String, T> parser;
  private final Function<T, String> writer;
  private final Predicate<T> valid;
  private final List<String> choices;

  private OptionType(
      String rule,
      Function<String, T> parser,
      Function<T, String> writer,
      Predicate<T> valid,
      List<String> choices) {
    this.rule = rule;
    this.parser = parser;
    this.writer = writer;
    this.valid = valid;
    this.choices = choices;
  }

  /** The constants of an enumeration, in lower case without underscores. */
  static <E extends Enum<E>> OptionType<E> choice(Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    return named(constants, OptionType::written, text -> constant(constants, text));
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static <E extends Enum<E>> E constant(List<E> constants, String text) {
    return constants.stream()
        .filter(constant -> written(constant).equals(text.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text));
  }

  /** A few values with names. */
  static <T> OptionType<T> named(
      List<T> values, Function<T, String> writer, Function<String, T> parser) {
    List<String> names = values.stream().map(writer).toList();
    return new OptionType<>(
        "one of " + String.join(", ", names), parser, writer, values::contains, names);
  }

  /** Values with a text form of their own. */
  static <T> OptionType<T> text(Function<String, T> parser, String rule) {
    return new OptionType<>(rule, parser, String::valueOf, value -> true, List.of());
  }

  static OptionType<Integer> atLeast(int least) {
    return new OptionType<>(
        "a whole number, at least " + least,
        Integer::valueOf,
        String::valueOf,
        value -> value >= least,
        List.of());
  }

  static OptionType<Double> positive() {
    return real("a finite number above 0", value -> value > 0 && value < Double.POSITIVE_INFINITY);
  }

  static OptionType<Double> between(double least, double most) {
    return real(
        "above " + number(least) + " and below " + number(most),
        value -> value > least && value < most);
  }

  private static OptionType<Double> real(String rule, Predicate<Double> valid) {
    return new OptionType<>(rule, OptionType::number, OptionType::number, valid, List.of());
  }

  /**
   * Exact, so that what {@link #MEGABYTES} writes comes back as it was; a part of a byte counts as
   * one. Only between these bounds a decimal number has no more digits than its text.
   */
  private static long parseMegabytes(String text) {
    double megabytes = number(text);
    if (!(megabytes >= 0 && megabytes < 1e13)) {
      throw new IllegalArgumentException(text);
    }
    if (megabytes < 1e-6) {
      return megabytes > 0 ? 1 : 0;
    }
    return new BigDecimal(text)
        .movePointRight(6)
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }

  /** Without the fraction where it is 0. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e6
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static boolean parseFlag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }

  String rule() {
    return rule;
  }

  List<String> choices() {
    return choices;
  }

  T parse(String text) {
    return parser.apply(text.trim());
  }

  String write(T value) {
    return writer.apply(value);
  }

  boolean valid(T value) {
    return value != null && valid.test(value);
  }
}
