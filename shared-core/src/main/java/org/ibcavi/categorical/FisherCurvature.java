// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import org.ibcavi.link.Likelihood;
import org.ibcavi.pass.RowCurvature;
import org.ibcavi.problem.Problem;

/**
 * The expected curvature of a row's categorical log likelihood in one category's linear predictor,
 * minus the second derivative averaged over y ~ P: ωP(1 − P)D².
 */
final class FisherCurvature implements RowCurvature {
  private final Problem problem;
  private final Likelihood member;
  private final double[] logNormalizers;

  FisherCurvature(Problem problem, Likelihood member, double[] logNormalizers) {
    this.problem = problem;
    this.member = member;
    this.logNormalizers = logNormalizers;
  }

  @Override
  public double of(int row, int unit, double eta) {
    double slope = member.link().scoreSlope(member.alpha(), eta);
    double logP = Math.min(0, member.link().score(member.alpha(), eta) - logNormalizers[row]);
    return problem.rowWeight(row) * Math.exp(logP) * -Math.expm1(logP) * slope * slope;
  }
}
