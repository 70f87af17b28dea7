// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.data;

import java.util.Arrays;
import java.util.Iterator;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/**
 * Data from a softmax regression whose predictability is set by one number, as the published
 * experiments have them (Wojnowicz et al., 2022, "Data simulations"): standard normal features, K −
 * 1 weight vectors and a last one of zeros, where feature m weighs for category ⌊m(K−1)/M⌋ with a
 * high standard deviation and for the others with a low one. The first 80 % of the rows train.
 */
public final class SoftmaxSimulation {
  private static final double TRAINING_SHARE = 0.8;
  private static final double LABEL_FLOOR = 1e-12;

  private final int rows;
  private final int categories;
  private final int features;
  private double strength = 1;
  private double otherDeviation = 0.001;
  private double interceptDeviation = 0.25;

  private SoftmaxSimulation(int rows, int categories, int features) {
    this.rows = rows;
    this.categories = categories;
    this.features = features;
  }

  /**
   * A simulation with the published standard deviations of the small weights.
   *
   * @param rows N, training and test together
   * @param categories K
   * @param features M
   * @param strength standard deviation of the weights that matter
   * @return the simulation
   */
  public static SoftmaxSimulation of(int rows, int categories, int features, double strength) {
    SoftmaxSimulation simulation = new SoftmaxSimulation(rows, categories, features);
    simulation.strength = strength;
    return simulation;
  }

  /**
   * The same with other small weights.
   *
   * @param other standard deviation of weights that hardly matter
   * @param intercept standard deviation of the intercepts
   * @return another simulation
   */
  public SoftmaxSimulation deviations(double other, double intercept) {
    SoftmaxSimulation simulation = of(rows, categories, features, strength);
    simulation.otherDeviation = other;
    simulation.interceptDeviation = intercept;
    return simulation;
  }

  /**
   * Draws data.
   *
   * @param seed of everything random
   * @return rows, labels and true probabilities
   */
  public Draw draw(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return collect(
        weights(random),
        x -> Arrays.setAll(x, m -> random.nextGaussian()),
        p -> category(p, random.nextDouble()));
  }

  /**
   * Draws data in the order of the publication's program (github.com/tufts-ml/
   * categorical-from-binary, {@code data_generation/bayes_multiclass_reg.py}): intercepts, weights
   * by category, all features, then all labels. Its table of averages has seed 1 throughout, so
   * that data sets of all sizes share their weights.
   *
   * @param seed of NumPy's generator
   * @return the data that NumPy draws
   */
  public Draw drawAsPublished(int seed) {
    PythonRandom random = PythonRandom.numpy(seed);
    double[][] weights = new double[categories - 1][features + 1];
    for (double[] of : weights) {
      of[features] = random.nextGaussian() * interceptDeviation;
    }
    for (int k = 0; k < categories - 1; k++) {
      for (int m = 0; m < features; m++) {
        weights[k][m] = random.nextGaussian() * deviation(m, k);
      }
    }
    double[][] all = new double[rows][features];
    for (double[] x : all) {
      Arrays.setAll(x, m -> random.nextGaussian());
    }
    Iterator<double[]> next = Arrays.asList(all).iterator();
    return collect(
        weights,
        x -> System.arraycopy(next.next(), 0, x, 0, features),
        p -> random.nextCategory(raised(p)));
  }

  /** Probabilities off zero, as the publication's program draws labels from them. */
  private static double[] raised(double[] p) {
    double sum = Arrays.stream(p).sum() + p.length * LABEL_FLOOR;
    return Arrays.stream(p).map(value -> (value + LABEL_FLOOR) / sum).toArray();
  }

