// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Arrays;
import smile.classification.LogisticRegression;

/** Smile's multinomial logistic regression, on standardized features. */
record SmilePeer(double lambda) implements Peer {
  private static final double TOLERANCE = 1e-5;
  private static final int ITERATIONS = 500;

  @Override
  public Outcome run(Split original) {
    Split split = original.standardized();
    double[][] rows = new double[split.rows()][];
    Arrays.setAll(rows, split::denseRow);
    double[][] training = Arrays.copyOf(rows, split.trainingRows);
    int[] labels = Arrays.copyOf(split.labels, split.trainingRows);
    int[] seen = Arrays.stream(labels).distinct().sorted().toArray();
    long start = System.nanoTime();
    LogisticRegression.Multinomial model =
        LogisticRegression.multinomial(training, labels, lambda, TOLERANCE, ITERATIONS);
    double seconds = 1e-9 * (System.nanoTime() - start);
    double[][] p = new double[split.testRows()][split.classes];
    double[] posterior = new double[seen.length];
    for (int i = 0; i < p.length; i++) {
      model.predict(rows[split.trainingRows + i], posterior);
      for (int k = 0; k < seen.length; k++) {
        p[i][seen[k]] = posterior[k];
      }
    }
    return new Outcome(seconds, p);
  }
}
