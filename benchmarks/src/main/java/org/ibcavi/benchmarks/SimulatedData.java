// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/**
 * Softmax data after the simulations of Wojnowicz et al. (2022): normal covariates, each predictive
 * of one category (⌊m·(K−1)/M⌋ for covariate m) with weights of standard deviation {@code strong}
 * and of all others with 0.001, intercepts of standard deviation 0.25, the last category's weights
 * zero.
 */
final class SimulatedData {
  private static final double WEAK = 0.001;
  private static final double INTERCEPT = 0.25;
  private static final double TRAINING_SHARE = 0.8;

  private final TrainingData training;
  private final DesignMatrix testRows;
  private final int[] testLabels;
  private final double[][] weights;

  private SimulatedData(
      TrainingData training, DesignMatrix testRows, int[] testLabels, double[][] weights) {
    this.training = training;
    this.testRows = testRows;
    this.testLabels = testLabels;
    this.weights = weights;
  }

  static SimulatedData of(int rows, int columns, int categories, double strong, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] weights = weights(columns, categories, strong, random);
    return dense((int) (TRAINING_SHARE * rows), rows, weights, random);
  }

  /** The same with other numbers of rows, and more categories that no row is of. */
  static SimulatedData withEmpty(
      int trainingRows, int testRows, int columns, int seen, int empty, double strong, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] weights = Arrays.copyOf(weights(columns, seen, strong, random), seen + empty);
    for (int k = seen; k < weights.length; k++) {
      weights[k] = new double[columns + 1];
      weights[k][columns] = Double.NEGATIVE_INFINITY;
    }
    return dense(trainingRows, trainingRows + testRows, weights, random);
  }

  /**
   * Rows in which some random columns are 1 and all others 0, and normal weights of all columns.
   */
  static SimulatedData sparse(
      int trainingRows, int testRows, int columns, int ones, int categories, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] weights = new double[categories][columns + 1];
    for (double[] vector : weights) {
      Arrays.setAll(vector, m -> random.nextGaussian());
    }
    TrainingData.Builder training = TrainingData.sparse(columns, categories);
    DesignMatrix.Builder test = DesignMatrix.sparse(columns);
    int[] testLabels = new int[testRows];
    double[] values = new double[ones];
    Arrays.fill(values, 1);
    for (int i = 0; i < trainingRows + testRows; i++) {
      int[] chosen = random.ints(0, columns).distinct().limit(ones).sorted().toArray();
      double[] row = new double[columns];
      IntStream.of(chosen).forEach(m -> row[m] = 1);
      int label = draw(weights, row, random);
      if (i < trainingRows) {
        training.add(chosen, values, label);
      } else {
        test.add(chosen, values);
        testLabels[i - trainingRows] = label;
      }
    }
    return new SimulatedData(training.build(), test.build(), testLabels, weights);
  }

  private static SimulatedData dense(
      int trainingRows, int rows, double[][] weights, SplittableRandom random) {
    int columns = weights[0].length - 1;
    int categories = weights.length;
    TrainingData.Builder training = TrainingData.dense(columns, categories);
    DesignMatrix.Builder test = DesignMatrix.dense(columns);
    int[] testLabels = new int[rows - trainingRows];
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      for (int m = 0; m < columns; m++) {
        row[m] = random.nextGaussian();
      }
      int label = draw(weights, row, random);
      if (i < trainingRows) {
        training.add(row, label);
      } else {
        test.add(row);
        testLabels[i - trainingRows] = label;
      }
    }
    return new SimulatedData(training.build(), test.build(), testLabels, weights);
  }

  /** A row of weights for each category, its intercept last; the last category's are zero. */
  private static double[][] weights(
      int columns, int categories, double strong, SplittableRandom random) {
    double[][] weights = new double[categories][columns + 1];
    for (int k = 0; k < categories - 1; k++) {
      for (int m = 0; m < columns; m++) {
        boolean predictive = (long) m * (categories - 1) / columns == k;
        weights[k][m] = (predictive ? strong : WEAK) * random.nextGaussian();
      }
      weights[k][columns] = INTERCEPT * random.nextGaussian();
    }
    return weights;
  }

  /** The largest of linear predictor plus Gumbel noise is a draw from the softmax. */
  static int draw(double[][] weights, double[] row, SplittableRandom random) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < weights.length; k++) {
      double noisy = predictor(weights[k], row) - Math.log(-Math.log(1 - random.nextDouble()));
      if (noisy > largest) {
        largest = noisy;
        best = k;
      }
    }
    return best;
  }

  /** The same rows in the form that every program can read. */
  Split split(String name) {
    int count = training.rows();
    double[][] rows = new double[count + testLabels.length][training.features().columns()];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      boolean test = i >= count;
      (test ? testRows : training.features()).copyRow(test ? i - count : i, rows[i]);
      labels[i] = test ? testLabels[i - count] : training.label(i);
    }
    return new Split(name, rows[0].length, training.categories(), null, rows, labels, count);
  }

  private static double predictor(double[] weights, double[] row) {
    double eta = weights[row.length];
    for (int m = 0; m < row.length; m++) {
      eta += weights[m] * row[m];
    }
    return eta;
  }

  /** The probabilities that the label of a test row was drawn from. */
  double[] truth(int row) {
    double[] x = new double[testRows.columns()];
    testRows.copyRow(row, x);
    double[] p = new double[weights.length];
    Arrays.setAll(p, k -> predictor(weights[k], x));
    double max = Arrays.stream(p).max().orElseThrow();
    Arrays.setAll(p, k -> Math.exp(p[k] - max));
    double sum = Arrays.stream(p).sum();
    Arrays.setAll(p, k -> p[k] / sum);
    return p;
  }

  /** The mean over test rows of KL(truth ‖ prediction). */
  double meanDivergence(double[][] predictions) {
    double sum = 0;
    for (int i = 0; i < predictions.length; i++) {
      sum += divergence(truth(i), predictions[i]);
    }
    return sum / predictions.length;
  }

  /** KL(p ‖ q) = Σ p log(p/q). */
  static double divergence(double[] p, double[] q) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += p[k] > 0 ? p[k] * Math.log(p[k] / q[k]) : 0;
    }
    return sum;
  }

  TrainingData training() {
    return training;
  }

  DesignMatrix testRows() {
    return testRows;
  }

  int testLabel(int row) {
    return testLabels[row];
  }
}
