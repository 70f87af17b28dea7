// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.design.DesignMatrix;

/**
 * The features and, for each tree, an indicator of the leaf that a row falls in. With the value a
 * of an indicator the scalar product of two rows' indicators is a² times the number of trees that
 * hold both in one leaf, a kernel that falls with their distance (Breiman 2000, Davies and
 * Ghahramani 2014). Rows have as many nonzero indicators as there are trees.
 */
public final class Leaves implements FittedBasis {
  private final int inputs;
  private final double value;
  private final List<List<Split>> trees;
  private final int columns;

  /**
   * Puts the map together.
   *
   * @param inputs features of a row
   * @param value of an indicator, above 0
   * @param trees the splits of each tree in the order in which they are made: the split with index
   *     s is of a leaf from 0 to s, and makes the leaf s + 1; none for a tree of one leaf
   */
  public Leaves(int inputs, double value, List<List<Split>> trees) {
    this.inputs = inputs;
    this.value = value;
    this.trees = trees.stream().map(List::copyOf).toList();
    this.columns = inputs + this.trees.stream().mapToInt(splits -> splits.size() + 1).sum();
  }

  @Override
  public int inputs() {
    return inputs;
  }

  @Override
  public int columns() {
    return columns;
  }

  /**
   * The value of every indicator.
   *
   * @return above 0
   */
  public double value() {
    return value;
  }

  /**
   * The splits of each tree.
   *
   * @return an unmodifiable list
   */
  public List<List<Split>> trees() {
    return trees;
  }

  @Override
  public DesignMatrix apply(DesignMatrix rows) {
    DesignMatrix.Builder mapped = DesignMatrix.sparse(columns);
    double[] row = new double[inputs];
    int[] indices = new int[inputs + trees.size()];
    double[] values = new double[inputs + trees.size()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      int count = 0;
      for (int m = 0; m < inputs; m++) {
        if (row[m] != 0) {
          indices[count] = m;
          values[count++] = row[m];
        }
      }
      int first = inputs;
      for (List<Split> splits : trees) {
        indices[count] = first + leaf(splits, row);
        values[count++] = value;
        first += splits.size() + 1;
      }
      mapped.add(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
    }
    return mapped.build();
  }

  /** Of all leaves only one for each tree is stored. */
  @Override
  public double valuesPerRow(double stored) {
    return stored + trees.size();
  }

  private static int leaf(List<Split> splits, double[] row) {
    int leaf = 0;
    for (int s = 0; s < splits.size(); s++) {
      Split split = splits.get(s);
      if (leaf == split.leaf() && row[split.feature()] > split.cut()) {
        leaf = s + 1;
      }
    }
    return leaf;
  }

  /** Such as {@code trees, 50 of them, 800 leaves}. */
  @Override
  public String toString() {
    return "trees, " + trees.size() + " with " + (columns - inputs) + " leaves";
  }
}
