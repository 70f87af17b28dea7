// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Likelihood;
import org.ibcavi.problem.Draws;
import org.ibcavi.problem.Problem;
import org.ibcavi.special.Exponential;

/**
 * The curvature of a row's categorical log likelihood in one category's linear predictor, minus its
 * second derivative.
 *
 * <p>Where predictors are known, as at a mode, it is averaged over y ~ P: ωP(1 − P)D², which is
 * never negative. Over the draws of a {@link Spread} it is the mean of what the row's own label
 * gives, ω(P(1 − P)D² − ([y = k] − P)D′), as the bound asks for (Opper and Archambeau 2009). The
 * two differ outside softmax, whose D is 1. A row whose mean is negative is counted as 0, so that
 * precisions stay positive. Over draws, curvatures are divided by {@link
 * org.ibcavi.problem.Shape#contrastShare}.
 */
public final class CategoricalCurvature implements RowCurvature {
  private final Problem problem;
  private final Likelihood member;
  private final Spread spread;
  private final double[] logNormalizers;
  private final double contrastShare;

  /**
   * Prepares it.
   *
   * @param problem whose rows
   * @param member the likelihood
   * @param spread of the linear predictors
   * @param logNormalizers one for each draw of each row, not copied
   */
  public CategoricalCurvature(
      Problem problem, Likelihood member, Spread spread, double[] logNormalizers) {
    this.problem = problem;
    this.member = member;
    this.spread = spread;
    this.logNormalizers = logNormalizers;
    this.contrastShare = spread.draws().areNone() ? 1 : problem.shape().contrastShare(member);
  }

  @Override
  public void of(int chunk, int[] regressions, int first, int width, double[] eta) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    int rows = features.chunkSize(chunk);
    double[] variances = new double[rows * width];
    spread.variances().of(chunk, regressions, first, width, variances);
    Row row = new Row(regressions, first, width);
    for (int i = 0; i < rows; i++) {
      row.replace(start + i, eta, variances, i * width);
    }
  }

  /** Memory for one row after the other: all draws of the columns of some regressions. */
  private final class Row {
    private final Draws draws = spread.draws();
    private final int[] columnOf;
    private final int width;
    private final int columns;
    private final double[] scores;
    private final double[] slopes;
    private final double[] probabilities;
    private final boolean observed = !draws.areNone() && !member.blindToCommonShift();
    private final double[] secondDerivatives;

    /** The regression of categories that take no part, if any, is the last and has no column. */
    Row(int[] regressions, int first, int width) {
      this.width = width;
      this.columnOf =
          Arrays.stream(regressions, first, first + width)
              .filter(u -> u < draws.columns())
              .toArray();
      this.columns = columnOf.length;
      this.scores = new double[draws.count() * columns];
      this.slopes = new double[scores.length];
      this.probabilities = new double[scores.length];
      this.secondDerivatives = new double[observed ? scores.length : 0];
    }

    /** Replaces the means of a row's linear predictors, from a place on, by curvatures. */
    void replace(int row, double[] eta, double[] variances, int from) {
      loadPredictors(spread.set(row), eta, variances, from);
      for (int at = 0; at < secondDerivatives.length; at++) {
        secondDerivatives[at] = member.scoreSecondDerivative(scores[at]);
      }
      member.link().scores(member.alpha(), scores, slopes, 0, scores.length);
      for (int draw = 0, at = 0; draw < draws.count(); draw++) {
        double logNormalizer = logNormalizers[row * draws.count() + draw];
        for (int c = 0; c < columns; c++, at++) {
          scores[at] = Math.min(0, scores[at] - logNormalizer);
        }
      }
      Arrays.fill(eta, from, from + width, 0);
      addCurvatures(problem.rowWeight(row) / contrastShare, eta, from);
      if (observed) {
        takeLabels(row, eta, from);
      }
    }

    private void loadPredictors(double[] set, double[] means, double[] variances, int from) {
      for (int c = 0; c < columns; c++) {
        double mean = means[from + c];
        double deviation = Math.sqrt(variances[from + c]);
        for (int draw = 0; draw < draws.count(); draw++) {
          double z = draws.areNone() ? 0 : set[(draw >> 1) * draws.columns() + columnOf[c]];
          double signed = (draw & 1) == 0 ? deviation : -deviation;
          scores[draw * columns + c] = Math.fma(z, signed, mean);
        }
      }
    }

    /** Adds ωP(1 − P)D², from log P. Above one half the difference 1 − P would lose digits. */
    private void addCurvatures(double weight, double[] sums, int from) {
      double share = weight / draws.count();
      System.arraycopy(scores, 0, probabilities, 0, scores.length);
      Exponential.of(probabilities, 0, scores.length);
      for (int draw = 0, at = 0; draw < draws.count(); draw++) {
        for (int c = 0; c < columns; c++, at++) {
          double p = probabilities[at];
          double others = p <= 0.5 ? 1 - p : -Math.expm1(scores[at]);
          sums[from + c] += share * p * others * slopes[at] * slopes[at];
        }
      }
    }

    /** Takes off ω([y = k] − P)D′, down to 0. */
    private void takeLabels(int row, double[] sums, int from) {
      double share = problem.rowWeight(row) / draws.count();
      int own = problem.regressionOfRow(row);
      for (int c = 0; c < columns; c++) {
        double label = columnOf[c] == own ? 1 : 0;
        double sum = 0;
        for (int at = c; at < secondDerivatives.length; at += columns) {
          sum += secondDerivatives[at] * (label - probabilities[at]);
        }
        sums[from + c] = Math.max(0, sums[from + c] - share * sum);
      }
    }
  }
}
