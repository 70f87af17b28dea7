// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.columns.ColumnMoments;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Shape;

/** The rows of a partition. */
final class RowBlock implements Serializable {
  private static final long serialVersionUID = 1;

  private final DesignMatrix features;
  private final int[] labels;
  private final double[] weights;

  RowBlock(DesignMatrix features, int[] labels, double[] weights) {
    this.features = features;
    this.labels = labels;
    this.weights = weights;
  }

  int rows() {
    return labels.length;
  }

  /** Moments of the columns. */
  ColumnMoments moments() {
    return ColumnMoments.of(features, i -> weights[i]);
  }

  /** The same rows on the scale to fit on. */
  RowBlock standardized(Standardization standardization) {
    return new RowBlock(standardization.apply(features), labels, weights);
  }

  /** The rows as a part of a problem. */
  Problem problem(Shape whole) {
    return Problem.part(whole, features, labels, weights);
  }

  /** Some of the rows. */
  RowBlock selected(int[] rows) {
    return new RowBlock(
        features.selectRows(rows),
        Arrays.stream(rows).map(i -> labels[i]).toArray(),
        Arrays.stream(rows).mapToDouble(i -> weights[i]).toArray());
  }

  /** The rows of several blocks, one after the other. */
  static RowBlock joined(List<RowBlock> blocks) {
    return new RowBlock(
        DesignMatrix.joined(blocks.stream().map(block -> block.features).toList()),
        blocks.stream().flatMapToInt(block -> Arrays.stream(block.labels)).toArray(),
        blocks.stream().flatMapToDouble(block -> Arrays.stream(block.weights)).toArray());
  }

  /** The regressions of the rows' categories. */
  int[] regressions(Shape whole) {
    int[] regressionOfCategory = whole.regressionOfCategory();
    return IntStream.range(0, rows()).map(i -> regressionOfCategory[labels[i]]).toArray();
  }
}
