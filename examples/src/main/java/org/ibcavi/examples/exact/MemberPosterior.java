// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.exact;

import org.ibcavi.examples.baselines.LogDensity;

/**
 * The log posterior of one categorical member, from its definition and with none of the core's
 * code:
 *
 * <pre>
 *   Σᵢ ωᵢ log p_α(yᵢ | xᵢᵀB) − ½ Σ β²/variance,    p_α(k | η) ∝ H(η_k) (1 − H(η_k))^(−α)
 * </pre>
 *
 * <p>Coefficients stand category by category, each with its intercept last. One evaluation at a
 * time.
 */
final class MemberPosterior implements LogDensity {
  private final MemberProblem problem;
  private final BinaryTails tails;
  private final int columns;

  /** log H − α log(1 − H) of each category in the row at hand, then the probabilities. */
  private final double[] p;

  /** The derivatives of these scores. */
  private final double[] slope;

  MemberPosterior(MemberProblem problem) {
    this.problem = problem;
    this.tails = BinaryTails.of(problem.link());
    this.columns = problem.rows()[0].length;
    this.p = new double[problem.categories()];
    this.slope = new double[problem.categories()];
  }

  @Override
  public int size() {
    return p.length * (columns + 1);
  }

  @Override
  public double evaluate(double[] theta, double[] gradient) {
    double value = 0;
    for (int at = 0; at < theta.length; at++) {
      boolean intercept = at % (columns + 1) == columns;
      double variance = intercept ? MemberProblem.INTERCEPT_VARIANCE : problem.weightVariance();
      value -= 0.5 * theta[at] * theta[at] / variance;
      gradient[at] = -theta[at] / variance;
    }
    for (int i = 0; i < problem.rows().length; i++) {
      value += addRow(i, theta, gradient);
    }
    return value;
  }

  private double addRow(int i, double[] theta, double[] gradient) {
    double[] x = problem.rows()[i];
    int label = problem.labels()[i];
    double weight = problem.weights()[i];
    double value = weight * fillProbabilities(theta, x, label);
    for (int k = 0; k < p.length; k++) {
      double score = weight * slope[k] * ((k == label ? 1 : 0) - p[k]);
      int first = k * (columns + 1);
      for (int m = 0; m < columns; m++) {
        gradient[first + m] += score * x[m];
      }
      gradient[first + columns] += score;
    }
    return value;
  }

  /** Fills probabilities and slopes of a row; returns the log probability of one category. */
  private double fillProbabilities(double[] theta, double[] x, int label) {
    double max = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < p.length; k++) {
      int first = k * (columns + 1);
      double eta = theta[first + columns];
      for (int m = 0; m < columns; m++) {
        eta += theta[first + m] * x[m];
      }
      tails.at(eta);
      p[k] = tails.logLower - problem.alpha() * tails.logUpper;
      slope[k] = tails.lowerSlope - problem.alpha() * tails.upperSlope;
      max = Math.max(max, p[k]);
    }
    double own = p[label] - max;
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      p[k] = Math.exp(p[k] - max);
      sum += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= sum;
    }
    return own - Math.log(sum);
  }

  /** Class probabilities of a row at given coefficients. */
  double[] probabilities(double[] theta, double[] row) {
    fillProbabilities(theta, row, 0);
    return p.clone();
  }
}
