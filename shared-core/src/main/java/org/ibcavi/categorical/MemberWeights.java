// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.diagnostics.LeaveOneOut;
import org.ibcavi.fit.FitContext;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.problem.Problem;
import org.ibcavi.report.PriorReport;

/** The weights of fitted members: those that would have predicted left-out rows best. */
final class MemberWeights {
  /** A member below this weight costs every prediction more than it gives. */
  private static final double LEAST_WEIGHT = 0.05;

  private final MemberFitter fitter;
  private final CategoricalPlan plan;
  private final FitContext context;

  MemberWeights(MemberFitter fitter, CategoricalPlan plan, FitContext context) {
    this.fitter = fitter;
    this.plan = plan;
    this.context = context;
  }

  /**
   * Weighs members; one that would hardly count is left out, with the weight 0.
   *
   * @param members fitted
   * @param priorRows how many rows what is known of each member is worth
   * @return one for each; they sum to 1
   */
  double[] of(List<FittedMember> members, double[] priorRows) {
    if (members.size() == 1) {
      return new double[] {1};
    }
    double[] weights = stacked(members, priorRows);
    double largest = Arrays.stream(weights).max().orElseThrow();
    double least = Math.min(LEAST_WEIGHT, largest);
    double kept = Arrays.stream(weights).filter(weight -> weight >= least).sum();
    return Arrays.stream(weights).map(weight -> weight >= least ? weight / kept : 0).toArray();
  }

  private double[] stacked(List<FittedMember> members, double[] priorRows) {
    double[][] densities = new double[members.size()][];
    Problem rows = fitter.pass().sample(plan.stackingRows(), fitter.settings().seed());
    double[] rowWeights = null;
    for (int m = 0; m < densities.length; m++) {
      FittedMember member = members.get(m);
      FittedPredictors predictors = new FittedPredictors(rows, member.means(), member.covariance());
      densities[m] = leaveOneOut(member, predictors).logDensities(context);
      rowWeights = predictors.rowWeights();
    }
    return new Stack(densities, rowWeights, priorRows).weights();
  }

  /** In the way in which a member predicts by default. */
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
    boolean averages = member.prior().kind() == PriorReport.Kind.WIDER && plan.averages();
    return averages ? leaveOneOut : leaveOneOut.atMeans();
  }
}
