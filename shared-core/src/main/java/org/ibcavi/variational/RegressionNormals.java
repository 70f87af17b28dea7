// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import java.util.Arrays;
import org.ibcavi.joint.JointCoordinates;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.Precision;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.FactorPerCategory;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Sampling;

/**
 * Covariances of normal posteriors, one for each regression, beside the priors: full or diagonal.
 */
final class RegressionNormals {
  private final Problem problem;
  private final RegressionPriors priors;
  private final PosteriorCovariance covariance;
  private final FitContext context;

  /**
   * Puts them together.
   *
   * @param problem whose regressions
   * @param priors of the regressions
   * @param covariance factors or variances for each regression
   * @param context threads
   */
  RegressionNormals(
      Problem problem,
      RegressionPriors priors,
      PosteriorCovariance covariance,
      FitContext context) {
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
    double[] parts = new double[problem.regressions()];
    context
        .workers()
        .run(
            parts.length,
            context.cancellation(),
            regression -> {
              double rest = priors.logDeterminant(regression) + problem.size();
              parts[regression] = 0.5 * (rest - divergence(regression));
            });
    return Arrays.stream(parts).sum();
  }

  /** log|Σ⁻¹| + tr(Λ₀Σ). */
  private double divergence(int regression) {
    return covariance.logPrecision(regression) + trace(regression);
  }

  /** tr(Λ₀Σ). */
  private double trace(int regression) {
    if (!covariance.diagonal()) {
      return priors.of(regression).traceWithInverse(covariance.precision(regression));
    }
    double[] variances = covariance.variances(regression);
    double sum = 0;
    for (int p = 0; p < variances.length; p++) {
      sum += priors.of(regression).precision(p) * variances[p];
    }
    return sum;
  }

  /** With all precisions multiplied by a factor. */
  RegressionNormals scaled(double factor) {
    if (covariance instanceof FactorPerCategory factors) {
      double root = Math.sqrt(factor);
      double[][] packed = new double[problem.regressions()][];
      Arrays.setAll(
          packed,
          regression ->
              Arrays.stream(factors.precision(regression).packed())
                  .map(value -> root * value)
                  .toArray());
      return with(new FactorPerCategory(problem.size(), packed));
    }
    Coefficients variances = new Coefficients(problem.size(), problem.regressions());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      variances.set(
          regression,
          Arrays.stream(covariance.variances(regression)).map(value -> value / factor).toArray());
    }
    return with(PosteriorCovariance.eachDiagonal(variances));
  }

  /** With precisions part of the way to others of the same shape. */
  RegressionNormals towards(RegressionNormals others, double share) {
    if (share == 1) {
      return others;
    }
    if (covariance instanceof FactorPerCategory factors) {
      double[][] packed = new double[problem.regressions()][];
      FactorPerCategory theirs = (FactorPerCategory) others.covariance;
      context
          .workers()
          .run(
              packed.length,
              context.cancellation(),
              regression -> {
                double[] upper = new double[problem.size() * problem.size()];
                addPrecision(
                    1 - share, factors.precision(regression).packed(), upper, problem.size());
                addPrecision(share, theirs.precision(regression).packed(), upper, problem.size());
                packed[regression] = Precision.factor(upper, problem.size()).packed();
              });
      return with(new FactorPerCategory(problem.size(), packed));
    }
    Coefficients variances = new Coefficients(problem.size(), problem.regressions());
    for (int regression = 0; regression < problem.regressions(); regression++) {
      double[] from = covariance.variances(regression);
      double[] to = others.covariance.variances(regression);
      Arrays.setAll(from, p -> 1 / ((1 - share) / from[p] + share / to[p]));
      variances.set(regression, from);
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
    int regressions = factors.variancesPerRow();
    int count = Math.min(most, regressions);
    double[] upper = new double[size * size];
    for (int i = 0; i < count; i++) {
      addPrecision(
          1.0 / count,
          factors.precision(Sampling.bound(i, regressions, count)).packed(),
          upper,
          size);
    }
    return Precision.factor(upper, size);
  }

  private RegressionNormals with(PosteriorCovariance other) {
    return new RegressionNormals(problem, priors, other, context);
  }

  /** Whitened by full precisions. */
  JointCoordinates coordinates(FitContext threads) {
    return JointCoordinates.of(problem.shape(), (FactorPerCategory) covariance, threads);
  }
}
