// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Offsets;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;

/** Predictions of each row by a model that was fitted without it. */
final class CrossValidation {
  private final TrainingData data;
  private final int[] foldOf;
  private final int folds;

  /**
   * Deals the rows.
   *
   * @param data the rows
   * @param folds the number of parts
   * @param seed of the order in which they are dealt
   */
  CrossValidation(TrainingData data, int folds, long seed) {
    if (folds < 2 || folds > data.rows()) {
      throw new IllegalArgumentException(
          "folds " + folds + "; must be at least 2 and at most the number of rows, " + data.rows());
    }
    this.data = data;
    this.folds = folds;
    this.foldOf = deal(data, folds, new SplittableRandom(seed));
  }

  /**
   * Rows of a category are shuffled and dealt in turn, the next category's from where the last one
   * ended, so that folds are of the same size and have the same shares of the categories.
   */
  static int[] deal(TrainingData data, int folds, SplittableRandom random) {
    int[] foldOf = new int[data.rows()];
    int next = 0;
    for (int k = 0; k < data.categories(); k++) {
      int category = k;
      int[] rows =
          IntStream.range(0, foldOf.length).filter(i -> data.label(i) == category).toArray();
      for (int left = rows.length; left > 0; left--) {
        int at = random.nextInt(left);
        foldOf[rows[at]] = next++ % folds;
        rows[at] = rows[left - 1];
      }
    }
    return foldOf;
  }

  /**
   * Fits as often as there are folds.
   *
   * @param fit makes a model of some of the rows
   * @return for each row one probability for each category
   */
  double[][] probabilities(Function<TrainingData, CategoricalModel> fit) {
    double[][] probabilities = new double[data.rows()][];
    for (int f = 0; f < folds; f++) {
      int fold = f;
      int[] held = IntStream.range(0, foldOf.length).filter(i -> foldOf[i] == fold).toArray();
      int[] others = IntStream.range(0, foldOf.length).filter(i -> foldOf[i] != fold).toArray();
      CategoricalModel model = fit.apply(data.selectRows(others));
      DesignMatrix rows = data.features().selectRows(held);
      Offsets offsets = data.offsets().selectRows(held);
      double[][] predicted = model.probabilities(rows, offsets);
      for (int i = 0; i < held.length; i++) {
        probabilities[held[i]] = predicted[i];
      }
    }
    return probabilities;
  }
}
