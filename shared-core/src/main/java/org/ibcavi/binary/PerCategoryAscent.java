// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.StoppingRule;

/**
 * Regressions whose working weights differ, each with a precision matrix of its own (logit). A
 * sweep reads the ELBO at the current mean and covariance, and moves both:
 *
 * <ul>
 *   <li>plain CAVI: Λ := Λ₀ + XᵀΩWX, then Λμ := Λ₀μ₀ + XᵀΩκ (Durante and Rigon 2019);
 *   <li>accelerated: for the covariance as it is, the bound is concave in the mean, and a Newton
 *       step with a line search climbs it; then Λ is refreshed at the new mean. Each part can only
 *       raise the ELBO, and the slow part of CAVI, the mean of a rare category, is the fast part
 *       here.
 * </ul>
 */
final class PerCategoryAscent {
  private final RowPass pass;
  private final Shape shape;
  private final Link link;
  private final RegressionPriors priors;
  private final Solver solver;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param pass over the rows
   * @param link the binary link
   * @param priors over the regressions' coefficients
   * @param solver plain or accelerated; a diagonal covariance is only for the plain one
   * @param context threads and listener
   */
  PerCategoryAscent(
      RowPass pass, Link link, RegressionPriors priors, Solver solver, FitContext context) {
    this.pass = pass;
    this.shape = pass.shape();
    this.link = link;
    this.priors = priors;
    this.solver = solver;
    this.context = context;
  }

  /**
   * Climbs until every regression is done, or the rule or the limit stops all.
   *
   * @param regressions their numbers
   * @param states one for each of them; replaced by where they end
   */
  Climb run(
      int[] regressions,
      RegressionStep.State[] states,
      StoppingRule rule,
      int maxSweeps,
      FitPhase phase) {
    Climb climb = new Climb(shape, regressions);
    double[] elbos = new double[regressions.length];
    Arrays.fill(elbos, Double.NEGATIVE_INFINITY);
    int[] active = new int[regressions.length];
    Arrays.setAll(active, i -> i);
    while (true) {
      List<RegressionStep.Result> steps =
          sweep(regressions, active, states, elbos, rule.categoryTolerance());
      for (int i = 0; i < active.length; i++) {
        elbos[active[i]] = steps.get(i).elbo;
      }
      climb.add(elbos.clone());
      int left = (int) steps.stream().filter(step -> step.next != null).count();
      context.report(phase, climb.sweeps(), climb.objective(), left, regressions.length);
      if (left == 0) {
        return climb.end(StopReason.CONVERGED);
      }
      if (climb.satisfies(rule)) {
        return climb.end(StopReason.ELBO_GAIN);
      }
      if (climb.sweeps() == maxSweeps) {
        return climb.end(StopReason.SWEEP_LIMIT);
      }
      int[] still = new int[left];
      for (int i = 0, next = 0; i < active.length; i++) {
        if (steps.get(i).next != null) {
          states[active[i]] = steps.get(i).next;
          still[next++] = active[i];
        }
      }
      active = still;
    }
  }

  private List<RegressionStep.Result> sweep(
      int[] regressions,
      int[] active,
      RegressionStep.State[] states,
      double[] elbos,
      double tolerance) {
    List<RegressionStep> steps = new ArrayList<>();
    for (int i : active) {
      steps.add(
          new RegressionStep(
              regressions[i],
              link,
              priors.of(regressions[i]),
              solver,
              states[i],
              elbos[i],
              tolerance));
    }
    return pass.onRegressions(steps);
  }
}
