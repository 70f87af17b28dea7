// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.ibcavi.link.Likelihood;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;

/**
 * Draws of all categories' coefficients from a posterior of independent normals, N(μ_k, Σ_k), with
 * their log densities, and the model whose posterior it should be. Categories without rows have the
 * same normal but draws of their own. A draw depends on its seed and number alone.
 */
public final class PosteriorSample {
  private final Problem problem;
  private final DrawnLikelihood model;
  private final Coefficients[] coefficients;
  private final double[] logDensities;
  private final FitContext context;

  /**
   * Draws coefficients.
   *
   * @param problem what was fitted
   * @param member the likelihood
   * @param priors of the regressions
   * @param means of the posterior, a vector for each regression
   * @param covariance of the posterior
   * @param draws how many
   * @param seed of the draws
   * @param context threads and listener
   */
  public PosteriorSample(
      Problem problem,
      Likelihood member,
      RegressionPriors priors,
      Coefficients means,
      PosteriorCovariance covariance,
      int draws,
      long seed,
      FitContext context) {
    this.problem = problem;
    this.context = context;
    model = new DrawnLikelihood(problem, member, priors);
    coefficients = new Coefficients[draws];
    logDensities = new double[draws];
    int[] regressionOfCategory = problem.competitors();
    forEach(
        number -> {
          SplittableRandom random = new SplittableRandom(Hash.of(seed, number));
          Coefficients drawn = new Coefficients(means.size(), regressionOfCategory.length);
          for (int k = 0; k < regressionOfCategory.length; k++) {
            double[] vector = new double[means.size()];
            logDensities[number] +=
                draw(means, covariance, regressionOfCategory[k], random, vector);
            drawn.set(k, vector);
          }
          coefficients[number] = drawn;
        });
  }

  /** Draws one category's coefficients into {@code vector} and returns their log density. */
  private static double draw(
      Coefficients means,
      PosteriorCovariance covariance,
      int regression,
      SplittableRandom random,
      double[] vector) {
    double logDensity = 0.5 * covariance.logPrecision(regression);
    for (int p = 0; p < vector.length; p++) {
      vector[p] = random.nextGaussian();
      logDensity -= 0.5 * (vector[p] * vector[p] + Math.log(2 * Math.PI));
    }
    covariance.color(regression, vector);
    double[] mean = means.vector(regression);
    Arrays.setAll(vector, p -> mean[p] + vector[p]);
    return logDensity;
  }

  int draws() {
    return coefficients.length;
  }

  Problem problem() {
    return problem;
  }

  DrawnLikelihood model() {
    return model;
  }

  FitContext context() {
    return context;
  }

  /** The coefficients of a draw, a vector for each category. */
  Coefficients coefficients(int number) {
    return coefficients[number];
  }

  /** log p(y, B) − log q(B) of each draw B. */
  double[] logRatios() {
    double[] ratios = new double[coefficients.length];
    forEach(number -> ratios[number] = model.logJoint(coefficients[number]) - logDensities[number]);
    return ratios;
  }

  private void forEach(IntConsumer task) {
    context.workers().run(coefficients.length, context.cancellation(), task);
  }
}
