// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.Arrays;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;

/**
 * A prior variance for every single weight, under which a few may be large while the many stay
 * small: β_km ~ N(0, σ²_km) with 1/σ²_km ~ Gamma(½, ½s²) is a Cauchy prior of scale s. Evidence and
 * density of the variances together are stationary where
 *
 * <pre>
 *   σ²_km = (s² + β²_km) / (1 + γ_km),    γ_km = 1 − (Σ_k)_mm / σ²_km,    1/s² = mean of 1/σ²_km
 * </pre>
 *
 * <p>with γ the share of a weight that the data determine (MacKay 1992); {@link #next} is one step
 * of that fixed point. A Cauchy prior for the weights of regressions is the proposal of Gelman et
 * al. 2008; here its scale is learned too.
 */
final class LocalScales {
  /** Of log s² in one step. */
  private static final double LEAST_CHANGE = 0.02;

  private final Shape shape;
  private final GaussianPrior common;
  private final double squaredScale;
  private final double[][] variances;

  private LocalScales(
      Shape shape, GaussianPrior common, double squaredScale, double[][] variances) {
    this.shape = shape;
    this.common = common;
    this.squaredScale = squaredScale;
    this.variances = variances;
  }

  /**
   * The same variance for all weights.
   *
   * @param shape whose regressions they are of
   * @param common prior with that variance; the intercept keeps what it says
   * @param variance of the weights
   */
  static LocalScales even(Shape shape, GaussianPrior common, double variance) {
    double[][] variances = new double[shape.regressions()][shape.columns()];
    for (double[] regression : variances) {
      Arrays.fill(regression, variance);
    }
    return new LocalScales(shape, common, variance, variances);
  }

  /** One step from means and covariances that were found with these variances. */
  LocalScales next(Coefficients means, PosteriorCovariance covariance) {
    double[][] next = new double[variances.length][];
    double precisions = 0;
    double weights = 0;
    for (int regression = 0; regression < next.length; regression++) {
      next[regression] =
          next(variances[regression], means.vector(regression), covariance.variances(regression));
      precisions +=
          shape.multiplicity(regression)
              * Arrays.stream(next[regression]).map(variance -> 1 / variance).sum();
      weights += shape.multiplicity(regression) * (double) next[regression].length;
    }
    return new LocalScales(shape, common, weights / precisions, next);
  }

  private double[] next(double[] prior, double[] mean, double[] posterior) {
    double[] next = new double[prior.length];
    for (int m = 0; m < next.length; m++) {
      double determined = Math.max(0, 1 - posterior[m] / prior[m]);
      next[m] = (squaredScale + mean[m] * mean[m]) / (1 + determined);
    }
    return next;
  }

  /** Whether the common scale is about the other's: then further steps change little. */
  boolean isNear(LocalScales other) {
    return Math.abs(Math.log(squaredScale / other.squaredScale)) < LEAST_CHANGE;
  }

  /** All variances times a factor. */
  LocalScales times(double factor) {
    double[][] products =
        Arrays.stream(variances)
            .map(
                regression ->
                    Arrays.stream(regression).map(variance -> factor * variance).toArray())
            .toArray(double[][]::new);
    return new LocalScales(shape, common, factor * squaredScale, products);
  }

  /** s². */
  double squaredScale() {
    return squaredScale;
  }

  RegressionPriors priors() {
    GaussianPrior[] priors = new GaussianPrior[variances.length];
    Arrays.setAll(priors, regression -> prior(variances[regression]));
    return RegressionPriors.each(priors);
  }

  private GaussianPrior prior(double[] own) {
    double[] mean = new double[common.size()];
    double[] precision = new double[common.size()];
    Arrays.setAll(mean, common::mean);
    Arrays.setAll(precision, p -> p < own.length ? 1 / own[p] : common.precision(p));
    return GaussianPrior.diagonal(mean, precision);
  }
}
