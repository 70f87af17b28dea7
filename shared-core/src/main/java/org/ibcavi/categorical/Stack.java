// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import org.ibcavi.problem.Convergence;
import org.ibcavi.special.Softmax;

/**
 * Weights of predictors under which their mixture would have predicted left-out rows best (stacking
 * of predictive distributions; Yao et al. 2018):
 *
 * <pre>
 *   maximise  Σᵢ ωᵢ log Σ_m w_m p_m(yᵢ) + Σ_m a_m log w_m      over w ≥ 0, Σw = 1
 * </pre>
 *
 * <p>The second term is a Dirichlet prior worth a rows, evenly spread: with few rows the weights
 * stay near even ones instead of following chance. The maximum is found by EM.
 */
final class Stack {
  private final double[][] logDensities;
  private final double[] rowWeights;
  private final double[] priorRows;

  /**
   * Prepares stacking.
   *
   * @param logDensities of each member for each row left out
   * @param rowWeights a weight for each row
   * @param priorRows how many rows the prior of each member is worth
   */
  Stack(double[][] logDensities, double[] rowWeights, double[] priorRows) {
    this.logDensities = logDensities;
    this.rowWeights = rowWeights;
    this.priorRows = priorRows;
  }

  double[] weights() {
    int members = logDensities.length;
    double[][] densities = relativeDensities();
    double prior = Arrays.stream(priorRows).sum();
    double[] weights = Arrays.stream(priorRows).map(rows -> rows / prior).toArray();
    for (int step = 0; step < Convergence.STEPS; step++) {
      double[] next = step(densities, weights);
      double change = 0;
      for (int m = 0; m < members; m++) {
        change = Math.max(change, Math.abs(next[m] - weights[m]));
      }
      weights = next;
      if (change < Convergence.CHANGE) {
        break;
      }
    }
    return weights;
  }

  /** The log density of all left-out rows under the best weights. */
  double logDensity() {
    double[] mixture = mixture();
    double total = 0;
    for (int i = 0; i < rowWeights.length; i++) {
      total += rowWeights[i] * mixture[i];
    }
    return total;
  }

  /** The log density of each left-out row under the best weights. */
  double[] mixture() {
    double[] logWeights = Arrays.stream(weights()).map(Math::log).toArray();
    double[] logs = new double[rowWeights.length];
    double[] ofMembers = new double[logWeights.length];
    for (int i = 0; i < logs.length; i++) {
      int row = i;
      Arrays.setAll(ofMembers, m -> logWeights[m] + logDensities[m][row]);
      logs[i] = Softmax.logSum(ofMembers);
    }
    return logs;
  }

  /** Each row's densities divided by the row's largest, row after row. */
  private double[][] relativeDensities() {
    double[][] densities = new double[rowWeights.length][logDensities.length];
    for (int i = 0; i < rowWeights.length; i++) {
      int row = i;
      Arrays.setAll(densities[i], m -> logDensities[m][row]);
      double max = Softmax.maximum(densities[i], 0, densities[i].length);
      Arrays.setAll(densities[i], m -> Math.exp(densities[row][m] - max));
    }
    return densities;
  }

  private double[] step(double[][] densities, double[] weights) {
    int members = weights.length;
    double[] shares = priorRows.clone();
    for (int i = 0; i < densities.length; i++) {
      double sum = 0;
      for (int m = 0; m < members; m++) {
        sum += weights[m] * densities[i][m];
      }
      for (int m = 0; m < members; m++) {
        shares[m] += rowWeights[i] * weights[m] * densities[i][m] / sum;
      }
    }
    double total = Arrays.stream(shares).sum();
    return Arrays.stream(shares).map(share -> share / total).toArray();
  }
}
