// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.special.StandardNormal;

/** Reads the coefficients of features out of those components that are linear in them. */
final class CoefficientReader {
  private final DataSummary data;
  private final Standardization standardization;
  private final boolean intercept;
  private final List<Component> components;
  private final MeansByBasis means;
  private final double[][] inclusions;

  /**
   * Takes the parts of a model.
   *
   * @param data the names of features and categories
   * @param standardization from the original to the fitted scale
   * @param intercept whether the last coefficient is an intercept
   * @param components the one with the largest weight first
   * @param means their means
   * @param inclusions how probable weights are not to be zero, for each vector of the only
   *     component; none if that is not known
   */
  CoefficientReader(
      DataSummary data,
      Standardization standardization,
      boolean intercept,
      List<Component> components,
      MeansByBasis means,
      double[][] inclusions) {
    this.data = data;
    this.standardization = standardization;
    this.intercept = intercept;
    this.components = components;
    this.means = means;
    this.inclusions = inclusions;
  }

  /** The number of the linear component with the largest weight. */
  int linear() {
    for (int c = 0; c < components.size(); c++) {
      if (components.get(c).basis().isLinear()) {
        return c;
      }
    }
    throw new IllegalArgumentException(
        "no component of the model is linear in the features, so there are no coefficients to read;"
            + " ask for the effect of a feature, or fit with basis none or auto");
  }

  /** A category's coefficients in a component on the original scale, with intervals. */
  CoefficientSummary original(int component, int category, double level) {
    requireLinear(components.get(component));
    Posterior posterior = components.get(component).posterior();
    int vector = vector(posterior, category);
    double[] deviations = deviations(posterior.covariance(), vector);
    standardization.toCenteredScale(deviations, 1);
    if (intercept) {
      double[] combination = standardization.interceptCombination();
      deviations[data.features()] = Math.sqrt(posterior.covariance().variance(vector, combination));
    }
    double[] mean = means.vector(component, vector);
    return summary(category, vector, level, mean, deviations);
  }

  /** A category's coefficients in the leading linear component on the fitted scale. */
  CoefficientSummary standardized(int category, double level) {
    Posterior posterior = components.get(linear()).posterior();
    int vector = vector(posterior, category);
    double[] deviations = deviations(posterior.covariance(), vector);
    return summary(category, vector, level, posterior.mean(vector), deviations);
  }

  /** The mean of a coefficient of the leading linear component on the original scale. */
  double mean(int category, int coefficient) {
    int component = linear();
    int vector = vector(components.get(component).posterior(), category);
    return means.get(component, vector, coefficient);
  }

  /**
   * By what factor one unit more of each feature multiplies a category's odds against the geometric
   * mean of the other categories that count.
   */
  Optional<double[]> oddsRatios(int component, int category, IntPredicate counts) {
    int[] others =
        IntStream.range(0, data.categories()).filter(k -> k != category).filter(counts).toArray();
    if (!components.get(component).hasOddsRatios()
        || !counts.test(category)
        || others.length == 0) {
      return Optional.empty();
    }
    double[] logs = originalMeans(component, category);
    for (int other : others) {
      double[] subtracted = originalMeans(component, other);
      for (int m = 0; m < data.features(); m++) {
        logs[m] -= subtracted[m] / others.length;
      }
    }
    return Optional.of(Arrays.stream(logs).limit(data.features()).map(Math::exp).toArray());
  }

  private double[] originalMeans(int component, int category) {
    return means.vector(component, vector(components.get(component).posterior(), category));
  }

  /** Refuses the number of a category that does not exist. */
  void requireCategory(int category) {
    int categories = components.get(0).posterior().categories();
    if (category < 0 || category >= categories) {
      throw new IllegalArgumentException(
          "category " + category + "; must be between 0 and " + (categories - 1));
    }
  }

  private int vector(Posterior posterior, int category) {
    requireCategory(category);
    return posterior.vectorOf(category);
  }

  private static double[] deviations(PosteriorCovariance covariance, int vector) {
    return Arrays.stream(covariance.variances(vector)).map(Math::sqrt).toArray();
  }

  private CoefficientSummary summary(
      int category, int vector, double level, double[] mean, double[] deviations) {
    CategoricalModel.requireLevel(level);
    double quantile = StandardNormal.quantile(0.5 + 0.5 * level);
    String name = data.categoryNames().get(category);
    double[] included = inclusions.length > 0 ? inclusions[vector] : new double[0];
    return new CoefficientSummary(
        name, data.featureNames(), level, quantile, mean, deviations, included);
  }

  private static void requireLinear(Component component) {
    if (!component.basis().isLinear()) {
      throw new IllegalArgumentException(
          "coefficients of a component with the basis "
              + component.basis()
              + "; only those of linear components belong to features");
    }
  }
}
