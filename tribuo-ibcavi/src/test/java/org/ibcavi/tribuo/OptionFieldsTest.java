// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.oracle.labs.mlrg.olcut.config.Config;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibcavi.settings.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The trainer's configuration beside the core's table of options. */
class OptionFieldsTest {
  static List<Option<?>> table() {
    return Option.table();
  }

  @Test
  void theFieldsAreTheTableAndLabelWeights() {
    Set<String> fields =
        Arrays.stream(IBCaviTrainer.class.getDeclaredFields())
            .filter(field -> field.isAnnotationPresent(Config.class))
            .map(Field::getName)
            .collect(Collectors.toSet());
    Set<String> expected = table().stream().map(OptionFields::name).collect(Collectors.toSet());
    expected.add("labelWeights");
    assertEquals(expected, fields);
    assertEquals(Set.copyOf(table()), EveryOption.texts().keySet());
  }

  @ParameterizedTest
  @MethodSource("table")
  void aFieldIsDescribedByTheTablesSentence(Option<?> option) {
    assertEquals(
        option.sentence(), OptionFields.field(option).getAnnotation(Config.class).description());
  }

  @ParameterizedTest
  @MethodSource("table")
  void choicesAreEnumerationsAndAllElseIsText(Option<?> option) {
    Object value = option.parse(EveryOption.texts().get(option));
    assertEquals(
        value instanceof Enum<?> constant ? constant.getDeclaringClass() : String.class,
        OptionFields.field(option).getType());
  }

  /** Defaults stand once, in the core. */
  @ParameterizedTest
  @MethodSource("table")
  void nothingIsSetByDefault(Option<?> option) throws IllegalAccessException {
    assertNull(OptionFields.field(option).get(new IBCaviTrainer()));
  }

  @ParameterizedTest
  @MethodSource("table")
  void aFieldKeepsWhatWasSet(Option<?> option) {
    assertEquals(EveryOption.texts().get(option), EveryOption.trainer().settings().text(option));
  }
}
