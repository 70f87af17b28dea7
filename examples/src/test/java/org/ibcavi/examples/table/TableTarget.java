// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.table;

import java.util.stream.IntStream;

/**
 * Any bytes are a table that can be fitted, or refused with a sentence. The first character tells
 * which format they are read as: {@code @} and {@code %} begin ARFF.
 */
public final class TableTarget {
  private TableTarget() {}

  /**
   * What Jazzer calls.
   *
   * @param input any bytes
   */
  public static void fuzzerTestOneInput(byte[] input) {
    boolean arff = input.length > 0 && (input[0] == '@' || input[0] == '%');
    try {
      RawTable table = TableFile.parse(arff ? "t.arff" : "t.csv", input);
      DataSet data = DataSet.of(table, ColumnChoices.ofClass(null));
      int[] rows = IntStream.range(0, data.size()).toArray();
      if (RowEncoding.learn(data, rows).trainingData(data, rows).rows() != rows.length) {
        throw new AssertionError("rows were lost");
      }
    } catch (TableException e) {
      if (!e.getMessage().startsWith("t.")) {
        throw new AssertionError("no file is named: " + e.getMessage(), e);
      }
    }
  }
}
