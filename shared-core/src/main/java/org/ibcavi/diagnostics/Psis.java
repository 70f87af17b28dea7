// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.special.Softmax;

/**
 * Pareto-smoothed importance sampling (Vehtari, Simpson, Gelman, Yao and Gabry 2024): the largest
 * importance weights are replaced by quantiles of a generalised Pareto distribution fitted to them,
 * and its shape k̂ says whether the weights can be trusted at all.
 */
public final class Psis {
  /** Above it means over the weighted draws are not to be trusted, however many there are. */
  public static final double WORST_SHAPE = 0.7;

  /** Weights in the tail: this share of all, or the next constant times their root, if fewer. */
  private static final double TAIL_SHARE = 0.2;

  private static final double TAIL_ROOTS = 3;

  /** Fewer tell nothing of a tail. */
  private static final int LEAST_TAIL = 5;

  /** Observations that the prior for the shape is worth, and the shape it is around. */
  private static final double PRIOR_TAIL = 10;

  private static final double PRIOR_SHAPE = 0.5;

  private final double[] logWeights;
  private final double shape;

  private Psis(double[] logWeights, double shape) {
    this.logWeights = logWeights;
    this.shape = shape;
  }

  /**
   * Smooths weights.
   *
   * @param logRatios log of the target's density over that of the draws, up to a constant
   * @return smoothed weights, and their shape
   */
  public static Psis of(double[] logRatios) {
    int draws = logRatios.length;
    double max = Arrays.stream(logRatios).max().orElseThrow();
    double[] logs = Arrays.stream(logRatios).map(ratio -> ratio - max).toArray();
    int tail = (int) Math.ceil(Math.min(TAIL_SHARE * draws, TAIL_ROOTS * Math.sqrt(draws)));
    double shape = Double.POSITIVE_INFINITY;
    if (tail >= LEAST_TAIL) {
      shape = smooth(logs, tail);
    }
    return new Psis(normalized(logs), shape);
  }

  /** Smooths the tail in place. */
  private static double smooth(double[] logs, int tail) {
    int[] order =
        IntStream.range(0, logs.length)
            .boxed()
            .sorted((i, j) -> Double.compare(logs[i], logs[j]))
            .mapToInt(Integer::intValue)
            .toArray();
    int first = logs.length - tail;
    double cut = Math.exp(logs[order[first - 1]]);
    double[] excesses = new double[tail];
    Arrays.setAll(excesses, i -> Math.exp(logs[order[first + i]]) - cut);
    double sum = Arrays.stream(logs).map(Math::exp).sum();
    if (!(Arrays.stream(excesses).sum() > sum / Math.sqrt(logs.length))) {
      // Without the tail the sum would change by less than its own error: a shape says nothing.
      return Double.NEGATIVE_INFINITY;
    }
    Pareto fitted = Pareto.of(excesses);
    for (int i = 0; i < tail; i++) {
      double smoothed = Math.log(cut + fitted.quantile((i + 0.5) / tail));
      logs[order[first + i]] = Math.min(0, smoothed);
    }
    return fitted.shape();
  }

  private static double[] normalized(double[] logs) {
    double logSum = Softmax.logSum(logs);
    return Arrays.stream(logs).map(log -> log - logSum).toArray();
  }

  /**
   * The logs of the smoothed weights, which sum to 1.
   *
   * @return a copy, in the order of the draws
   */
  public double[] logWeights() {
    return logWeights.clone();
  }

  /**
   * The estimated shape of the weights' tail.
   *
   * @return k̂; infinite if there are too few draws to tell, and minus infinity if the weights are
   *     so even that cutting off the largest of them changes their sum by less than its own error
   */
  public double shape() {
    return shape;
  }

  /**
   * The log of a weighted mean.
   *
   * @param logValues one for each draw
   * @return log Σ weight·value
   */
  public double logMean(double[] logValues) {
    double[] logs = new double[logValues.length];
    Arrays.setAll(logs, i -> logWeights[i] + logValues[i]);
    return Softmax.logSum(logs);
  }

  /**
   * A generalised Pareto distribution of excesses: P(x > t) = (1 + shape·t/scale)^(−1/shape).
   *
   * @param shape k
   * @param scale σ
   */
  record Pareto(double shape, double scale) {
    /** Candidates for the fit: this many and the root of the number of excesses. */
    private static final int CANDIDATES = 30;

    /** How far candidates reach, in units of the first quartile (Zhang and Stephens 2009). */
    private static final double REACH = 3;

    /**
     * The posterior mean of Zhang and Stephens (2009), with the shape drawn to ½ as if by ten more
     * excesses (Vehtari et al. 2024).
     *
     * @param excesses sorted, at least 0, the largest above 0
     */
    static Pareto of(double[] excesses) {
      int count = excesses.length;
      int candidates = CANDIDATES + (int) Math.sqrt(count);
      double largest = excesses[count - 1];
      double quartile = excesses[Math.max(0, (int) Math.floor(count / 4.0 + 0.5) - 1)];
      double regression = REACH * (quartile > 0 ? quartile : largest / count);
      double[] thetas = new double[candidates];
      double[] logs = new double[candidates];
      for (int j = 0; j < candidates; j++) {
        thetas[j] = 1 / largest + (1 - Math.sqrt(candidates / (j + 0.5))) / regression;
        double k = meanLog(excesses, thetas[j]);
        logs[j] = count * (Math.log(-thetas[j] / k) - k - 1);
      }
      double theta = 0;
      for (int j = 0; j < candidates; j++) {
        double sum = 0;
        for (double log : logs) {
          sum += Math.exp(log - logs[j]);
        }
        theta += thetas[j] / sum;
      }
      double k = meanLog(excesses, theta);
      double shrunk = (count * k + PRIOR_TAIL * PRIOR_SHAPE) / (count + PRIOR_TAIL);
      return new Pareto(shrunk, -k / theta);
    }

    /** k(θ) = mean of log(1 − θx). */
    private static double meanLog(double[] excesses, double theta) {
      double sum = 0;
      for (double x : excesses) {
        sum += Math.log1p(-theta * x);
      }
      return sum / excesses.length;
    }

    double quantile(double p) {
      double log = Math.log1p(-p);
      return shape == 0 ? -scale * log : scale * Math.expm1(-shape * log) / shape;
    }
  }
}
