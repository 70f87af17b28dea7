// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.List;

/** The posteriors of the linear predictors of a chunk of rows, in all components. */
final class ChunkPredictors {
  private final StackedMeans stack;
  private final double[] means;
  private final double[][] variances;
  private final int[] perRow;

  /**
   * Computes them.
   *
   * @param components the parts that predict
   * @param stack their means
   * @param rows rows on both scales
   * @param chunk which rows
   */
  ChunkPredictors(List<Component> components, StackedMeans stack, RowsToPredict rows, int chunk) {
    this.stack = stack;
    this.means = stack.predictors(rows.original(), chunk);
    this.variances = new double[components.size()][];
    this.perRow = new int[components.size()];
    for (int c = 0; c < perRow.length; c++) {
      fillVariances(c, components.get(c), rows, chunk);
    }
  }

  private void fillVariances(int c, Component component, RowsToPredict rows, int chunk) {
    var covariance = component.posterior().covariance();
    perRow[c] = covariance.variancesPerRow();
    double[] values = new double[rows.fitted().features().chunkSize(chunk) * perRow[c]];
    covariance.rowVariances(rows.fitted(), rows.squares(), chunk, values);
    int first = rows.fitted().features().chunkStart(chunk);
    for (int at = 0; at < values.length; at++) {
      values[at] = StackedMeans.bounded(first + at / perRow[c], values[at]);
    }
    variances[c] = values;
  }

  /** Those of the i-th row, one for each component. */
  List<RowPredictors> row(int i) {
    List<RowPredictors> row = new ArrayList<>(perRow.length);
    for (int c = 0; c < perRow.length; c++) {
      int at = i * stack.vectors() + stack.start(c);
      row.add(new RowPredictors(means, at, variances[c], i * perRow[c], perRow[c] == 1));
    }
    return row;
  }
}
