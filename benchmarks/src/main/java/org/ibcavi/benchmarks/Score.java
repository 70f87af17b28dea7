// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

/** How good predictions are: mean log loss, accuracy and expected calibration error. */
record Score(double logLoss, double accuracy, double calibrationError) {
  private static final int BINS = 15;

  /** No probability counts as less: a category that a peer never saw would cost it everything. */
  private static final double LEAST = 1e-15;

  static Score of(double[][] p, int[] labels) {
    double loss = 0;
    double right = 0;
    double[] gap = new double[BINS];
    for (int i = 0; i < p.length; i++) {
      int best = 0;
      for (int k = 1; k < p[i].length; k++) {
        best = p[i][k] > p[i][best] ? k : best;
      }
      loss -= Math.log(Math.max(LEAST, p[i][labels[i]]));
      double hit = best == labels[i] ? 1 : 0;
      right += hit;
      gap[Math.min(BINS - 1, (int) (p[i][best] * BINS))] += p[i][best] - hit;
    }
    double error = 0;
    for (double sum : gap) {
      error += Math.abs(sum);
    }
    return new Score(loss / p.length, right / p.length, error / p.length);
  }
}
