// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.link.Likelihood;
import org.ibcavi.problem.Draws;
import org.ibcavi.special.Exponential;

/**
 * The categorical likelihood of one row at some draws of its linear predictors: scores t, their
 * derivatives D, and the probabilities P ∝ e^t. Draws are taken several at a time, since functions
 * of whole arrays cost less than functions of short ones.
 */
final class RowScores {
  /** Scores that are computed at a time, so that they stay in the nearest cache. */
  private static final int BATCH_VALUES = 1024;

  private final Likelihood member;
  private final Draws draws;
  private final int columns;
  private final int batch;
  private final double[] scores;
  private final double[] slopes;
  private final double[] maxima;
  private final double[] ownScores;
  private int first;
  private int loaded;

  RowScores(Likelihood member, Draws draws) {
    this.member = member;
    this.draws = draws;
    this.columns = draws.columns();
    this.batch = Math.max(1, Math.min(draws.count(), BATCH_VALUES / columns));
    this.scores = new double[batch * columns];
    this.slopes = new double[batch * columns];
    this.maxima = new double[batch];
    this.ownScores = new double[batch];
  }

  /**
   * log Σ e^t over all categories at each draw.
   *
   * @param means of the regressions' linear predictors
   * @param deviations of the regressions' linear predictors; not read if there are no draws
   * @param set of the row
   * @param out receives one for each draw
   * @param from the place of the first
   */
  void logNormalizers(double[] means, double[] deviations, double[] set, double[] out, int from) {
    for (first = 0; first < draws.count(); first += batch) {
      load(means, deviations, set);
      exponentiate();
      for (int draw = 0; draw < loaded; draw++) {
        out[from + first + draw] = maxima[draw] + Math.log(sum(draw));
      }
    }
  }

  /**
   * Adds the derivatives of log p(y) in every linear predictor, D([y = k] − P), times a factor,
   * over all draws.
   *
   * @param means of the regressions' linear predictors
   * @param deviations of the regressions' linear predictors; not read if there are no draws
   * @param set of the row
   * @param own the regression of y
   * @param factor what the derivatives are multiplied by
   * @param sums one for each regression
   * @return Σ log p(y) over all draws
   */
  double addDerivatives(
      double[] means, double[] deviations, double[] set, int own, double factor, double[] sums) {
    double total = 0;
    for (first = 0; first < draws.count(); first += batch) {
      load(means, deviations, set);
      total += addLoaded(own, factor, sums);
    }
    return total;
  }

  private double addLoaded(int own, double factor, double[] sums) {
    // Without the row's own category, so that 1 − P of it is a sum and not a difference.
    for (int draw = 0; draw < loaded; draw++) {
      ownScores[draw] = scores[draw * columns + own] - maxima[draw];
      scores[draw * columns + own] = Double.NEGATIVE_INFINITY;
    }
    exponentiate();
    double total = 0;
    for (int draw = 0; draw < loaded; draw++) {
      double ownTerm = Math.exp(ownScores[draw]);
      double others = sum(draw);
      double sum = others + ownTerm;
      double scale = -factor / sum;
      int from = draw * columns;
      for (int c = 0; c < columns; c++) {
        sums[c] += scale * scores[from + c] * slopes[from + c];
      }
      sums[own] += factor * slopes[from + own] * (others / sum);
      total += ownScores[draw] - Math.log(sum);
    }
    return total;
  }

  /**
   * Scores, slopes and each draw's largest score; each odd draw is the negative of the one before.
   */
  private void load(double[] means, double[] deviations, double[] set) {
    loaded = Math.min(batch, draws.count() - first);
    if (draws.areNone()) {
      System.arraycopy(means, 0, scores, 0, columns);
    } else {
      for (int draw = 0; draw < loaded; draw++) {
        loadDraw(draw, means, deviations, set);
      }
    }
    member.link().scores(member.alpha(), scores, slopes, 0, loaded * columns);
    for (int draw = 0; draw < loaded; draw++) {
      double max = Double.NEGATIVE_INFINITY;
      for (int c = draw * columns; c < (draw + 1) * columns; c++) {
        max = Math.max(max, scores[c]);
      }
      maxima[draw] = max;
    }
  }

  private void loadDraw(int draw, double[] means, double[] deviations, double[] set) {
    int from = ((first + draw) >> 1) * columns;
    double sign = ((first + draw) & 1) == 0 ? 1 : -1;
    for (int c = 0; c < columns; c++) {
      scores[draw * columns + c] = Math.fma(sign * set[from + c], deviations[c], means[c]);
    }
  }

  /** Replaces the scores by e^(t − max). */
  private void exponentiate() {
    for (int draw = 0; draw < loaded; draw++) {
      for (int c = draw * columns; c < (draw + 1) * columns; c++) {
        scores[c] -= maxima[draw];
      }
    }
    Exponential.of(scores, 0, loaded * columns);
  }

  /** Of a draw's exponentials, over all categories. */
  private double sum(int draw) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      sum += scores[draw * columns + c];
    }
    return sum;
  }
}
