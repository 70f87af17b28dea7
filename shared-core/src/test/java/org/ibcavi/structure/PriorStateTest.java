// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.prior.Prior;
import org.ibcavi.structure.GroupedVariances.Grouping;
import org.junit.jupiter.api.Test;

/**
 * The closed forms against quadrature: once the updates have settled, the posterior of the unknowns
 * is exact given the moments of the coefficients, so that the bound is the logarithm of an integral
 * over the unknowns.
 */
class PriorStateTest {
  private static final double[][] MEANS = {{0.4, -1.3}, {-0.2, 0.9}, {0.1, 2.0}};
  private static final double[][] VARIANCES = {{0.3, 0.1}, {0.2, 0.15}, {0.25, 0.4}};

  /** The last regression stands for three categories. */
  private static final PriorRegressions REGRESSIONS =
      new PriorRegressions(new int[] {1, 1, 3}, 2, false);

  private static PriorState settled(LearnedStructure structure) {
    PriorState state = structure.start(REGRESSIONS, 0.7);
    for (int round = 0; round < 20_000; round++) {
      state = state.next(new Moments(MEANS, VARIANCES));
    }
    return state;
  }

  /** With what the regressions' own bounds have of the prior. */
  private static double bound(PriorState state) {
    double sum = state.terms();
    for (int regression = 0; regression < MEANS.length; regression++) {
      GaussianPrior prior = state.priors().of(regression);
      for (int m = 0; m < 2; m++) {
        double offset = MEANS[regression][m] - prior.mean(m);
        double square = offset * offset + VARIANCES[regression][m];
        sum +=
            REGRESSIONS.multiplicity(regression)
                * 0.5
                * (Math.log(prior.precision(m)) - prior.precision(m) * square);
      }
    }
    return sum;
  }

  private static double square(int regression, int feature) {
    return MEANS[regression][feature] * MEANS[regression][feature] + VARIANCES[regression][feature];
  }

