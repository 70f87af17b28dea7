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
    double share = model.contrastShare();
    forEach(
        number -> {
          SplittableRandom random = new SplittableRandom(Hash.of(seed, number));
          Coefficients drawn = new Coefficients(means.size(), regressionOfCategory.length);
          double[] normals = new double[means.size()];
          for (int k = 0; k < regressionOfCategory.length; k++) {
            int regression = regressionOfCategory[k];
            logDensities[number] += 0.5 * share * covariance.logPrecision(regression);
            if (share == 1 || k == 0) {
              logDensities[number] += fill(normals, random);
            } else {
              Arrays.setAll(normals, p -> -normals[p]);
            }
            drawn.set(k, colored(means.vector(regression), covariance, regression, normals, share));
          }
          coefficients[number] = drawn;
        });
  }

  /** Draws standard normals and returns their log density. */
  private static double fill(double[] normals, SplittableRandom random) {
    double logDensity = 0;
    for (int p = 0; p < normals.length; p++) {
      normals[p] = random.nextGaussian();
      logDensity -= 0.5 * (normals[p] * normals[p] + Math.log(2 * Math.PI));
    }
    return logDensity;
  }

  /** Standard normals as one category's coefficients; a share of their variance is its own. */
  private static double[] colored(
      double[] mean,
      PosteriorCovariance covariance,
      int regression,
      double[] normals,
      double share) {
    double[] vector = normals.clone();
    covariance.color(regression, vector);
    double root = Math.sqrt(share);
    Arrays.setAll(vector, p -> Math.fma(root, vector[p], mean[p]));
    return vector;
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
