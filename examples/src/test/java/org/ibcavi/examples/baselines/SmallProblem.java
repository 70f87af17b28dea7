// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;

/** A small softmax regression for tests. */
final class SmallProblem {
  private SmallProblem() {}

  static TrainingData data(int rows, int columns, int categories, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] weights = new double[categories][columns + 1];
    for (double[] of : weights) {
      java.util.Arrays.setAll(of, m -> random.nextGaussian());
    }
    TrainingData.Builder data = TrainingData.dense(columns, categories);
    for (int i = 0; i < rows; i++) {
      double[] x = new double[columns];
      java.util.Arrays.setAll(x, m -> random.nextGaussian());
      int best = 0;
      double highest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < categories; k++) {
        double gumbel = -Math.log(-Math.log(random.nextDouble(1e-300, 1)));
        double value = gumbel + weights[k][columns];
        for (int m = 0; m < columns; m++) {
          value += x[m] * weights[k][m];
        }
        if (value > highest) {
          highest = value;
          best = k;
        }
      }
      data.add(x, best);
    }
    return data.build();
  }
}
