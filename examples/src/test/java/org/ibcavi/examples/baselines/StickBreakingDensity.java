// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import org.ibcavi.design.TrainingData;

/**
 * The log posterior of stick-breaking softmax from its definition, categories in their own order:
 * with shares s_j = σ(η_j), log π_k = log s_k + Σ_{j&lt;k} log(1 − s_j). Coefficients are P ×
 * (K−1).
 */
final class StickBreakingDensity implements LogDensity {
  private final TrainingData data;
  private final double precision;
  private final int columns;
  private final int sticks;

  StickBreakingDensity(TrainingData data, double precision) {
    this.data = data;
    this.precision = precision;
    this.columns = data.features().columns();
    this.sticks = data.categories() - 1;
  }

  @Override
  public int size() {
    return (columns + 1) * sticks;
  }

  @Override
  public double evaluate(double[] theta, double[] gradient) {
    double value = 0;
    for (int at = 0; at < theta.length; at++) {
      value -= 0.5 * precision * theta[at] * theta[at];
      gradient[at] = -precision * theta[at];
    }
    double[] x = new double[columns + 1];
    x[columns] = 1;
    for (int i = 0; i < data.rows(); i++) {
      data.features().copyRow(i, x);
      for (int j = 0; j < sticks && j <= data.label(i); j++) {
        double eta = 0;
        for (int m = 0; m <= columns; m++) {
          eta += x[m] * theta[m * sticks + j];
        }
        double share = 1 / (1 + Math.exp(-eta));
        boolean taken = data.label(i) == j;
        value += Math.log(taken ? share : 1 - share);
        for (int m = 0; m <= columns; m++) {
          gradient[m * sticks + j] += x[m] * ((taken ? 1 : 0) - share);
        }
      }
    }
    return value;
  }
}
