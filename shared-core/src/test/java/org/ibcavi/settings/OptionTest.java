// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibcavi.link.Link;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of options, and the texts that are made from it. */
class OptionTest {
  private static final Path PAGE = Path.of("../docs/options.md");

  static Stream<Option<?>> table() {
    return Option.table().stream();
  }

  @ParameterizedTest
  @MethodSource("table")
  <T> void defaultsAreReadBackFromTheirTexts(Option<T> option) {
    for (Method method : option.methods()) {
      option
          .defaultIn(method)
          .ifPresent(value -> assertEquals(value, option.parse(option.write(value))));
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void aSentenceIsThereAndTheNameFindsTheOption(Option<?> option) {
    assertTrue(option.sentence().length() > 10, option.sentence());
    assertFalse(option.sentence().endsWith("."), option.sentence());
    assertEquals(option, Option.named(option.name()));
  }

  @ParameterizedTest
  @MethodSource("table")
  void nonsenseIsRefusedWithNameTextAndRule(Option<?> option) {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> option.parse("nonsense"));
    assertEquals(option.name() + " 'nonsense'; must be " + option.rule(), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "tolerance, 0, above 0 and below 1",
    "tolerance, 1, above 0 and below 1",
    "tolerance, NaN, above 0 and below 1",
    "prior-variance, Infinity, a finite number above 0",
    "samples, 1, 'a whole number, at least 2'",
    "threads, -1, 'a whole number, at least 0'",
    "memory-limit, -1, 'megabytes, at least 0'",
    "memory-limit, NaN, 'megabytes, at least 0'",
    "memory-limit, 1e999999999, 'megabytes, at least 0'",
    "memory-limit, 9223372036854.775808, 'megabytes, at least 0'",
    "intercept, yes, true or false",
    "link, cauchit, 'one of probit, logit'"
  })
  void aValueThatBreaksTheRuleIsRefused(String name, String text, String rule) {
    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> Option.named(name).parse(text));
    assertEquals(name + " '" + text + "'; must be " + rule, refused.getMessage());
  }

  /** The first was read as a byte more, since the number of megabytes is no double. */
  @ParameterizedTest
  @CsvSource({
    "123, 0.000123",
    "512000000, 512",
    "1, 0.000001",
    "0, 0",
    "9223372036854775807, 9223372036854.775807"
  })
  void megabytesAreExactToTheByte(long bytes, String megabytes) {
    assertEquals(megabytes, Option.MEMORY_LIMIT.write(bytes));
    assertEquals(bytes, Option.MEMORY_LIMIT.parse(megabytes));
  }

  @Test
  void lessThanAByteIsOne() {
    assertEquals(1, Option.MEMORY_LIMIT.parse("1e-300"));
    assertEquals(1_000_001, Option.MEMORY_LIMIT.parse("1.0000001"));
  }

  @Test
  void settingsAreEqualIfTheSameWasSet() {
    Settings one = Settings.none().with(Option.LINK, Link.LOGIT).with(Option.SEED, 3L);
    Settings other = Settings.none().withText(Option.SEED, "3").withText(Option.LINK, "logit");
    assertEquals(one, other);
    assertEquals(one.hashCode(), other.hashCode());
    assertEquals("seed=3, link=logit", one.toString());
    assertEquals(Settings.none(), one.without(Option.LINK).withText(Option.SEED, "auto"));
  }

  /** The page says what the table says; if it does not, the message is what it should say. */
  @Test
  void thePageOfOptionsIsTheTable() throws IOException {
    String rows = table().map(OptionTest::row).collect(Collectors.joining("\n"));
    assertTrue(Files.readString(PAGE).contains(rows), "docs/options.md should have:\n" + rows);
  }

  private static <T> String row(Option<T> option) {
    return String.format(
        "| `%s`%s | %s | %s | %s |",
        option.name(),
        option.isExpert() ? "" : " *",
        option.sentence(),
        option.rule(),
        defaults(option));
  }

  private static <T> String defaults(Option<T> option) {
    List<Method> methods = List.of(Method.CATEGORICAL, Method.BINARY, Method.PUBLISHED);
    List<String> texts =
        methods.stream()
            .map(
                method ->
                    option.methods().contains(method)
                        ? option.defaultIn(method).map(option::write).orElse("auto")
                        : "refused")
            .toList();
    Set<String> different = new LinkedHashSet<>(texts);
    return different.size() == 1
        ? texts.get(0)
        : Arrays.stream(new int[] {0, 1, 2})
            .mapToObj(i -> methods.get(i).name().toLowerCase(Locale.ROOT) + ": " + texts.get(i))
            .collect(Collectors.joining(", "));
  }
}
