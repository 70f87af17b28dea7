// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.ibcavi.diagnostics.LeaveOneOut;
import org.ibcavi.joint.Mode;
import org.ibcavi.link.Likelihood;
import org.ibcavi.local.FittedPredictors;
import org.ibcavi.local.LocalFolds;
import org.ibcavi.local.Spread;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Problem;
import org.ibcavi.report.PriorReport;
import org.ibcavi.scale.HeldOutParts;

/**
 * A check of leave-one-out densities by modes that were really fitted without some rows. One step
 * of Newton's method says well what a single row does to a posterior that many rows hold; where
 * each coefficient is held by few, as with rare features and wide priors, the other rows give way
 * too, and the step flatters the member, by more than a unit for each row at the worst.
 */
final class Refits {
  private final MemberFitter fitter;
  private final FitContext context;
  private final int[] competitors;
  private final Problem held;
  private final LocalFolds folds;
  private final double[] weights;

  private Refits(MemberFitter fitter, Problem problem, int[][] parts, FitContext context) {
    this.fitter = fitter;
    this.context = context;
    held = problem.onCopies(parts[0]);
    competitors = problem.competitors();
    folds = LocalFolds.of(problem, parts, competitors, context);
    weights = folds.weights(0);
  }

  /**
   * Leave-one-out log densities without what flatters.
   *
   * @param logDensities of each member for each row
   * @param modes of the members with Laplace's posteriors
   * @param first the mode under the learned variance, perhaps not of a member any more
   * @param fitter of the members, on all rows
   * @param context threads
   * @return the same, those of a flattered member lowered by as much for every row
   */
  static double[][] corrected(
      double[][] logDensities,
      List<FittedMember> modes,
      FittedMember first,
      MemberFitter fitter,
      FitContext context) {
    Problem problem = fitter.pass().sample(fitter.shape().rows(), fitter.settings().seed());
    int[][] parts = parts(problem, Spread.hashes(problem, context));
    if (parts[0].length == 0) {
      return logDensities;
    }
    double[] corrections = new Refits(fitter, problem, parts, context).corrections(modes, first);
    return IntStream.range(0, modes.size())
        .mapToObj(m -> Arrays.stream(logDensities[m]).map(log -> log + corrections[m]).toArray())
        .toArray(double[][]::new);
  }

  /**
   * What is to be added to each row's leave-one-out log density of a member. Unless the refit of
   * some member is clearly worse than one step said, by three standard errors, and worse than that
   * of the first mode, which lacks the same rows, it is 0. Else one step is not to be trusted, and
   * each member's densities are lowered by what it lost more than the first one.
   */
  private double[] corrections(List<FittedMember> modes, FittedMember first) {
    FittedMember firstAgain = refitted(first, first);
    double usual = Math.max(0, mean(losses(first, firstAgain)));
    double[] corrections = new double[modes.size()];
    boolean doubted = false;
    for (int m = 0; m < corrections.length; m++) {
      FittedMember mode = modes.get(m);
      double[] losses = losses(mode, mode == first ? firstAgain : refitted(mode, firstAgain));
      double mean = mean(losses);
      doubted |= mean - 3 * standardError(losses, mean) > usual;
      corrections[m] = Math.min(0, usual - mean);
    }
    return doubted ? corrections : new double[corrections.length];
  }

  /**
   * Every fifth row of each category, in an order that only what is in the rows decides, and the
   * others. Rows with the same features go together, whether they are counted, merged or neither.
   * Each category keeps rows; those of fewer than five lose none.
   */
  private static int[][] parts(Problem problem, long[] hashes) {
    int[] rows = problem.eachCopy(IntStream.range(0, problem.rows()).toArray());
    int[] dealt =
        Arrays.stream(rows)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(problem::regressionOfRow)
                    .thenComparingLong(row -> hashes[row]))
            .mapToInt(Integer::intValue)
            .toArray();
    boolean[] out = new boolean[dealt.length];
    int number = 0;
    for (int at = 1; at < dealt.length; at++) {
      int row = dealt[at];
      int before = dealt[at - 1];
      if (problem.regressionOfRow(row) != problem.regressionOfRow(before)) {
        number = 0;
      } else if (hashes[row] != hashes[before]) {
        number++;
      }
      out[at] = number % HeldOutParts.FOLDS == HeldOutParts.FOLDS - 1;
    }
    IntPredicate isOut = at -> out[at];
    return new int[][] {some(dealt, isOut), some(dealt, isOut.negate())};
  }

  /** The mode without the rows; variances of single weights are learned anew without them. */
  private FittedMember refitted(FittedMember mode, FittedMember first) {
    MemberFitter others = fitter.on(folds.others(0, 2));
    Likelihood likelihood = mode.likelihood();
    if (mode.prior().kind() == PriorReport.Kind.HEAVY_TAILED) {
      LearnedScale prior = (LearnedScale) fitter.settings().prior();
      return new ScalePath(others, likelihood, prior, first.means()).heavyTailed(first, 1);
    }
    Mode again = others.searchAscent(likelihood, mode.priors()).climb(mode.means());
    return others.fitted(likelihood, mode.priors(), mode.prior(), again);
  }

  /** How much worse each row that is left out is predicted by a refit than by one step. */
  private double[] losses(FittedMember mode, FittedMember again) {
    FittedPredictors predictors = new FittedPredictors(held, mode.means(), mode.covariance());
    double[] oneStep = LeaveOneOut.atMode(mode.likelihood(), predictors).logDensities(context);
    double[] really = folds.logDensities(0, mode.likelihood(), again.means().some(competitors));
    Arrays.setAll(really, i -> oneStep[i] - really[i]);
    return really;
  }

  private double mean(double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights[i] * values[i];
    }
    return sum / Arrays.stream(weights).sum();
  }

  /** Not a number if there is no more than one row. */
  private double standardError(double[] values, double mean) {
    double squares =
        mean(Arrays.stream(values).map(value -> (value - mean) * (value - mean)).toArray());
    return Math.sqrt(squares / (Arrays.stream(weights).sum() - 1));
  }

  private static int[] some(int[] dealt, IntPredicate which) {
    return IntStream.range(0, dealt.length).filter(which).map(at -> dealt[at]).sorted().toArray();
  }
}
