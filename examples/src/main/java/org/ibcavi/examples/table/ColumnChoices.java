// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.List;

/**
 * What a user says of columns, by name or by number from 1; the rest is guessed.
 *
 * @param classColumn the column with the classes, or null for the last one
 * @param texts columns whose values are names, even if they look like numbers
 * @param numbers columns of numbers that are used even if they look like identifiers
 * @param leftOut columns that are not used
 */
public record ColumnChoices(
    String classColumn, List<String> texts, List<String> numbers, List<String> leftOut) {
  /**
   * The class column alone.
   *
   * @param classColumn its name or number, or null for the last one
   * @return choices that leave everything else to be guessed
   */
  public static ColumnChoices ofClass(String classColumn) {
    return new ColumnChoices(classColumn, List.of(), List.of(), List.of());
  }
}
