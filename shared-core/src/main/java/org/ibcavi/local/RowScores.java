// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.link.Likelihood;
import org.ibcavi.problem.Draws;
import org.ibcavi.special.Exponential;
import org.ibcavi.special.Softmax;

/**
 * The categorical likelihood at some draws of rows' linear predictors: scores t, their derivatives
 * D, and the probabilities P ∝ e^t. Draws of one row or of several are taken together, since
 * functions of whole arrays cost less than functions of short ones; no draw's bits depend on the
 * others.
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
  private final int[] rows;
  private final int[] drawOf;
  private int loaded;

  RowScores(Likelihood member, Draws draws) {
    this.member = member;
    this.draws = draws;
    this.columns = draws.columns();
    this.batch = Math.max(1, BATCH_VALUES / columns);
    this.scores = new double[batch * columns];
    this.slopes = new double[batch * columns];
    this.maxima = new double[batch];
    this.ownScores = new double[batch];
    this.rows = new int[batch];
    this.drawOf = new int[batch];
  }

  /** Forgets what was loaded. */
  void clear() {
    loaded = 0;
  }

  /** How many draws there is room for. */
  int capacity() {
    return batch;
  }

  boolean isFull() {
    return loaded == batch;
  }

  /** How many draws are loaded. */
  int loaded() {
    return loaded;
  }

  /** Which row a loaded draw is of. */
  int row(int place) {
    return rows[place];
  }

  /** Which of the row's draws a loaded one is. */
  int draw(int place) {
    return drawOf[place];
  }

  /**
   * Loads one draw of a row; each odd draw is the negative of the one before.
   *
   * @param row whose predictors they are
   * @param draw which of the row's draws
   * @param means of the regressions' linear predictors
   * @param deviations of the regressions' linear predictors; not read if there are no draws
   * @param set of the row
   */
  void load(int row, int draw, double[] means, double[] deviations, double[] set) {
    int to = loaded * columns;
    rows[loaded] = row;
    drawOf[loaded] = draw;
    loaded++;
    if (draws.areNone()) {
      System.arraycopy(means, 0, scores, to, columns);
      return;
    }
    int from = (draw >> 1) * columns;
    double sign = (draw & 1) == 0 ? 1 : -1;
    for (int c = 0; c < columns; c++) {
      scores[to + c] = Math.fma(sign * set[from + c], deviations[c], means[c]);
    }
  }

  /** From linear predictors to scores, slopes and each draw's largest score. */
  private void score() {
    member.link().scores(member.alpha(), scores, slopes, 0, loaded * columns);
    for (int place = 0; place < loaded; place++) {
      maxima[place] = Softmax.maximum(scores, place * columns, columns);
    }
  }

  /**
   * log Σ e^t over all categories at each loaded draw.
   *
   * @param out receives one for each of them
   */
  void logNormalizers(double[] out) {
    score();
    exponentiate();
    for (int place = 0; place < loaded; place++) {
      out[place] = maxima[place] + Math.log(sum(place));
    }
  }

  /**
   * The derivatives of log p(y) in every linear predictor, D([y = k] − P), times a factor, in place
   * of the scores of the loaded draws.
   *
   * @param own the regression of y of each of them
   * @param factors what the derivatives are multiplied by
   * @param logDensities receives log p(y) of each of them
   */
  void differentiate(int[] own, double[] factors, double[] logDensities) {
    score();
    // Without the row's own category, so that 1 − P of it is a sum and not a difference.
    for (int place = 0; place < loaded; place++) {
      int at = place * columns + own[place];
      ownScores[place] = scores[at] - maxima[place];
      scores[at] = Double.NEGATIVE_INFINITY;
    }
    exponentiate();
    for (int place = 0; place < loaded; place++) {
      double others = sum(place);
      double sum = others + Math.exp(ownScores[place]);
      double scale = -factors[place] / sum;
      int from = place * columns;
      for (int at = from; at < from + columns; at++) {
        scores[at] = scale * scores[at] * slopes[at];
      }
      scores[from + own[place]] = factors[place] * slopes[from + own[place]] * (others / sum);
      logDensities[place] = ownScores[place] - Math.log(sum);
    }
  }

  /**
   * Adds some of a loaded draw's derivatives.
   *
   * @param place which draw
   * @param first the first regression
   * @param count how many regressions
   * @param sums what is added to
   * @param at the place of the first
   */
  void addTo(int place, int first, int count, double[] sums, int at) {
    int from = place * columns + first;
    for (int c = 0; c < count; c++) {
      sums[at + c] += scores[from + c];
    }
  }

  /** Replaces the scores by e^(t − max). */
  private void exponentiate() {
    for (int place = 0; place < loaded; place++) {
      for (int c = place * columns; c < (place + 1) * columns; c++) {
        scores[c] -= maxima[place];
      }
    }
    Exponential.of(scores, 0, loaded * columns);
  }

  /** Of a draw's exponentials, over all categories. */
  private double sum(int place) {
    double sum = 0;
    for (int c = place * columns; c < (place + 1) * columns; c++) {
      sum += scores[c];
    }
    return sum;
  }
}
