// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;

/**
 * The prior of each unit: one for all, or one for each, such as the posterior of an earlier fit.
 * What depends on the precision alone, units of one kind share.
 */
public final class UnitPriors {
  private final GaussianPrior[] priors;
  private final double[] logDeterminants;
  private final int[] priorOfUnit;
  private final GaussianPrior centred;

  /**
   * Puts them together.
   *
   * @param priors the different ones
   * @param priorOfUnit which of them each unit has; null if there is one for all
   * @param centred what all are with a mean of zero; null if their precisions differ
   */
  private UnitPriors(GaussianPrior[] priors, int[] priorOfUnit, GaussianPrior centred) {
    this.priors = priors;
    this.priorOfUnit = priorOfUnit;
    this.centred = centred;
    this.logDeterminants = new double[centred == null ? priors.length : 1];
    Arrays.setAll(logDeterminants, i -> priors[i].logDeterminant());
  }

  /**
   * One prior for all units.
   *
   * @param prior the prior
   * @return priors
   */
  public static UnitPriors shared(GaussianPrior prior) {
    return new UnitPriors(new GaussianPrior[] {prior}, null, prior);
  }

  /**
   * A prior for each unit.
   *
   * @param priors one for each, not copied
   * @return priors
   */
  public static UnitPriors each(GaussianPrior[] priors) {
    return new UnitPriors(priors, IntStream.range(0, priors.length).toArray(), null);
  }

  /**
   * The posteriors of an earlier fit.
   *
   * @param shape whose units they are priors of
   * @param earlier the posteriors of the same categories
   * @return a prior for each unit
   */
  public static UnitPriors earlier(Shape shape, Posterior earlier) {
    PosteriorCovariance covariance = earlier.covariance();
    GaussianPrior shared = covariance.shared() ? centred(covariance, 0, shape.size()) : null;
    int[] vectors = new int[shape.units()];
    Arrays.setAll(vectors, unit -> earlier.vectorOf(shape.firstCategory(unit)));
    int[] distinct = Arrays.stream(vectors).sorted().distinct().toArray();
    GaussianPrior[] priors = new GaussianPrior[distinct.length];
    for (int i = 0; i < distinct.length; i++) {
      GaussianPrior density =
          shared == null ? centred(covariance, distinct[i], shape.size()) : shared;
      priors[i] = density.around(earlier.mean(distinct[i]));
    }
    int[] priorOfUnit =
        Arrays.stream(vectors).map(vector -> Arrays.binarySearch(distinct, vector)).toArray();
    return new UnitPriors(priors, priorOfUnit, shared);
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

  /** Whether one prior serves all units. */
  public boolean isShared() {
    return priorOfUnit == null;
  }

  /** Whether all precisions are the same; the means may differ. */
  public boolean samePrecision() {
    return centred != null;
  }

  /** Units with the same precision have the same number here. */
  public int kind(int unit) {
    return samePrecision() ? 0 : priorOfUnit[unit];
  }

  /**
   * The prior of a unit.
   *
   * @param unit which unit
   * @return its density
   */
  public GaussianPrior of(int unit) {
    return priors[isShared() ? 0 : priorOfUnit[unit]];
  }

  /**
   * The prior means.
   *
   * @param units how many units there are
   * @return a vector for each unit
   */
  public Coefficients means(int units) {
    Coefficients means = new Coefficients(priors[0].size(), units);
    for (int unit = 0; unit < units; unit++) {
      double[] vector = new double[priors[0].size()];
      Arrays.setAll(vector, of(unit)::mean);
      means.set(unit, vector);
    }
    return means;
  }

  /**
   * log |Λ₀| of a unit.
   *
   * @param unit which unit
   * @return its value
   */
  public double logDeterminant(int unit) {
    return logDeterminants[kind(unit)];
  }

  /**
   * {@link GaussianPrior#penalize} for vectors side by side, each with the prior of its unit.
   *
   * @param units the unit of each vector
   * @param coefficients P × units
   * @param values one for each of them
   * @param gradients P × units
   */
  public void penalize(int[] units, double[] coefficients, double[] values, double[] gradients) {
    if (isShared()) {
      priors[0].penalize(coefficients, units.length, values, gradients);
    } else if (samePrecision()) {
      centred.penalize(offsets(units, coefficients), units.length, values, gradients);
    } else {
      penalizeOneByOne(units, coefficients, values, gradients);
    }
  }

  private double[] offsets(int[] units, double[] coefficients) {
    double[] offsets = new double[coefficients.length];
    for (int j = 0; j < units.length; j++) {
      GaussianPrior prior = of(units[j]);
      for (int p = 0, at = j; at < offsets.length; p++, at += units.length) {
        offsets[at] = coefficients[at] - prior.mean(p);
      }
    }
    return offsets;
  }

  private void penalizeOneByOne(
      int[] units, double[] coefficients, double[] values, double[] gradients) {
    int width = units.length;
    double[] vector = new double[coefficients.length / width];
    double[] gradient = new double[vector.length];
    double[] value = new double[1];
    for (int j = 0; j < width; j++) {
      for (int p = 0; p < vector.length; p++) {
        vector[p] = coefficients[p * width + j];
        gradient[p] = gradients[p * width + j];
      }
      value[0] = values[j];
      of(units[j]).penalize(vector, 1, value, gradient);
      values[j] = value[0];
      for (int p = 0; p < vector.length; p++) {
        gradients[p * width + j] = gradient[p];
      }
    }
  }
}
