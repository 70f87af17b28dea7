// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A random tree: the leaf with the largest weight of rows is split next, by a random feature that
 * varies in it, at a random place between the feature's least and largest value there. So it is a
 * totally randomized tree (Geurts, Ernst and Wehenkel 2006), but of a given number of leaves.
 */
final class GrowingTree {
  private final double[][] columns;
  private final double[] weights;
  private final SplittableRandom random;
  private final List<Split> splits = new ArrayList<>();
  private final List<int[]> rowsOfLeaf = new ArrayList<>();

  /** The weights of the leaves; 0 for one that cannot be split because its rows are all alike. */
  private final List<Double> weightOfLeaf = new ArrayList<>();

  /**
   * A tree of one leaf.
   *
   * @param columns the values of each feature
   * @param weights of the rows, above 0
   * @param random the source of features and places
   */
  GrowingTree(double[][] columns, double[] weights, SplittableRandom random) {
    this.columns = columns;
    this.weights = weights;
    this.random = random;
    int[] all = IntStream.range(0, weights.length).toArray();
    rowsOfLeaf.add(all);
    weightOfLeaf.add(weight(all));
  }

  /** Its splits when it has that many leaves, or none left whose rows differ. */
  List<Split> grow(int leaves) {
    int leaf = heaviest();
    while (weightOfLeaf.get(leaf) > 0 && rowsOfLeaf.size() < leaves) {
      split(leaf);
      leaf = heaviest();
    }
    return splits;
  }

  /** The first of equals. */
  private int heaviest() {
    int best = 0;
    for (int leaf = 1; leaf < weightOfLeaf.size(); leaf++) {
      best = weightOfLeaf.get(leaf) > weightOfLeaf.get(best) ? leaf : best;
    }
    return best;
  }

  /** Features are tried in a random order until one varies. */
  private void split(int leaf) {
    int[] untried = IntStream.range(0, columns.length).toArray();
    for (int count = untried.length; count > 0; count--) {
      int at = random.nextInt(count);
      double[] values = columns[untried[at]];
      int[] rows = rowsOfLeaf.get(leaf);
      double least = IntStream.of(rows).mapToDouble(i -> values[i]).min().orElseThrow();
      double largest = IntStream.of(rows).mapToDouble(i -> values[i]).max().orElseThrow();
      if (least < largest) {
        make(new Split(leaf, untried[at], between(least, largest)));
        return;
      }
      untried[at] = untried[count - 1];
    }
    weightOfLeaf.set(leaf, 0.0);
  }

  /** At least the lower and below the upper, even if rounding would not have it so. */
  private double between(double lower, double upper) {
    double share = random.nextDouble();
    double cut = (1 - share) * lower + share * upper;
    return cut >= lower && cut < upper ? cut : lower;
  }

  private void make(Split split) {
    double[] values = columns[split.feature()];
    int[] rows = rowsOfLeaf.get(split.leaf());
    int[] stay = IntStream.of(rows).filter(i -> values[i] <= split.cut()).toArray();
    int[] move = IntStream.of(rows).filter(i -> values[i] > split.cut()).toArray();
    splits.add(split);
    rowsOfLeaf.set(split.leaf(), stay);
    weightOfLeaf.set(split.leaf(), weight(stay));
    rowsOfLeaf.add(move);
    weightOfLeaf.add(weight(move));
  }

  private double weight(int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> weights[i]).sum();
  }
}