  /** Simpson's rule. */
  private static double integral(DoubleUnaryOperator function, double from, double to) {
    int steps = 20_000;
    double step = (to - from) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * function.applyAsDouble(from + i * step);
    }
    return sum * step / 3;
  }

  /** log ∫ λ^(n/2) e^(−λS/2) Gamma(λ; ½, ½s²) dλ, over log λ; Γ(½) = √π. */
  private static double logIntegral(double weights, double squares, double squaredScale) {
    return Math.log(
        integral(
            logLambda -> {
              double lambda = Math.exp(logLambda);
              double prior =
                  Math.sqrt(0.5 * squaredScale / Math.PI)
                      / Math.sqrt(lambda)
                      * Math.exp(-0.5 * squaredScale * lambda);
              return lambda * prior * Math.exp(0.5 * (weights * logLambda - lambda * squares));
            },
            -40,
            12));
  }

  private static GroupedVariances grouped(Grouping grouping) {
    return new GroupedVariances(grouping, Prior.learned());
  }

  @Test
  void aVarianceForEachFeatureIsIntegratedOut() {
    PriorState state = settled(grouped(Grouping.FEATURE));
    double expected = 0;
    for (int m = 0; m < 2; m++) {
      double squares = square(0, m) + square(1, m) + 3 * square(2, m);
      expected += logIntegral(5, squares, state.report().weightVariance());
    }
    assertEquals(expected, bound(state), 1e-7);
  }

  /** Both features are of one attribute. */
  @Test
  void aVarianceForAnAttributeIsIntegratedOut() {
    PriorState state =
        settled(new GroupedVariances(Grouping.ATTRIBUTE, List.of("a", "a"), Prior.learned()));
    double squares = 0;
    for (int m = 0; m < 2; m++) {
      squares += square(0, m) + square(1, m) + 3 * square(2, m);
    }
    assertEquals(logIntegral(10, squares, state.report().weightVariance()), bound(state), 1e-7);
  }

  /** Groups of one and of two features, of sizes that differ. */
  @Test
  void attributesOfDifferentSizesHaveTheirOwnIntegrals() {
    PriorRegressions three = new PriorRegressions(new int[] {1, 2}, 3, false);
    double[][] means = {{0.4, -1.3, 0.2}, {-0.2, 0.9, 1.1}};
    double[][] variances = {{0.3, 0.1, 0.2}, {0.2, 0.15, 0.3}};
    PriorState state =
        new GroupedVariances(Grouping.ATTRIBUTE, List.of("a", "b", "a"), Prior.learned())
            .start(three, 0.7);
    for (int round = 0; round < 20_000; round++) {
      state = state.next(new Moments(means, variances));
    }
    double bound = state.terms();
    double[] squares = new double[2];
    for (int regression = 0; regression < 2; regression++) {
      for (int m = 0; m < 3; m++) {
        double square = means[regression][m] * means[regression][m] + variances[regression][m];
        double precision = state.priors().of(regression).precision(m);
        bound += (regression + 1) * 0.5 * (Math.log(precision) - precision * square);
        squares[m % 2] += (regression + 1) * square;
      }
    }
    double scale = state.report().weightVariance();
    assertEquals(
        logIntegral(6, squares[0], scale) + logIntegral(3, squares[1], scale), bound, 1e-7);
  }

  @Test
  void aVarianceForEachCategoryIsIntegratedOut() {
    PriorState state = settled(grouped(Grouping.CATEGORY));
    double expected = 0;
    for (int regression = 0; regression < 3; regression++) {
      double squares = square(regression, 0) + square(regression, 1);
      expected +=
          REGRESSIONS.multiplicity(regression)
              * logIntegral(2, squares, state.report().weightVariance());
    }
    assertEquals(expected, bound(state), 1e-7);
  }

  @Test
  void aVarianceForEachWeightIsIntegratedOut() {
    PriorState state = settled(grouped(Grouping.WEIGHT));
    double expected = 0;
    for (int regression = 0; regression < 3; regression++) {
      for (int m = 0; m < 2; m++) {
        expected +=
            REGRESSIONS.multiplicity(regression)
                * logIntegral(1, square(regression, m), state.report().weightVariance());
      }
    }
    assertEquals(expected, bound(state), 1e-7);
  }

  /** log ∫ Π N(β_k; m, σ²)·e^(−v_k/(2σ²)) N(m; 0, s²) dm, without constants of 2π. */
  @Test
  void theSharedMeanIsIntegratedOut() {
    PriorState state = settled(new SharedMean(Prior.learned()));
    double spread = state.report().weightVariance();
    double ofMeans = varianceOfMeans(state);
    double expected = 0;
    for (int m = 0; m < 2; m++) {
      int feature = m;
      double integral =
          integral(
              mean -> {
                double sum = -0.5 * mean * mean / ofMeans;
                for (int regression = 0; regression < 3; regression++) {
                  double offset = MEANS[regression][feature] - mean;
                  sum -=
                      REGRESSIONS.multiplicity(regression)
                          * 0.5
                          * (Math.log(spread)
                              + (offset * offset + VARIANCES[regression][feature]) / spread);
                }
                return Math.exp(sum) / Math.sqrt(2 * Math.PI * ofMeans);
              },
              -10,
              10);
      expected += Math.log(integral);
    }
    assertEquals(expected, bound(state), 1e-6);
  }

  /** s² = mean of μ² + 1/(K/σ² + 1/s²), where the bound is stationary in it. */
  private static double varianceOfMeans(PriorState state) {
    double squares = 0;
    for (int m = 0; m < 2; m++) {
      squares += 0.5 * state.priors().of(0).mean(m) * state.priors().of(0).mean(m);
    }
    double variance = 1;
    for (int round = 0; round < 10_000; round++) {
      variance = squares + 1 / (5 / state.report().weightVariance() + 1 / variance);
    }
    return variance;
  }

  @Test
  void aSharedMeanNeedsAScale() {
    assertThrows(NullPointerException.class, () -> new SharedMean(null));
    GroupedVariances one = new GroupedVariances(Grouping.ATTRIBUTE, List.of("a"), Prior.learned());
    String message =
        assertThrows(IllegalArgumentException.class, () -> one.start(REGRESSIONS, 1)).getMessage();
    assertEquals("1 attributes of 2 features; must be one for each", message);
  }
}
