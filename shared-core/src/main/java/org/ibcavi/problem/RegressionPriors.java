// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;

/**
 * The prior of each regression: one for all, or one for each, such as the posterior of an earlier
 * fit. What depends on the precision alone, regressions of one kind share.
 */
public final class RegressionPriors {
  private final GaussianPrior[] priors;
  private final double[] logDeterminants;
  private final int[] priorOfRegression;
  private final GaussianPrior centred;

  /**
   * Puts them together.
   *
   * @param priors the different ones
   * @param priorOfRegression which of them each regression has; null if there is one for all
   * @param centred what all are with a mean of zero; null if their precisions differ
   */
  private RegressionPriors(GaussianPrior[] priors, int[] priorOfRegression, GaussianPrior centred) {
    this.priors = priors;
    this.priorOfRegression = priorOfRegression;
    this.centred = centred;
    this.logDeterminants = new double[centred == null ? priors.length : 1];
    Arrays.setAll(logDeterminants, i -> priors[i].logDeterminant());
  }

  /**
   * One prior for all regressions.
   *
   * @param prior the prior
   * @return priors
   */
  public static RegressionPriors shared(GaussianPrior prior) {
    return new RegressionPriors(new GaussianPrior[] {prior}, null, prior);
  }

  /**
   * A prior for each regression.
   *
   * @param priors one for each, not copied
   * @return priors
   */
  public static RegressionPriors each(GaussianPrior[] priors) {
    return new RegressionPriors(priors, IntStream.range(0, priors.length).toArray(), null);
  }

  /**
   * The posteriors of an earlier fit.
   *
   * @param shape whose regressions they are priors of
   * @param earlier the posteriors of the same categories
   * @return a prior for each regression
   */
  public static RegressionPriors earlier(Shape shape, Posterior earlier) {
    PosteriorCovariance covariance = earlier.covariance();
    GaussianPrior shared = covariance.shared() ? centred(covariance, 0, shape.size()) : null;
    int[] vectors = new int[shape.regressions()];
    Arrays.setAll(vectors, regression -> earlier.vectorOf(shape.firstCategory(regression)));
    int[] distinct = Arrays.stream(vectors).sorted().distinct().toArray();
    GaussianPrior[] priors = new GaussianPrior[distinct.length];
    for (int i = 0; i < distinct.length; i++) {
      GaussianPrior density =
          shared == null ? centred(covariance, distinct[i], shape.size()) : shared;
      priors[i] = density.around(earlier.mean(distinct[i]));
    }
    int[] priorOfRegression =
        Arrays.stream(vectors).map(vector -> Arrays.binarySearch(distinct, vector)).toArray();
    return new RegressionPriors(priors, priorOfRegression, shared);
  }

  /** From the factor of the precision where there is one: nothing is inverted. */
  private static GaussianPrior centred(PosteriorCovariance covariance, int vector, int size) {
    double[] zero = new double[size];
    if (!covariance.diagonal()) {
      return GaussianPrior.factored(zero, covariance.precision(vector));
    }
    double[] precision = covariance.variances(vector);
    Arrays.setAll(precision, p -> 1 / precision[p]);
    return GaussianPrior.diagonal(zero, precision);
  }

  /** Whether one prior serves all regressions. */
  public boolean isShared() {
    return priorOfRegression == null;
  }

  /** Whether all precisions are the same; the means may differ. */
  public boolean samePrecision() {
    return centred != null;
  }

  /** Regressions with the same precision have the same number here. */
  public int kind(int regression) {
    return samePrecision() ? 0 : priorOfRegression[regression];
  }

  /**
   * The prior of a regression.
   *
   * @param regression which regression
   * @return its density
   */
  public GaussianPrior of(int regression) {
    return priors[isShared() ? 0 : priorOfRegression[regression]];
  }

  /**
   * The prior means.
   *
   * @param regressions how many regressions there are
   * @return a vector for each regression
   */
  public Coefficients means(int regressions) {
    Coefficients means = new Coefficients(priors[0].size(), regressions);
    for (int regression = 0; regression < regressions; regression++) {
      double[] vector = new double[priors[0].size()];
      Arrays.setAll(vector, of(regression)::mean);
      means.set(regression, vector);
    }
    return means;
  }

  /**
   * log |Λ₀| of a regression.
   *
   * @param regression which regression
   * @return its value
   */
  public double logDeterminant(int regression) {
    return logDeterminants[kind(regression)];
  }

  /**
   * {@link GaussianPrior#penalize} for vectors side by side, each with the prior of its regression.
   *
   * @param regressions the regression of each vector
   * @param coefficients P × regressions
   * @param values one for each of them
   * @param gradients P × regressions
   */
  public void penalize(
      int[] regressions, double[] coefficients, double[] values, double[] gradients) {
    if (isShared()) {
      priors[0].penalize(coefficients, regressions.length, values, gradients);
    } else if (samePrecision()) {
      centred.penalize(offsets(regressions, coefficients), regressions.length, values, gradients);
    } else {
      penalizeOneByOne(regressions, coefficients, values, gradients);
    }
  }

  private double[] offsets(int[] regressions, double[] coefficients) {
    double[] offsets = new double[coefficients.length];
    for (int j = 0; j < regressions.length; j++) {
      GaussianPrior prior = of(regressions[j]);
      for (int p = 0, at = j; at < offsets.length; p++, at += regressions.length) {
        offsets[at] = coefficients[at] - prior.mean(p);
      }
    }
    return offsets;
  }

  private void penalizeOneByOne(
      int[] regressions, double[] coefficients, double[] values, double[] gradients) {
    int width = regressions.length;
    double[] vector = new double[coefficients.length / width];
    double[] gradient = new double[vector.length];
    double[] value = new double[1];
    for (int j = 0; j < width; j++) {
      for (int p = 0; p < vector.length; p++) {
        vector[p] = coefficients[p * width + j];
        gradient[p] = gradients[p * width + j];
      }
      value[0] = values[j];
      of(regressions[j]).penalize(vector, 1, value, gradient);
      values[j] = value[0];
      for (int p = 0; p < vector.length; p++) {
        gradients[p * width + j] = gradient[p];
      }
    }
  }
}
