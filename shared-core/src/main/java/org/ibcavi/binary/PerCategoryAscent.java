// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.linalg.Vectors;
import org.ibcavi.link.Link;
import org.ibcavi.pass.Precision;
import org.ibcavi.pass.RowPass;
import org.ibcavi.pass.UnitRows;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.UnitPriors;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.Lbfgs;
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
  /** Gradients relative to the ELBO's size are not known better than to this. */
  private static final double LEAST_TOLERANCE = 1e-13;

  /** A Newton step on a concave bound that has to be shorter than this gains nothing. */
  private static final double SHORTEST_STEP = 1e-9;

  private final RowPass pass;
  private final Shape shape;
  private final Link link;
  private final UnitPriors priors;
  private final boolean diagonal;
  private final Solver solver;
  private final FitContext context;

  /**
   * Prepares an ascent.
   *
   * @param pass over the rows
   * @param link the binary link
   * @param priors over the units' coefficients
   * @param diagonal whether covariances are diagonal
   * @param solver plain or accelerated; a diagonal covariance is only for the plain one
   * @param context threads and listener
   */
  PerCategoryAscent(
      RowPass pass,
      Link link,
      UnitPriors priors,
      boolean diagonal,
      Solver solver,
      FitContext context) {
    this.pass = pass;
    this.shape = pass.shape();
    this.link = link;
    this.priors = priors;
    this.diagonal = diagonal;
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
    Climb climb = new Climb(shape, units);
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
    pass.spread(
        active.length,
        (own, i) -> {
          int unit = units[active[i]];
          State state = states[active[i]];
          steps[i] = step(unit, rows(own, unit, state), state, elbos[active[i]], tolerance);
        });
    return steps;
  }

  private UnitRows rows(RowPass own, int unit, State state) {
    return diagonal
        ? own.unit(link, unit, state.mean, state.variances)
        : own.unit(link, unit, state.mean, factor(state));
  }

  private Cholesky factor(State state) {
    return Cholesky.fromPacked(state.packedFactor, shape.size());
  }

  private Step step(int unit, UnitRows rows, State state, double lastElbo, double tolerance) {
    double objective = meanObjective(unit, state.mean, rows);
    double elbo = objective + covarianceTerms(unit, state);
    double leastGain = leastGain(tolerance) * Math.abs(elbo);
    boolean smallGain = tolerance > 0 && elbo - lastElbo <= leastGain;
    if (solver == Solver.CAVI) {
      State next = caviUpdate(unit, rows);
      boolean done = smallGain && squaredStep(rows, state, next) <= tolerance * Math.abs(elbo);
      return new Step(elbo, done ? null : next);
    }
    double[] gradient = meanGradient(unit, state.mean, rows);
    double[] direction = newtonDirection(unit, rows, gradient);
    double decrement = Vectors.dot(gradient, direction);
    double least = Math.max(tolerance, LEAST_TOLERANCE);
    if (smallGain && decrement <= least * least * Math.abs(elbo)) {
      return new Step(elbo, null);
    }
    UnitRows.Line line = rows.along(direction);
    double length =
        lineSearch(
            objective,
            decrement,
            step -> meanObjective(unit, moved(state.mean, step, direction), line.at(step)));
    if (length == 0 && smallGain) {
      return new Step(elbo, null);
    }
    double[] mean = moved(state.mean, length, direction);
    double[] upper = precision(unit, line.at(length).weights());
    return new Step(elbo, state(mean, upper, Precision.factor(upper, shape.size())));
  }

  /** Adds Λ₀ to what the rows say. */
  private double[] precision(int unit, double[] upper) {
    priors.of(unit).addPrecision(upper);
    return upper;
  }

  /** Halves the Newton step until it keeps a share of the promised gain; 0 if it cannot. */
  private static double lineSearch(
      double objective, double decrement, DoubleUnaryOperator objectiveAt) {
    double floor = objective - Lbfgs.rounding(objective);
    for (double step = 1; step > SHORTEST_STEP; step /= 2) {
      if (objectiveAt.applyAsDouble(step) >= floor + Lbfgs.SUFFICIENT_GAIN * step * decrement) {
        return step;
      }
    }
    return 0;
  }

  /**
   * The ELBO's gap is quadratic in the gradient, which is what the accelerated tolerance bounds.
   */
  private double leastGain(double tolerance) {
    return Math.max(Lbfgs.ROUNDING, solver == Solver.CAVI ? tolerance : tolerance * tolerance);
  }

  /** ‖X(μ' − μ)‖²/4, a bound on what moving the mean gains. */
  private double squaredStep(UnitRows rows, State from, State to) {
    double[] direction = moved(to.mean, -1, from.mean);
    return link.maximumWeight() * rows.along(direction).squaredLength();
  }

  /** Σωℓ − ½(μ−μ₀)ᵀΛ₀(μ−μ₀): what of the ELBO depends on the mean. */
  private double meanObjective(int unit, double[] mean, UnitRows rows) {
    double[] value = {rows.bound()};
    priors.of(unit).penalize(mean, 1, value, new double[mean.length]);
    return value[0];
  }

  /** ½(log|Λ₀| − log|Λ| + P − tr(Λ₀Σ)): the rest of the ELBO. */
  private double covarianceTerms(int unit, State state) {
    GaussianPrior prior = priors.of(unit);
    double logDeterminant = 0;
    double trace = 0;
    if (diagonal) {
      for (int p = 0; p < shape.size(); p++) {
        logDeterminant -= Math.log(state.variances[p]);
        trace += prior.precision(p) * state.variances[p];
      }
    } else {
      Cholesky factor = factor(state);
      logDeterminant = factor.logDeterminant();
      trace = prior.traceWithInverse(factor);
    }
    return 0.5 * (priors.logDeterminant(unit) - logDeterminant + shape.size() - trace);
  }

  private State caviUpdate(int unit, UnitRows rows) {
    double[] upper = precision(unit, rows.weights());
    double[] right = rows.pulls();
    double[] zero = new double[shape.size()];
    double[] pull = new double[shape.size()];
    priors.of(unit).precisionTimesOffset(zero, 1, pull);
    Vectors.axpy(-1, pull, right);
    Cholesky factor = Precision.factor(upper, shape.size());
    factor.solve(right, 0, 1, 1);
    return state(right, upper, factor);
  }

  private State state(double[] mean, double[] upper, Cholesky factor) {
    return diagonal
        ? new State(mean, null, inverseDiagonalEntries(upper))
        : new State(mean, factor.packed(), null);
  }

  private double[] inverseDiagonalEntries(double[] upper) {
    double[] result = new double[shape.size()];
    Arrays.setAll(result, p -> 1 / upper[p * result.length + p]);
    return result;
  }

  private double[] meanGradient(int unit, double[] mean, UnitRows rows) {
    double[] gradient = rows.slopes();
    priors.of(unit).penalize(mean, 1, new double[1], gradient);
    return gradient;
  }

  private double[] newtonDirection(int unit, UnitRows rows, double[] gradient) {
    double[] upper = precision(unit, rows.curvature());
    double[] direction = gradient.clone();
    Precision.factor(upper, shape.size()).solve(direction, 0, 1, 1);
    return direction;
  }

  private static double[] moved(double[] from, double length, double[] direction) {
    double[] to = from.clone();
    Vectors.axpy(length, direction, to);
    return to;
  }
}
