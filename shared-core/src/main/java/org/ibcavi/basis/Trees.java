// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ibcavi.design.DesignMatrix;

/**
 * Leaves of random trees that see no labels.
 *
 * @param trees how many, at least 1
 * @param leaves of a tree at the most, at least 3
 */
public record Trees(int trees, int leaves) implements Basis {
  @Override
  public int columns(int inputs) {
    return Math.addExact(inputs, Math.multiplyExact(trees, leaves));
  }

  /** Of a tree's leaves a row is in one. */
  @Override
  public double valuesPerRow(int inputs, double stored) {
    return stored + trees;
  }

  /** The columns, and the numbers of the rows in the leaves of a tree. */
  @Override
  public double valuesToFit(int inputs, int rows) {
    return (inputs + 1.0) * rows;
  }

  @Override
  public FittedBasis fit(DesignMatrix rows, double[] weights, long seed) {
    int inputs = rows.columns();
    double[][] columns = Columns.of(rows);
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Split>> grown = new ArrayList<>();
    for (int t = 0; t < trees; t++) {
      grown.add(new GrowingTree(columns, weights, random.split()).grow(leaves));
    }
    // Trees end after one split only if no more than one feature varies, and that has two values.
    boolean linear = grown.stream().allMatch(splits -> splits.size() < 2);
    return linear
        ? FittedBasis.identity(inputs)
        : new Leaves(inputs, Math.sqrt(Smooth.SHARE * inputs / trees), grown);
  }
}
