// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import org.ibcavi.link.Likelihood;
import org.ibcavi.special.Exponential;

/**
 * The categorical likelihood of one row at one draw of its linear predictors: scores t of every
 * column of {@link Draws}, their derivatives D, and the probabilities P ∝ e^t.
 */
final class RowScores {
  private final Likelihood member;
  private final Draws draws;
  private final int[] unitOfColumn;
  private final double[] shares;
  private final double[] scores;
  private final double[] slopes;

  RowScores(Likelihood member, Draws draws) {
    this.member = member;
    this.draws = draws;
    this.scores = new double[draws.columns()];
    this.slopes = new double[draws.columns()];
    this.unitOfColumn = new int[draws.columns()];
    Arrays.setAll(unitOfColumn, draws::unitOf);
    this.shares = new double[draws.columns()];
    Arrays.setAll(shares, c -> (double) draws.count(c) / draws.multiplicity(unitOfColumn[c]));
  }

  /**
   * Computes scores and slopes at a draw.
   *
   * @param means of the units' linear predictors
   * @param deviations of the units' linear predictors; not read if there are no draws
   * @param set of the row
   * @param draw which draw; each odd one is the negative of the one before
   */
  void load(double[] means, double[] deviations, double[] set, int draw) {
    if (draws.areNone()) {
      System.arraycopy(means, 0, scores, 0, scores.length);
    } else {
      int from = (draw >> 1) * scores.length;
      double sign = (draw & 1) == 0 ? 1 : -1;
      for (int c = 0; c < scores.length; c++) {
        int unit = unitOfColumn[c];
        scores[c] = Math.fma(sign * set[from + c], deviations[unit], means[unit]);
      }
    }
    member.link().scores(member.alpha(), scores, slopes, 0, scores.length);
  }

  /**
   * log Σ e^t over all categories. The scores are overwritten.
   *
   * @return the log normaliser
   */
  double logNormalizer() {
    double max = maximum();
    return max + Math.log(exponentiate(max));
  }

  /**
   * Adds the derivatives of log p(y) in the linear predictor of one category of each unit, D([y =
   * k] − P), times a factor. The scores are overwritten.
   *
   * @param own the unit of y
   * @param factor what the derivatives are multiplied by
   * @param sums one for each unit
   * @return log p(y)
   */
  double addDerivatives(int own, double factor, double[] sums) {
    int at = draws.firstColumn(own);
    double max = maximum();
    double ownScore = scores[at] - max;
    // Without the row's own category, so that 1 − P of it is a sum and not a difference.
    scores[at] = Double.NEGATIVE_INFINITY;
    double others = exponentiate(max);
    double ownTerm = Math.exp(ownScore);
    others += (draws.count(at) - 1) * ownTerm;
    double sum = others + ownTerm;
    double scale = -factor / sum;
    for (int c = 0; c < scores.length; c++) {
      sums[unitOfColumn[c]] += shares[c] * scale * scores[c] * slopes[c];
    }
    sums[own] += factor * slopes[at] * (others / sum);
    return ownScore - Math.log(sum);
  }

  private double maximum() {
    double max = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      max = Math.max(max, score);
    }
    return max;
  }

  /** Replaces the scores by e^(t − max); the sum is over all categories. */
  private double exponentiate(double max) {
    for (int c = 0; c < scores.length; c++) {
      scores[c] -= max;
    }
    Exponential.of(scores, 0, scores.length);
    double sum = 0;
    for (int c = 0; c < scores.length; c++) {
      sum += draws.count(c) * scores[c];
    }
    return sum;
  }
}
