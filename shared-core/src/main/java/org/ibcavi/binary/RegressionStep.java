// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.linalg.Vectors;
import org.ibcavi.link.Link;
import org.ibcavi.pass.Precision;
import org.ibcavi.pass.RegressionRows;
import org.ibcavi.pass.RowPass;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Lbfgs;

/**
 * What a sweep of {@link PerCategoryAscent} does with one regression. It is made of plain values,
 * so that it can be done wherever the rows are.
 */
final class RegressionStep implements RowPass.RegressionTask<RegressionStep.Result> {
  private static final long serialVersionUID = 1;

  /** Gradients relative to the ELBO's size are not known better than to this. */
  private static final double LEAST_TOLERANCE = 1e-13;

  /** A Newton step on a concave bound that has to be shorter than this gains nothing. */
  private static final double SHORTEST_STEP = 1e-9;

  /** A regression's posterior: its mean and either its packed precision factor or its variances. */
  static final class State implements Serializable {
    private static final long serialVersionUID = 1;

    final double[] mean;
    final double[] packedFactor;
    final double[] variances;

    State(double[] mean, double[] packedFactor, double[] variances) {
      this.mean = mean;
      this.packedFactor = packedFactor;
      this.variances = variances;
    }
  }

  /** What a sweep found at a state, and the state it leads to; null if the regression is done. */
  static final class Result implements Serializable { // Engines' serializers may not know records.
    private static final long serialVersionUID = 1;

    final double elbo;
    final State next;

    Result(double elbo, State next) {
      this.elbo = elbo;
      this.next = next;
    }
  }

  private final int regression;
  private final String link;
  private final GaussianPrior prior;
  private final Solver solver;
  private final State state;
  private final double lastElbo;
  private final double tolerance;

  /**
   * Prepares the step.
   *
   * @param regression which regression
   * @param link the binary link
   * @param prior over the regression's coefficients
   * @param solver plain or accelerated; a diagonal covariance is only for the plain one
   * @param state where the regression is
   * @param lastElbo of the regression after the last sweep
   * @param tolerance at which a regression stops for itself; 0 if it does not
   */
  RegressionStep(
      int regression,
      Link link,
      GaussianPrior prior,
      Solver solver,
      State state,
      double lastElbo,
      double tolerance) {
    this.regression = regression;
    this.link = link.name();
    this.prior = prior;
    this.solver = solver;
    this.state = state;
    this.lastElbo = lastElbo;
    this.tolerance = tolerance;
  }

  @Override
  public Result run(RowPass own) {
    return step(rows(own));
  }

  private boolean diagonal() {
    return state.variances != null;
  }

  private RegressionRows rows(RowPass own) {
    return diagonal()
        ? own.regression(link(), regression, state.mean, state.variances)
        : own.regression(link(), regression, state.mean, factor());
  }

  private Link link() {
    return Link.named(link);
  }

  private int size() {
    return state.mean.length;
  }

  private Cholesky factor() {
    return Cholesky.fromPacked(state.packedFactor, size());
  }

  private Result step(RegressionRows rows) {
    double objective = meanObjective(state.mean, rows);
    double elbo = objective + covarianceTerms();
    double leastGain = leastGain() * Math.abs(elbo);
    boolean smallGain = tolerance > 0 && elbo - lastElbo <= leastGain;
    if (solver == Solver.CAVI) {
      State next = caviUpdate(rows);
      boolean done = smallGain && squaredStep(rows, next) <= tolerance * Math.abs(elbo);
      return new Result(elbo, done ? null : next);
    }
    double[] gradient = meanGradient(state.mean, rows);
    double[] direction = newtonDirection(rows, gradient);
    double decrement = Vectors.dot(gradient, direction);
    double least = Math.max(tolerance, LEAST_TOLERANCE);
    if (smallGain && decrement <= least * least * Math.abs(elbo)) {
      return new Result(elbo, null);
    }
    RegressionRows.Line line = rows.along(direction);
    double length =
        lineSearch(
            objective,
            decrement,
            step -> meanObjective(moved(state.mean, step, direction), line.at(step)));
    if (length == 0 && smallGain) {
      return new Result(elbo, null);
    }
    double[] mean = moved(state.mean, length, direction);
    double[] upper = precision(line.at(length).weights());
    return new Result(elbo, state(mean, upper, Precision.factor(upper, size())));
  }

  /** Adds Λ₀ to what the rows say. */
  private double[] precision(double[] upper) {
    prior.addPrecision(upper);
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
  private double leastGain() {
    return Math.max(Lbfgs.ROUNDING, solver == Solver.CAVI ? tolerance : tolerance * tolerance);
  }

  /** ‖X(μ' − μ)‖²/4, a bound on what moving the mean gains. */
  private double squaredStep(RegressionRows rows, State to) {
    double[] direction = moved(to.mean, -1, state.mean);
    return link().maximumWeight() * rows.along(direction).squaredLength();
  }

  /** Σωℓ − ½(μ−μ₀)ᵀΛ₀(μ−μ₀): what of the ELBO depends on the mean. */
  private double meanObjective(double[] mean, RegressionRows rows) {
    double[] value = {rows.bound()};
    prior.penalize(mean, 1, value, new double[mean.length]);
    return value[0];
  }

  /** ½(log|Λ₀| − log|Λ| + P − tr(Λ₀Σ)): the rest of the ELBO. */
  private double covarianceTerms() {
    double logDeterminant = 0;
    double trace = 0;
    if (diagonal()) {
      for (int p = 0; p < size(); p++) {
        logDeterminant -= Math.log(state.variances[p]);
        trace += prior.precision(p) * state.variances[p];
      }
    } else {
      Cholesky factor = factor();
      logDeterminant = factor.logDeterminant();
      trace = prior.traceWithInverse(factor);
    }
    return 0.5 * (prior.logDeterminant() - logDeterminant + size() - trace);
  }

  private State caviUpdate(RegressionRows rows) {
    double[] upper = precision(rows.weights());
    double[] right = rows.pulls();
    double[] zero = new double[size()];
    double[] pull = new double[size()];
    prior.precisionTimesOffset(zero, 1, pull);
    Vectors.axpy(-1, pull, right);
    Cholesky factor = Precision.factor(upper, size());
    factor.solve(right, 0, 1, 1);
    return state(right, upper, factor);
  }

  private State state(double[] mean, double[] upper, Cholesky factor) {
    return diagonal()
        ? new State(mean, null, inverseDiagonalEntries(upper))
        : new State(mean, factor.packed(), null);
  }

  private double[] inverseDiagonalEntries(double[] upper) {
    double[] result = new double[size()];
    Arrays.setAll(result, p -> 1 / upper[p * result.length + p]);
    return result;
  }

  private double[] meanGradient(double[] mean, RegressionRows rows) {
    double[] gradient = rows.slopes();
    prior.penalize(mean, 1, new double[1], gradient);
    return gradient;
  }

  private double[] newtonDirection(RegressionRows rows, double[] gradient) {
    double[] upper = precision(rows.curvature());
    double[] direction = gradient.clone();
    Precision.factor(upper, size()).solve(direction, 0, 1, 1);
    return direction;
  }

  private static double[] moved(double[] from, double length, double[] direction) {
    double[] to = from.clone();
    Vectors.axpy(length, direction, to);
    return to;
  }
}
