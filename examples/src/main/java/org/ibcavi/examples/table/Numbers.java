// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.OptionalDouble;

/** Numbers as people write them in tables. */
final class Numbers {
  private Numbers() {}

  /**
   * Reads a finite decimal number. Java's own reading also takes hexadecimal numbers and trailing
   * letters such as "1d", which in a table are codes.
   */
  static OptionalDouble parse(String cell) {
    if (cell.isEmpty() || !cell.chars().allMatch(Numbers::belongsToNumber)) {
      return OptionalDouble.empty();
    }
    try {
      double value = Double.parseDouble(cell);
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  static boolean is(String cell) {
    return parse(cell).isPresent();
  }

  private static boolean belongsToNumber(int c) {
    return (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0;
  }
}
