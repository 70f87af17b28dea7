// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import java.util.Arrays;
import org.ibcavi.fit.FitContext;
import org.ibcavi.joint.JointCoordinates;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.pass.Precision;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.UnitPriors;

/** Covariances of normal posteriors, one for each unit, beside the priors: full or diagonal. */
final class UnitNormals {
  private final Problem problem;
  private final UnitPriors priors;
  private final PosteriorCovariance covariance;
  private final FitContext context;

  /**
   * Puts them together.
   *
   * @param problem whose units
   * @param priors of the units
   * @param covariance factors or variances for each unit
   * @param context threads
   */
  UnitNormals(
      Problem problem, UnitPriors priors, PosteriorCovariance covariance, FitContext context) {
    this.problem = problem;
    this.priors = priors;
    this.covariance = covariance;
    this.context = context;
  }

  PosteriorCovariance covariance() {
    return covariance;
  }

  /**
   * What a bound has from the covariances, over all categories: minus the part of KL(q‖prior) that
   * does not depend on the means, ½(P + log|Λ₀| − log|Σ⁻¹| − tr(Λ₀Σ)).
   */
  double bound() {
    double[] parts = new double[problem.units()];
    context
        .workers()
        .run(
            parts.length,
            context.cancellation(),
            unit -> {
              double rest = priors.logDeterminant(unit) + problem.size();
              parts[unit] = 0.5 * (rest - divergence(unit));
            });
    return Arrays.stream(parts).sum();
  }

  /** log|Σ⁻¹| + tr(Λ₀Σ). */
  private double divergence(int unit) {
    return covariance.logPrecision(unit) + trace(unit);
  }

  /** tr(Λ₀Σ). */
  private double trace(int unit) {
    if (!covariance.diagonal()) {
      return priors.of(unit).traceWithInverse(covariance.precision(unit));
    }
    double[] variances = covariance.variances(unit);
    double sum = 0;
    for (int p = 0; p < variances.length; p++) {
      sum += priors.of(unit).precision(p) * variances[p];
    }
    return sum;
  }

  /** With all precisions multiplied by a factor. */
  UnitNormals scaled(double factor) {
    if (covariance instanceof FactorPerCategory factors) {
      double root = Math.sqrt(factor);
      double[][] packed = new double[problem.units()][];
      Arrays.setAll(
          packed,
          unit ->
              Arrays.stream(factors.precision(unit).packed()).map(value -> root * value).toArray());
      return with(new FactorPerCategory(problem.size(), packed));
    }
    Coefficients variances = new Coefficients(problem.size(), problem.units());
    for (int unit = 0; unit < problem.units(); unit++) {
      variances.set(
          unit, Arrays.stream(covariance.variances(unit)).map(value -> value / factor).toArray());
    }
    return with(PosteriorCovariance.eachDiagonal(variances));
  }

  /** With precisions part of the way to others of the same shape. */
  UnitNormals towards(UnitNormals others, double share) {
    if (share == 1) {
      return others;
    }
    if (covariance instanceof FactorPerCategory factors) {
      double[][] packed = new double[problem.units()][];
      FactorPerCategory theirs = (FactorPerCategory) others.covariance;
      context
          .workers()
          .run(
              packed.length,
              context.cancellation(),
              unit -> {
                double[] upper = new double[problem.size() * problem.size()];
                addPrecision(1 - share, factors.precision(unit).packed(), upper, problem.size());
                addPrecision(share, theirs.precision(unit).packed(), upper, problem.size());
                packed[unit] = Precision.factor(upper, problem.size()).packed();
              });
      return with(new FactorPerCategory(problem.size(), packed));
    }
    Coefficients variances = new Coefficients(problem.size(), problem.units());
    for (int unit = 0; unit < problem.units(); unit++) {
      double[] from = covariance.variances(unit);
      double[] to = others.covariance.variances(unit);
      Arrays.setAll(from, p -> 1 / ((1 - share) / from[p] + share / to[p]));
      variances.set(unit, from);
    }
    return with(PosteriorCovariance.eachDiagonal(variances));
  }

  /** Adds a multiple of LLᵀ to an upper triangle. */
  private static void addPrecision(double share, double[] packed, double[] upper, int size) {
    for (int i = 0; i < size; i++) {
      for (int j = i; j < size; j++) {
        double sum = 0;
        for (int k = 0; k <= i; k++) {
          sum = Math.fma(packed[i * (i + 1) / 2 + k], packed[j * (j + 1) / 2 + k], sum);
        }
        upper[i * size + j] = Math.fma(share, sum, upper[i * size + j]);
      }
    }
  }

  /** The factor of the mean of some precisions, evenly chosen. */
  static Cholesky meanPrecision(FactorPerCategory factors, int size, int most) {
    int units = factors.variancesPerRow();
    int count = Math.min(most, units);
    double[] upper = new double[size * size];
    for (int i = 0; i < count; i++) {
      addPrecision(
          1.0 / count, factors.precision(Sampling.bound(i, units, count)).packed(), upper, size);
    }
    return Precision.factor(upper, size);
  }

  private UnitNormals with(PosteriorCovariance other) {
    return new UnitNormals(problem, priors, other, context);
  }

  /** Whitened by full precisions. */
  JointCoordinates coordinates(FitContext threads) {
    return JointCoordinates.of(problem.shape(), (FactorPerCategory) covariance, threads);
  }
}
