// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;
import java.util.stream.IntStream;
import org.ibcavi.diagnostics.LeaveOneOut;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.PredictionMode;

/** The rows that members are compared by: how well each member predicts one that is left out. */
final class LeftOutRows {
  private final MemberFitter fitter;
  private final CategoricalPlan plan;
  private final FitContext context;
  private final Problem rows;

  /**
   * Takes a sample; it is the same rows whatever the members' features are.
   *
   * @param fitter of the members
   * @param plan which says how they predict
   * @param count how many rows, at the most
   * @param context threads
   */
  LeftOutRows(MemberFitter fitter, CategoricalPlan plan, int count, FitContext context) {
    this.fitter = fitter;
    this.plan = plan;
    this.context = context;
    this.rows = fitter.pass().sample(count, fitter.settings().seed());
  }

  /** The weights of the rows. */
  double[] rowWeights() {
    return rows.rowWeights();
  }

  /** The sum over all rows, each as often as its weight says. */
  double logDensity(FittedMember member) {
    double[] densities = logDensities(member);
    return IntStream.range(0, densities.length)
        .mapToDouble(i -> rows.rowWeight(i) * densities[i])
        .sum();
  }

  /** For each member, of each row. */
  double[][] logDensities(List<FittedMember> members) {
    return members.stream().map(this::logDensities).toArray(double[][]::new);
  }

  private double[] logDensities(FittedMember member) {
    FittedPredictors predictors = new FittedPredictors(rows, member.means(), member.covariance());
    return leaveOneOut(member, predictors).logDensities(context);
  }

  /** In the way in which the member will predict. */
  private LeaveOneOut leaveOneOut(FittedMember member, FittedPredictors predictors) {
    if (member.variational() == null) {
      return LeaveOneOut.atMode(member.likelihood(), predictors);
    }
    LeaveOneOut leaveOneOut =
        LeaveOneOut.of(
            member.likelihood(),
            predictors,
            member.variational().draws(),
            fitter.settings().seed());
    boolean wide = member.prior().isWide();
    PredictionMode mode = fitter.settings().prediction().orElse(wide && plan.averages());
    return mode == PredictionMode.MONTE_CARLO ? leaveOneOut : leaveOneOut.atMeans();
  }
}
