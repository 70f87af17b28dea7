// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;

/** Features and labels that have nothing to do with each other, for timing alone. */
final class NoiseData {
  private NoiseData() {}

  static TrainingData dense(int rows, int columns, int categories) {
    SplittableRandom random = new SplittableRandom(1);
    TrainingData.Builder data = TrainingData.dense(columns, categories);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      for (int m = 0; m < columns; m++) {
        row[m] = random.nextGaussian();
      }
      data.add(row, random.nextInt(categories));
    }
    return data.build();
  }

  /** As many stored values in every row, one in each of as many stretches of columns. */
  static TrainingData sparse(int rows, int columns, int categories, int perRow) {
    SplittableRandom random = new SplittableRandom(1);
    TrainingData.Builder data = TrainingData.sparse(columns, categories);
    int stretch = columns / perRow;
    for (int i = 0; i < rows; i++) {
      int[] at = new int[perRow];
      double[] values = new double[perRow];
      for (int n = 0; n < perRow; n++) {
        at[n] = n * stretch + random.nextInt(stretch);
        values[n] = random.nextDouble();
      }
      data.add(at, values, random.nextInt(categories));
    }
    return data.build();
  }
}
