// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.stream.IntStream;
import org.ibcavi.problem.Shape;

/** The shape of a problem on its way to executors. */
final class SentShape implements Serializable {
  private static final long serialVersionUID = 1;

  private final int rows;
  private final int columns;
  private final boolean intercept;
  private final long nonzeros;
  private final double[] categoryWeights;
  private final boolean leavesOut;

  private SentShape(Shape shape) {
    int[] regressions = shape.regressionOfCategory();
    this.rows = shape.rows();
    this.columns = shape.columns();
    this.intercept = shape.hasIntercept();
    this.nonzeros = shape.nonzeros();
    this.categoryWeights = IntStream.of(regressions).mapToDouble(shape::regressionWeight).toArray();
    this.leavesOut =
        IntStream.range(0, shape.regressions())
            .anyMatch(regression -> shape.multiplicity(regression) == 0);
  }

  static SentShape of(Shape shape) {
    return new SentShape(shape);
  }

  /** Categories without rows share a regression, or are all left out. */
  Shape shape() {
    return new Shape(
        rows,
        columns,
        intercept,
        nonzeros,
        categoryWeights,
        category -> leavesOut ? Shape.LEFT_OUT : 0);
  }
}
