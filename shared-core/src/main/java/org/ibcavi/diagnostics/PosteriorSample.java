// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.link.Likelihood;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.RegressionPriors;

/**
 * Draws of all categories' coefficients from a posterior of independent normals, N(μ_k, Σ_k), with
 * their log densities, and the model whose posterior it should be. Softmax does not see a vector
 * that is added to the coefficients of every category: only the prior knows it, while independent
 * normals claim to know it far better. So there both densities are of what is left without it.
 * Categories without rows have the same normal but draws of their own. A draw depends on its seed
 * and number alone.
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
    boolean shiftless =
        member.blindToCommonShift() && new Cost(problem.shape()).affordsSharedMatrix();
    model = new DrawnLikelihood(problem, member, priors, shiftless);
    coefficients = new Coefficients[draws];
    logDensities = new double[draws];
    int[] regressionOfCategory = problem.competitors();
    int size = means.size();
    IndependentNormals density =
        shiftless
            ? IndependentNormals.withoutShift(
                regressionOfCategory,
                size,
                covariance::logPrecision,
                regression -> normal(covariance, regression, size))
            : IndependentNormals.whole(regressionOfCategory, size, covariance::logPrecision);
    forEach(
        number -> {
          SplittableRandom random = new SplittableRandom(Hash.of(seed, number));
          Coefficients drawn = new Coefficients(size, regressionOfCategory.length);
          double[] pull = new double[size];
          double form = 0;
          for (int k = 0; k < regressionOfCategory.length; k++) {
            int regression = regressionOfCategory[k];
            double[] normals = new double[size];
            Arrays.setAll(normals, p -> random.nextGaussian());
            form += Arrays.stream(normals).map(z -> z * z).sum();
            if (shiftless) {
              addPull(covariance, regression, normals, pull);
            }
            drawn.set(k, colored(means.vector(regression), covariance, regression, normals));
          }
          coefficients[number] = drawn;
          logDensities[number] = density.log(form, pull);
        });
  }

  /** A normal about 0 with the covariance. */
  private static GaussianPrior normal(PosteriorCovariance covariance, int regression, int size) {
    double[] mean = new double[size];
    return covariance.diagonal()
        ? GaussianPrior.diagonal(
            mean, Arrays.stream(covariance.variances(regression)).map(v -> 1 / v).toArray())
        : GaussianPrior.factored(mean, covariance.precision(regression));
  }

  /** Adds Σ⁻¹ times the draw that the normals become: L·z where the draw is L⁻ᵀ·z. */
  private static void addPull(
      PosteriorCovariance covariance, int regression, double[] normals, double[] pull) {
    double[] own = normals.clone();
    covariance.pull(regression, own);
    Arrays.setAll(pull, p -> pull[p] + own[p]);
  }

  /** Turns standard normals into one category's coefficients. */
  private static double[] colored(
      double[] mean, PosteriorCovariance covariance, int regression, double[] normals) {
    covariance.color(regression, normals);
    Arrays.setAll(normals, p -> normals[p] + mean[p]);
    return normals;
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
