// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.TrainingData;

/** Other names for the same categories. */
final class Relabeling {
  private final int[] to;

  private Relabeling(int[] to) {
    this.to = to;
  }

  /** The same names. */
  static Relabeling none(int categories) {
    return new Relabeling(IntStream.range(0, categories).toArray());
  }

  /** Names in a random order. */
  static Relabeling shuffled(int categories, long seed) {
    List<Integer> names = new ArrayList<>(IntStream.range(0, categories).boxed().toList());
    Collections.shuffle(names, new Random(seed));
    return new Relabeling(names.stream().mapToInt(k -> k).toArray());
  }

  TrainingData apply(TrainingData data) {
    int[] labels = IntStream.range(0, data.rows()).map(i -> to[data.label(i)]).toArray();
    return TrainingData.of(data.features(), labels, data.categories());
  }

  /** Values of renamed categories in the order of the old names, for each row. */
  double[][] undo(double[][] rows) {
    double[][] result = new double[rows.length][to.length];
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < to.length; k++) {
        result[i][k] = rows[i][to[k]];
      }
    }
    return result;
  }

  /**
   * The same rows of one category, while the rows of all others have these others' labels in random
   * order: what is learned for one category alone does not change.
   */
  static TrainingData othersShuffled(TrainingData data, int category, long seed) {
    int[] others = IntStream.range(0, data.rows()).filter(i -> data.label(i) != category).toArray();
    int[] labels = IntStream.range(0, data.rows()).map(data::label).toArray();
    SplittableRandom random = new SplittableRandom(seed);
    for (int a = others.length - 1; a > 0; a--) {
      int b = random.nextInt(a + 1);
      int label = labels[others[a]];
      labels[others[a]] = labels[others[b]];
      labels[others[b]] = label;
    }
    return TrainingData.of(data.features(), labels, data.categories());
  }
}
