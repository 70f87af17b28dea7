// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import java.util.Arrays;

/**
 * Draws of one quantity by several chains of equal length, and whether they are enough: split R-hat
 * and effective sample size (Gelman et al., Bayesian Data Analysis, third edition, 11.4 and 11.5).
 */
final class Chains {
  private final double[][] halves;

  /** Takes the draws of each chain, an even number. */
  Chains(double[][] chains) {
    int half = chains[0].length / 2;
    halves = new double[2 * chains.length][];
    for (int c = 0; c < chains.length; c++) {
      halves[2 * c] = Arrays.copyOfRange(chains[c], 0, half);
      halves[2 * c + 1] = Arrays.copyOfRange(chains[c], half, 2 * half);
    }
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /** The mean of products of deviations that lie {@code lag} draws apart. */
  private static double covariance(double[] values, double mean, int lag) {
    double sum = 0;
    for (int t = lag; t < values.length; t++) {
      sum += (values[t] - mean) * (values[t - lag] - mean);
    }
    return sum / values.length;
  }

  /** The mean over half chains of their variances. */
  private double within() {
    double n = halves[0].length;
    return Arrays.stream(halves)
        .mapToDouble(half -> covariance(half, mean(half), 0) * n / (n - 1))
        .average()
        .orElseThrow();
  }

  /** The variance of all draws, from within half chains and from between them. */
  private double pooled() {
    double n = halves[0].length;
    double[] means = Arrays.stream(halves).mapToDouble(Chains::mean).toArray();
    double count = means.length;
    double between = covariance(means, mean(means), 0) * count / (count - 1);
    return (n - 1) / n * within() + between;
  }

  /** √(pooled variance / variance within half chains): 1 if all chains say the same. */
  double splitRhat() {
    double within = within();
    return within == 0 ? 1 : Math.sqrt(pooled() / within);
  }

  /**
   * How many independent draws would know the mean as well. Correlations are summed in pairs of
   * lags as long as the pairs are positive and falling (Geyer 1992).
   */
  double effectiveSize() {
    double pooled = pooled();
    double within = within();
    double[] means = Arrays.stream(halves).mapToDouble(Chains::mean).toArray();
    int n = halves[0].length;
    double sum = 0;
    double last = Double.POSITIVE_INFINITY;
    for (int lag = 0; lag + 1 < n && last > 0; lag += 2) {
      double pair = correlation(lag, means, within, pooled);
      pair += correlation(lag + 1, means, within, pooled);
      last = Math.min(last, Math.max(0, pair));
      sum += last;
    }
    return pooled == 0 ? (double) n * halves.length : n * halves.length / (2 * sum - 1);
  }

  private double correlation(int lag, double[] means, double within, double pooled) {
    double n = halves[0].length;
    double covariance = 0;
    for (int h = 0; h < halves.length; h++) {
      covariance += covariance(halves[h], means[h], lag) * n / (n - 1) / halves.length;
    }
    return lag == 0 ? 1 : 1 - (within - covariance) / pooled;
  }

  /** The mean of all draws. */
  double mean() {
    return Arrays.stream(halves).mapToDouble(Chains::mean).average().orElseThrow();
  }

  /** The distance between two quantiles of all draws. */
  double width(double lower, double upper) {
    double[] sorted = Arrays.stream(halves).flatMapToDouble(Arrays::stream).sorted().toArray();
    return quantile(sorted, upper) - quantile(sorted, lower);
  }

  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
