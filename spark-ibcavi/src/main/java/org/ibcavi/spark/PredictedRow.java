// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import org.apache.spark.sql.Row;

/**
 * A row of the data with its predictions. What a column holds is made when Spark asks for it, which
 * it does once, and only for the columns that a query needs: logarithms, for one, take as long as
 * the probabilities.
 */
final class PredictedRow implements Row {
  private static final long serialVersionUID = 1;

  private final Row given;
  private final transient Predictions predictions;
  private final OutputColumns columns;
  private final int at;

  /**
   * Puts a row together.
   *
   * @param given the row of the data
   * @param predictions of its batch
   * @param columns what they fill
   * @param at its number among them, or {@link Predictions#NO_ROW}
   */
  PredictedRow(Row given, Predictions predictions, OutputColumns columns, int at) {
    this.given = given;
    this.predictions = predictions;
    this.columns = columns;
    this.at = at;
  }

  @Override
  public int length() {
    return given.length() + columns.count();
  }

  @Override
  public Object get(int i) {
    return i < given.length() ? given.get(i) : predictions.value(content(i), at);
  }

  /** Does not make the value only to see whether there is one. */
  @Override
  public boolean isNullAt(int i) {
    return i < given.length()
        ? given.isNullAt(i)
        : at == Predictions.NO_ROW && content(i).ofUncertainty();
  }

  private OutputColumns.Content content(int i) {
    return columns.content(i - given.length());
  }

  /** It never changes. */
  @Override
  public Row copy() {
    return this;
  }
}
