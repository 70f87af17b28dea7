// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.FamilyMember;
import org.ibcavi.pass.RowCurvature;
import org.ibcavi.problem.Problem;

/**
 * The expected curvature of a row's categorical log likelihood in one category's linear predictor,
 * minus the second derivative averaged over y ~ P: ωP(1 − P)D², and that averaged over the draws of
 * a {@link Spread}.
 */
final class FisherCurvature implements RowCurvature {
  private final Problem problem;
  private final FamilyMember member;
  private final Spread spread;
  private final double[] logNormalizers;

  /**
   * Prepares it.
   *
   * @param problem whose rows
   * @param member the likelihood
   * @param spread of the linear predictors
   * @param logNormalizers one for each draw of each row, not copied
   */
  FisherCurvature(Problem problem, FamilyMember member, Spread spread, double[] logNormalizers) {
    this.problem = problem;
    this.member = member;
    this.spread = spread;
    this.logNormalizers = logNormalizers;
  }

  @Override
  public void of(int chunk, int[] units, int first, int width, double[] eta) {
    DesignMatrix features = problem.regressors().features();
    int start = features.chunkStart(chunk);
    int rows = features.chunkSize(chunk);
    double[] variances = new double[rows * width];
    spread.variances().of(chunk, units, first, width, variances);
    for (int i = 0, at = 0; i < rows; i++) {
      for (int j = 0; j < width; j++, at++) {
        eta[at] = of(start + i, units[first + j], eta[at], Math.sqrt(variances[at]));
      }
    }
  }

  private double of(int row, int unit, double mean, double deviation) {
    Draws draws = spread.draws();
    double[] set = spread.set(row);
    double sum = 0;
    for (int draw = 0; draw < draws.count(); draw++) {
      double logNormalizer = logNormalizers[row * draws.count() + draw];
      if (draws.areNone()) {
        sum += at(mean, logNormalizer);
      } else {
        double signed = (draw & 1) == 0 ? deviation : -deviation;
        int from = (draw >> 1) * draws.columns();
        int end = draws.firstColumn(unit + 1);
        double categories = draws.multiplicity(unit);
        for (int c = draws.firstColumn(unit); c < end; c++) {
          double eta = Math.fma(set[from + c], signed, mean);
          sum += draws.count(c) / categories * at(eta, logNormalizer);
        }
      }
    }
    return problem.rowWeight(row) * sum / draws.count();
  }

  /** P(1 − P)D². */
  private double at(double eta, double logNormalizer) {
    double slope = member.link().scoreSlope(member.alpha(), eta);
    double logP = Math.min(0, member.link().score(member.alpha(), eta) - logNormalizer);
    return Math.exp(logP) * -Math.expm1(logP) * slope * slope;
  }
}
