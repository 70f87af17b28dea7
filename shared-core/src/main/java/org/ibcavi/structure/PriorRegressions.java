// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import java.util.Arrays;
import org.ibcavi.problem.Shape;

/** Whose coefficients a prior is of: the regressions that are computed, and what they stand for. */
public final class PriorRegressions {
  private final int[] multiplicities;
  private final int features;
  private final boolean intercept;

  /**
   * Takes the sizes.
   *
   * @param multiplicities how many categories each regression stands for, not copied
   * @param features how many weights a regression has
   * @param intercept whether an intercept follows them
   */
  PriorRegressions(int[] multiplicities, int features, boolean intercept) {
    this.multiplicities = multiplicities;
    this.features = features;
    this.intercept = intercept;
  }

  /**
   * All of a problem.
   *
   * @param shape of what is fitted
   * @return its regressions
   */
  public static PriorRegressions of(Shape shape) {
    int[] multiplicities = new int[shape.regressions()];
    Arrays.setAll(multiplicities, shape::multiplicity);
    return new PriorRegressions(multiplicities, shape.columns(), shape.hasIntercept());
  }

  int regressions() {
    return multiplicities.length;
  }

  int multiplicity(int regression) {
    return multiplicities[regression];
  }

  /** Over all regressions. */
  int categories() {
    int sum = 0;
    for (int multiplicity : multiplicities) {
      sum += multiplicity;
    }
    return sum;
  }

  int features() {
    return features;
  }

  boolean intercept() {
    return intercept;
  }

  /** Weights and intercept. */
  int size() {
    return features + (intercept ? 1 : 0);
  }
}
