// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import org.ibcavi.link.Link;

/**
 * A regression on nothing but an intercept: where a category's ascent starts and how curved its
 * objective is there.
 *
 * @param link the binary link
 * @param own weight of the rows of the category
 * @param others weight of all other rows
 */
public record BaseRate(Link link, double own, double others) {
  /**
   * That of a regression's category.
   *
   * @param link the binary link
   * @param shape of the problem
   * @param regression which
   * @return the regression on an intercept alone
   */
  public static BaseRate of(Link link, Shape shape, int regression) {
    double own = shape.regressionWeight(regression);
    return new BaseRate(link, own, shape.totalWeight() - own);
  }

  /** The posterior mode of the intercept alone, by Newton's method in fewer than 10 steps. */
  public double intercept(double priorMean, double priorPrecision) {
    double b = priorMean;
    for (int step = 0; step < Convergence.STEPS; step++) {
      double gradient =
          own * link.logCdfSlope(b)
              - others * link.logCdfSlope(-b)
              - priorPrecision * (b - priorMean);
      double change = gradient / (weightedCurvature(b) + priorPrecision);
      b += change;
      if (Math.abs(change) <= 1e-10 * (1 + Math.abs(b))) {
        break;
      }
    }
    return b;
  }

  /** The mean curvature of a row's log likelihood at the base rate. */
  public double curvature() {
    double broad = 1.0 / 25;
    return Math.max(1e-4, weightedCurvature(intercept(0, broad)) / (own + others));
  }

  private double weightedCurvature(double b) {
    return own * link.curvature(b) + others * link.curvature(-b);
  }
}
