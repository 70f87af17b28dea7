// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Constants of an enum as the words of a Param. */
final class Words {
  private Words() {}

  static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E constant(Class<E> type, String word) {
    return Enum.valueOf(type, word.toUpperCase(Locale.ROOT));
  }

  static <E extends Enum<E>> List<String> all(Class<E> type) {
    return Arrays.stream(type.getEnumConstants()).map(Words::of).toList();
  }
}
