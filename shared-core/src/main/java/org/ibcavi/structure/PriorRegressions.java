// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

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
  public PriorRegressions(int[] multiplicities, int features, boolean intercept) {
    this.multiplicities = multiplicities;
    this.features = features;
    this.intercept = intercept;
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
