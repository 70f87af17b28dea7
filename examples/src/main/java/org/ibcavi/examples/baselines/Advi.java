// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Automatic differentiation variational inference with a mean-field Gaussian (Kucukelbir et al.,
 * JMLR 2017, algorithm 1): one draw for each gradient, and their step sizes
 *
 * <pre>
 *   ρ_i = η · i^(−½+ε) / (τ + √s_i),   s_i = a g_i² + (1−a) s_{i−1},   τ = 1, a = 0.1, ε = 1e-16
 * </pre>
 */
public final class Advi {
  /** The learning rates that the authors recommend to try. */
  public static final List<Double> LEARNING_RATES = List.of(0.01, 0.1, 1.0, 10.0, 100.0);

  private static final double TAU = 1;
  private static final double MEMORY = 0.1;
  private static final double EPSILON = 1e-16;

  private final LogDensity target;
  private final double learningRate;
  private final SplittableRandom random;
  private final double[] mean;
  private final double[] logDeviation;
  private final double[] meanSquares;
  private final double[] deviationSquares;
  private final double[] noise;
  private final double[] theta;
  private final double[] gradient;
  private int iteration;

  /**
   * Starts at mean 0 and deviation 1.
   *
   * @param target the log density
   * @param learningRate η above
   * @param seed of the draws
   */
  public Advi(LogDensity target, double learningRate, long seed) {
    this.target = target;
    this.learningRate = learningRate;
    this.random = new SplittableRandom(seed);
    int size = target.size();
    mean = new double[size];
    logDeviation = new double[size];
    meanSquares = new double[size];
    deviationSquares = new double[size];
    noise = new double[size];
    theta = new double[size];
    gradient = new double[size];
  }

  /** Takes a step along a stochastic gradient of the ELBO. */
  public void step() {
    iteration++;
    for (int j = 0; j < theta.length; j++) {
      noise[j] = random.nextGaussian();
      theta[j] = mean[j] + Math.exp(logDeviation[j]) * noise[j];
    }
    target.evaluate(theta, gradient);
    for (int j = 0; j < theta.length; j++) {
      double deviation = gradient[j] * noise[j] * Math.exp(logDeviation[j]) + 1;
      mean[j] += rate(meanSquares, j, gradient[j]) * gradient[j];
      logDeviation[j] += rate(deviationSquares, j, deviation) * deviation;
    }
  }

  private double rate(double[] squares, int j, double slope) {
    double square = slope * slope;
    squares[j] = iteration == 1 ? square : MEMORY * square + (1 - MEMORY) * squares[j];
    return learningRate * Math.pow(iteration, -0.5 + EPSILON) / (TAU + Math.sqrt(squares[j]));
  }

  /**
   * Whether numbers left the range of doubles.
   *
   * @return true if the steps were too large
   */
  public boolean diverged() {
    return !Arrays.stream(mean).allMatch(Double::isFinite)
        || !Arrays.stream(logDeviation).allMatch(value -> value < 300);
  }

  /**
   * The means of the Gaussian.
   *
   * @return a copy
   */
  public double[] mean() {
    return mean.clone();
  }

  /**
   * The standard deviations of the Gaussian.
   *
   * @return a copy
   */
  public double[] deviation() {
    return Arrays.stream(logDeviation).map(Math::exp).toArray();
  }

  /**
   * Draws from the Gaussian.
   *
   * @return a new point
   */
  public double[] draw() {
    double[] point = new double[mean.length];
    for (int j = 0; j < point.length; j++) {
      point[j] = mean[j] + Math.exp(logDeviation[j]) * random.nextGaussian();
    }
    return point;
  }
}
