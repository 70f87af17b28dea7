// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

/**
 * Adapts a step size so that a mean acceptance probability is reached (Hoffman and Gelman, JMLR
 * 2014, §3.2, with their constants).
 */
final class DualAveraging {
  private static final double GAMMA = 0.05;
  private static final double DELAY = 10;
  private static final double KAPPA = 0.75;

  private final double wanted;
  private double center;
  private double error;
  private double logStep;
  private double logAverage;
  private int count;

  DualAveraging(double wanted) {
    this.wanted = wanted;
  }

  void restart(double step) {
    center = Math.log(10 * step);
    error = 0;
    logStep = Math.log(step);
    logAverage = 0;
    count = 0;
  }

  void learn(double acceptance) {
    count++;
    double share = 1 / (count + DELAY);
    error = (1 - share) * error + share * (wanted - acceptance);
    logStep = center - Math.sqrt(count) / GAMMA * error;
    double weight = Math.pow(count, -KAPPA);
    logAverage = weight * logStep + (1 - weight) * logAverage;
  }

  double step() {
    return Math.exp(logStep);
  }

  double averagedStep() {
    return count == 0 ? Math.exp(logStep) : Math.exp(logAverage);
  }
}
