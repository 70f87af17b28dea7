// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.ibcavi.design.Regressors;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.linalg.Vectors;
import org.ibcavi.link.Link;
import org.ibcavi.pass.CategoryPass;
import org.ibcavi.pass.SegmentSums;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.StoppingRule;

/**
 * Units whose working weights differ, each with a precision matrix of its own (logit). A sweep
 * reads the ELBO at the current mean and covariance, and moves both:
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
  /** The share of the gain promised by the slope that a step must keep (Armijo). */
  private static final double SUFFICIENT_GAIN = 1e-4;

  /** Sums over many rows are not known better than to this relative error. */
  private static final double ROUNDING = 1e-14;

  /** Gradients relative to the ELBO's size are not known better than to this. */
  private static final double LEAST_TOLERANCE = 1e-13;

  /** A Newton step on a concave bound that has to be shorter than this gains nothing. */
  private static final double SHORTEST_STEP = 1e-9;

  private final Problem problem;
  private final Link link;
  private final UnitPriors priors;
  private final boolean diagonal;
  private final Regressors squares;
  private final Solver solver;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param problem what to fit
   * @param link the binary link
   * @param priors over the units' coefficients
   * @param squares squared regressors if the covariance is diagonal, else null
   * @param solver plain or accelerated; a diagonal covariance is only for the plain one
   * @param context threads and listener
   */
  PerCategoryAscent(
      Problem problem,
      Link link,
      UnitPriors priors,
      Regressors squares,
      Solver solver,
      FitContext context) {
    this.problem = problem;
    this.link = link;
    this.priors = priors;
    this.diagonal = squares != null;
    this.squares = squares;
    this.solver = solver;
    this.context = context;
  }

  /** A unit's posterior: its mean and either its packed precision factor or its variances. */
  static final class State {
    final double[] mean;
    final double[] packedFactor;
    final double[] variances;

    State(double[] mean, double[] packedFactor, double[] variances) {
      this.mean = mean;
      this.packedFactor = packedFactor;
      this.variances = variances;
    }
  }

  /** What a sweep found at a state, and the state it leads to; null if the unit is done. */
  private record Step(double elbo, State next) {}

  /**
   * Climbs until every unit is done, or the rule or the limit stops all.
   *
   * @param units their numbers
   * @param states one for each of them; replaced by where they end
   */
  Climb run(int[] units, State[] states, StoppingRule rule, int maxSweeps, FitPhase phase) {
    Climb climb = new Climb(problem, units);
    double[] elbos = new double[units.length];
    Arrays.fill(elbos, Double.NEGATIVE_INFINITY);
    int[] active = new int[units.length];
    Arrays.setAll(active, i -> i);
    while (true) {
      Step[] steps = sweep(units, active, states, elbos, rule.categoryTolerance());
      for (int i = 0; i < active.length; i++) {
        elbos[active[i]] = steps[i].elbo();
      }
      climb.add(elbos.clone());
      int left = (int) Arrays.stream(steps).filter(step -> step.next() != null).count();
      context.report(phase, climb.sweeps(), climb.objective(), left, units.length);
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
        if (steps[i].next() != null) {
          states[active[i]] = steps[i].next();
          still[next++] = active[i];
        }
      }
      active = still;
    }
  }

  private Step[] sweep(
      int[] units, int[] active, State[] states, double[] elbos, double tolerance) {
    Step[] steps = new Step[active.length];
    context
        .workers()
        .spread(
            active.length,
            context.cancellation(),
            (inner, i) -> {
              SegmentSums sums = new SegmentSums(problem, inner, context.cancellation());
              CategoryPass pass = new CategoryPass(problem, units[active[i]], sums);
              steps[i] = step(pass, states[active[i]], elbos[active[i]], tolerance);
            });
    return steps;
  }

  private GaussianPrior prior(CategoryPass pass) {
    return priors.of(pass.unit());
  }

  private Step step(CategoryPass pass, State state, double lastElbo, double tolerance) {
    double[] means = pass.predictors(problem.regressors(), state.mean);
    double[] variances = rowVariances(pass, state);
    double objective = meanObjective(pass, state.mean, means, variances);
    double elbo = objective + covarianceTerms(pass, state);
    double leastGain = leastGain(tolerance) * Math.abs(elbo);
    boolean smallGain = tolerance > 0 && elbo - lastElbo <= leastGain;
    if (solver == Solver.CAVI) {
      State next = caviUpdate(pass, means, variances);
      boolean done = smallGain && squaredStep(pass, state, next) <= tolerance * Math.abs(elbo);
      return new Step(elbo, done ? null : next);
    }
    double[] gradient = meanGradient(pass, state.mean, means, variances);
    double[] direction = newtonDirection(pass, means, variances, gradient);
    double decrement = Vectors.dot(gradient, direction);
    double least = Math.max(tolerance, LEAST_TOLERANCE);
    if (smallGain && decrement <= least * least * Math.abs(elbo)) {
      return new Step(elbo, null);
    }
    double[] shifts = pass.predictors(problem.regressors(), direction);
    double length =
        lineSearch(
            objective,
            decrement,
            step ->
                meanObjective(
                    pass,
                    moved(state.mean, step, direction),
                    moved(means, step, shifts),
                    variances));
    if (length == 0 && smallGain) {
      return new Step(elbo, null);
    }
    double[] mean = moved(state.mean, length, direction);
    double[] newMeans = moved(means, length, shifts);
    double[] upper =
        pass.precision(
            prior(pass), (weight, own, row) -> weight * link.weight(newMeans[row], variances[row]));
    return new Step(elbo, state(mean, upper, CategoryPass.factor(upper, problem.size())));
  }

  /** Halves the Newton step until it keeps a share of the promised gain; 0 if it cannot. */
  private static double lineSearch(
      double objective, double decrement, DoubleUnaryOperator objectiveAt) {
    double floor = objective - ROUNDING * Math.abs(objective);
    for (double step = 1; step > SHORTEST_STEP; step /= 2) {
      if (objectiveAt.applyAsDouble(step) >= floor + SUFFICIENT_GAIN * step * decrement) {
        return step;
      }
    }
    return 0;
  }

  /**
   * The ELBO's gap is quadratic in the gradient, which is what the accelerated tolerance bounds.
   */
  private double leastGain(double tolerance) {
    return Math.max(ROUNDING, solver == Solver.CAVI ? tolerance : tolerance * tolerance);
  }

  /** ‖X(μ' − μ)‖²/4, a bound on what moving the mean gains. */
  private double squaredStep(CategoryPass pass, State from, State to) {
    double[] shifts = pass.predictors(problem.regressors(), moved(to.mean, -1, from.mean));
    double weight = link.maximumWeight();
    return pass.sum((rowWeight, own, row) -> weight * rowWeight * shifts[row] * shifts[row]);
  }

  private double[] rowVariances(CategoryPass pass, State state) {
    return diagonal
        ? pass.predictors(squares, state.variances)
        : pass.variances(Cholesky.fromPacked(state.packedFactor, problem.size()));
  }

  /** Σωℓ − ½(μ−μ₀)ᵀΛ₀(μ−μ₀): what of the ELBO depends on the mean. */
  private double meanObjective(
      CategoryPass pass, double[] mean, double[] means, double[] variances) {
    double[] value = {
      pass.sum((weight, own, row) -> weight * link.bound(own, means[row], variances[row]))
    };
    prior(pass).penalize(mean, 1, value, new double[mean.length]);
    return value[0];
  }

  /** ½(log|Λ₀| − log|Λ| + P − tr(Λ₀Σ)): the rest of the ELBO. */
  private double covarianceTerms(CategoryPass pass, State state) {
    GaussianPrior prior = prior(pass);
    double logDeterminant = 0;
    double trace = 0;
    if (diagonal) {
      for (int p = 0; p < problem.size(); p++) {
        logDeterminant -= Math.log(state.variances[p]);
        trace += prior.precision(p) * state.variances[p];
      }
    } else {
      Cholesky factor = Cholesky.fromPacked(state.packedFactor, problem.size());
      logDeterminant = factor.logDeterminant();
      trace = prior.traceWithInverse(factor);
    }
    return 0.5 * (priors.logDeterminant(pass.unit()) - logDeterminant + problem.size() - trace);
  }

  private State caviUpdate(CategoryPass pass, double[] means, double[] variances) {
    double[] upper =
        pass.precision(
            prior(pass), (weight, own, row) -> weight * link.weight(means[row], variances[row]));
    // At a mean of zero the bound's slope is κ: no other link constant is needed.
    double[] right =
        pass.transposedProduct(
            (weight, own, row) -> weight * link.boundSlope(own, 0, variances[row]));
    double[] zero = new double[problem.size()];
    double[] pull = new double[problem.size()];
    prior(pass).precisionTimesOffset(zero, 1, pull);
    Vectors.axpy(-1, pull, right);
    Cholesky factor = CategoryPass.factor(upper, problem.size());
    factor.solve(right, 0, 1, 1);
    return state(right, upper, factor);
  }

  private State state(double[] mean, double[] upper, Cholesky factor) {
    return diagonal
        ? new State(mean, null, inverseDiagonalEntries(upper))
        : new State(mean, factor.packed(), null);
  }

  private double[] inverseDiagonalEntries(double[] upper) {
    double[] result = new double[problem.size()];
    Arrays.setAll(result, p -> 1 / upper[p * result.length + p]);
    return result;
  }

  private double[] meanGradient(
      CategoryPass pass, double[] mean, double[] means, double[] variances) {
    double[] gradient =
        pass.transposedProduct(
            (weight, own, row) -> weight * link.boundSlope(own, means[row], variances[row]));
    prior(pass).penalize(mean, 1, new double[1], gradient);
    return gradient;
  }

  private double[] newtonDirection(
      CategoryPass pass, double[] means, double[] variances, double[] gradient) {
    double[] upper =
        pass.precision(
            prior(pass),
            (weight, own, row) -> weight * link.boundCurvature(own, means[row], variances[row]));
    double[] direction = gradient.clone();
    CategoryPass.factor(upper, problem.size()).solve(direction, 0, 1, 1);
    return direction;
  }

  private static double[] moved(double[] from, double length, double[] direction) {
    double[] to = from.clone();
    Vectors.axpy(length, direction, to);
    return to;
  }
}
