// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.ibcavi.design.DesignMatrix;

/** Which rows of a problem have the features and the regression of an earlier one. */
final class Repeats {
  private final int[] firsts;
  private final double[] weights;

  private Repeats(int[] firsts, double[] weights) {
    this.firsts = firsts;
    this.weights = weights;
  }

  /** Looks for them all: a hash of every stored value, little beside a single sweep. */
  static Repeats of(Problem problem) {
    Map<Key, Integer> places = new HashMap<>();
    int[] firsts = new int[problem.rows()];
    double[] weights = new double[problem.rows()];
    for (int row = 0; row < firsts.length; row++) {
      int place = places.size();
      Integer earlier = places.putIfAbsent(new Key(problem, row), place);
      if (earlier == null) {
        firsts[place] = row;
      }
      weights[earlier == null ? place : earlier] += problem.rowWeight(row);
    }
    return new Repeats(Arrays.copyOf(firsts, places.size()), Arrays.copyOf(weights, places.size()));
  }

  /** The first row of each kind, in their order. Not copied. */
  int[] firsts() {
    return firsts;
  }

  /** The weight of all rows of each kind. Not copied. */
  double[] weights() {
    return weights;
  }

  /** A row as what it is, not where. */
  private static final class Key {
    private final Problem problem;
    private final int row;
    private final int hash;

    Key(Problem problem, int row) {
      this.problem = problem;
      this.row = row;
      this.hash = Objects.hash(features().rowHash(row), problem.regressionOfRow(row));
    }

    private DesignMatrix features() {
      return problem.regressors().features();
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && problem.regressionOfRow(row) == problem.regressionOfRow(key.row)
          && features().sameRows(row, key.row);
    }
  }
}
