// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.ibcavi.link.Link;

/**
 * Multinomial probit regression: category k has the utility z_k = η_k + ε_k with independent
 * standard normal ε, and the one with the largest utility is chosen,
 *
 * <pre>
 *   p_k = ∫ φ(u) Π_{j≠k} Φ(u + η_k − η_j) du.
 * </pre>
 *
 * <p>Only differences of utilities matter. Usually, therefore, one category is the base and has η =
 * 0; here all may have coefficients too, which the prior then holds.
 */
public final class MultinomialProbit implements CategoricalLikelihood {
  /** Stands for a model in which every category has coefficients. */
  public static final int NO_BASE = -1;

  /**
   * The integrand is log-concave, and as narrow as a standard normal density at least. Beyond this
   * distance from its mode it is below 2e-16 of its height.
   */
  private static final double REACH = 8.5;

  /**
   * The trapezoid rule's step in units of the integrand's width. The integrand is skewed, more so
   * with more categories; this step errs by less than 1e-10 up to 300, one of 0.7 by 1e-9 at 20.
   */
  private static final double STEP = 0.5;

  /** Newton's method for the mode is monotone here and doubles its digits at each step. */
  private static final int MODE_STEPS = 50;

  private final int categories;
  private final int base;

  /**
   * A model.
   *
   * @param categories K, at least 2
   * @param base the category with predictor 0, or {@link #NO_BASE}
   */
  public MultinomialProbit(int categories, int base) {
    if (base < NO_BASE || base >= categories) {
      throw new IllegalArgumentException(
          "base " + base + "; must be a category below " + categories + ", or " + NO_BASE);
    }
    this.categories = categories;
    this.base = base;
  }

  @Override
  public int categories() {
    return categories;
  }

  @Override
  public int predictors() {
    return base == NO_BASE ? categories : categories - 1;
  }

  /** The predictor that belongs to a category; −1 for the base. */
  int predictorOf(int category) {
    if (base == NO_BASE || category < base) {
      return category;
    }
    return category == base ? -1 : category - 1;
  }

  /** Predictors of all categories, with the base's zero among them. */
  double[] expanded(double[] eta) {
    double[] all = new double[categories];
    for (int k = 0; k < categories; k++) {
      int j = predictorOf(k);
      all[k] = j < 0 ? 0 : eta[j];
    }
    return all;
  }

  @Override
  public void probabilities(double[] eta, double[] p) {
    double[] all = expanded(eta);
    double[] ignored = new double[categories];
    for (int k = 0; k < categories; k++) {
      p[k] = Math.exp(logProbability(k, all, ignored));
    }
  }

  @Override
  public int quadraturePoints(double[] eta) {
    double[] all = expanded(eta);
    return 2 * points(step(0, all, mode(0, all))) + 1;
  }

  @Override
  public int simulate(double[] eta, RandomGenerator random) {
    double[] all = expanded(eta);
    int best = 0;
    for (int k = 0; k < categories; k++) {
      all[k] += random.nextGaussian();
      best = all[k] > all[best] ? k : best;
    }
    return best;
  }

  /**
   * The log probability of a category and its derivatives, which are also E[z_j] − η_j given that
   * it was chosen.
   *
   * @param category k
   * @param eta predictors of all categories
   * @param slopes overwritten by ∂ log p_k / ∂η_j
   * @return log p_k
   */
  static double logProbability(int category, double[] eta, double[] slopes) {
    double mode = mode(category, eta);
    double step = step(category, eta, mode);
    int side = points(step);
    double height = logIntegrand(category, eta, mode);
    Arrays.fill(slopes, 0);
    double sum = 0;
    for (int q = -side; q <= side; q++) {
      double u = mode + q * step;
      double weight = Math.exp(logIntegrand(category, eta, u) - height);
      sum += weight;
      for (int j = 0; j < eta.length; j++) {
        slopes[j] -= j == category ? 0 : weight * slope(u + eta[category] - eta[j]);
      }
    }
    double own = 0;
    for (int j = 0; j < eta.length; j++) {
      slopes[j] /= sum;
      own -= slopes[j];
    }
    slopes[category] = own;
    return height + Math.log(sum * step) - 0.5 * Math.log(2 * Math.PI);
  }

  private static double step(int category, double[] eta, double mode) {
    return STEP / Math.sqrt(curvature(category, eta, mode));
  }

  /** Points on either side of the mode. */
  private static int points(double step) {
    return (int) Math.ceil(REACH / step);
  }

  /** −u²/2 + Σ_{j≠k} log Φ(u + η_k − η_j). */
  private static double logIntegrand(int category, double[] eta, double u) {
    double sum = -0.5 * u * u;
    for (int j = 0; j < eta.length; j++) {
      sum += j == category ? 0 : Link.PROBIT.logCdf(u + eta[category] - eta[j]);
    }
    return sum;
  }

  private static double slope(double argument) {
    return Link.PROBIT.logCdfSlope(argument);
  }

  private static double curvature(int category, double[] eta, double u) {
    double sum = 1;
    for (int j = 0; j < eta.length; j++) {
      sum += j == category ? 0 : Link.PROBIT.curvature(u + eta[category] - eta[j]);
    }
    return sum;
  }

  /**
   * Newton's method from zero. The integrand's slope is a falling convex function, positive at
   * zero, so that no step goes beyond its root.
   */
  private static double mode(int category, double[] eta) {
    double u = 0;
    for (int t = 0; t < MODE_STEPS; t++) {
      double slope = -u;
      for (int j = 0; j < eta.length; j++) {
        slope += j == category ? 0 : slope(u + eta[category] - eta[j]);
      }
      double move = slope / curvature(category, eta, u);
      u += move;
      // The rule needs the mode's neighbourhood only.
      if (Math.abs(move) < 0.01) {
        break;
      }
    }
    return u;
  }
}