  private Draw collect(
      double[][] weights, Consumer<double[]> nextRow, ToIntFunction<double[]> nextLabel) {
    int trainingRows = (int) (TRAINING_SHARE * rows);
    TrainingData.Builder training = TrainingData.dense(features, categories);
    DesignMatrix.Builder test = DesignMatrix.dense(features);
    int[] testLabels = new int[rows - trainingRows];
    double[][] truth = new double[rows - trainingRows][];
    double entropy = 0;
    double[] x = new double[features];
    for (int i = 0; i < rows; i++) {
      nextRow.accept(x);
      double[] p = probabilities(weights, x);
      int label = nextLabel.applyAsInt(p);
      if (i < trainingRows) {
        training.add(x, label);
      } else {
        test.add(x);
        testLabels[i - trainingRows] = label;
        truth[i - trainingRows] = p;
        entropy += entropy(p) / (rows - trainingRows);
      }
    }
    return new Draw(training.build(), test.build(), testLabels, truth, entropy);
  }

  private double deviation(int feature, int category) {
    boolean matters = (long) feature * (categories - 1) / features == category;
    return matters ? strength : otherDeviation;
  }

  private double[][] weights(SplittableRandom random) {
    double[][] weights = new double[categories - 1][features + 1];
    for (int k = 0; k < categories - 1; k++) {
      for (int m = 0; m < features; m++) {
        weights[k][m] = random.nextGaussian() * deviation(m, k);
      }
      weights[k][features] = random.nextGaussian() * interceptDeviation;
    }
    return weights;
  }

  private double[] probabilities(double[][] weights, double[] x) {
    double[] p = new double[categories];
    double max = 0;
    for (int k = 0; k < categories - 1; k++) {
      p[k] = weights[k][features];
      for (int m = 0; m < features; m++) {
        p[k] += weights[k][m] * x[m];
      }
      max = Math.max(max, p[k]);
    }
    double sum = 0;
    for (int k = 0; k < categories; k++) {
      p[k] = Math.exp(p[k] - max);
      sum += p[k];
    }
    for (int k = 0; k < categories; k++) {
      p[k] /= sum;
    }
    return p;
  }

  private static int category(double[] p, double at) {
    double sum = 0;
    for (int k = 0; k < p.length - 1; k++) {
      sum += p[k];
      if (at < sum) {
        return k;
      }
    }
    return p.length - 1;
  }

  private static double entropy(double[] p) {
    double sum = 0;
    for (double value : p) {
      sum -= value > 0 ? value * Math.log(value) : 0;
    }
    return sum;
  }

  /** Simulated data. */
  public static final class Draw {
    private final TrainingData training;
    private final DesignMatrix test;
    private final int[] labels;
    private final double[][] truth;
    private final double entropy;

    private Draw(
        TrainingData training, DesignMatrix test, int[] labels, double[][] truth, double entropy) {
      this.training = training;
      this.test = test;
      this.labels = labels;
      this.truth = truth;
      this.entropy = entropy;
    }

    /**
     * The training part.
     *
     * @return rows and labels
     */
    public TrainingData training() {
      return training;
    }

    /**
     * The rows of the test part.
     *
     * @return their features
     */
    public DesignMatrix test() {
      return test;
    }

    /**
     * The labels of the test part.
     *
     * @return a copy
     */
    public int[] labels() {
      return labels.clone();
    }

    /**
     * The true probabilities of the test part.
     *
     * @return for each row one for each category
     */
    public double[][] truth() {
      return truth;
    }

    /**
     * The mean entropy of the true probabilities: how unpredictable labels are.
     *
     * @return in nats
     */
    public double entropy() {
      return entropy;
    }

    /**
     * How far predictions are from the truth.
     *
     * @param predicted for each test row one for each category
     * @return the mean over rows of KL(truth ‖ predicted)
     */
    public double divergence(double[][] predicted) {
      double sum = 0;
      for (int i = 0; i < truth.length; i++) {
        for (int k = 0; k < truth[i].length; k++) {
          double p = truth[i][k];
          sum += p > 0 ? p * Math.log(p / Math.max(predicted[i][k], Double.MIN_NORMAL)) : 0;
        }
      }
      return sum / truth.length;
    }
  }
}
