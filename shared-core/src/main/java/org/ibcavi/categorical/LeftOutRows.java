// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.diagnostics.LeaveOneOut;
import org.ibcavi.fit.FitContext;
import org.ibcavi.pass.FittedPredictors;
import org.ibcavi.problem.Problem;

/** The rows that members are compared by: how well each member predicts one that is left out. */
final class LeftOutRows {
  private final MemberFitter fitter;
  private final int count;
  private final FitContext context;

  /**
   * Takes a sample.
   *
   * @param fitter of the members
   * @param count how many rows, at the most
   * @param context threads
   */
  LeftOutRows(MemberFitter fitter, int count, FitContext context) {
    this.fitter = fitter;
    this.count = count;
    this.context = context;
  }

  /** The weights of the rows; they are the same rows whatever the members' features are. */
  double[] rowWeights() {
    Problem sample = fitter.problem().sample(count, new SplittableRandom(fitter.settings().seed()));
    double[] weights = new double[sample.rows()];
    Arrays.setAll(weights, sample::rowWeight);
    return weights;
  }

  /** The sum over all rows, each as often as its weight says. */
  double logDensity(FittedMember member) {
    double[] densities = logDensities(member);
    double[] weights = rowWeights();
    return IntStream.range(0, weights.length).mapToDouble(i -> weights[i] * densities[i]).sum();
  }

  /** For each member, of each row. */
  double[][] logDensities(List<FittedMember> members) {
    return members.stream().map(this::logDensities).toArray(double[][]::new);
  }

  private double[] logDensities(FittedMember member) {
    long seed = fitter.settings().seed();
    FittedPredictors predictors =
        FittedPredictors.of(fitter.problem(), count, member.means(), member.covariance(), seed);
    LeaveOneOut leaveOneOut =
        member.variational() == null
            ? new LeaveOneOut(member.likelihood(), predictors)
            : new LeaveOneOut(member.likelihood(), predictors, member.variational().draws(), seed);
    return leaveOneOut.logDensities(context);
  }
}
