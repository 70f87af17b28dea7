// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.problem.BaseRate;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.solver.Climber;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.solver.Whitening;

/**
 * Coordinates for regressions by how curved their log likelihoods are: Λ₀ + c·XᵀΩX, with c the
 * curvature at the base rate rounded to a power of 4. A rare category hardly bends the prior, a
 * frequent one does; one matrix for all would suit only one of them. Regressions of different kinds
 * have coordinates of their own.
 */
final class Coordinates {
  /** Whose coordinates they are. */
  private record Level(int kind, int level) {}

  /** Between the curvatures that get coordinates of their own. */
  private static final double LEVEL_RATIO = 4;

  private final GramMatrix gram;
  private final InferenceSettings settings;
  private final Shape shape;
  private final RegressionPriors priors;
  private final boolean whole;
  private final Map<Level, Whitening> byLevel = new HashMap<>();

  Coordinates(GramMatrix gram, InferenceSettings settings, Shape shape, RegressionPriors priors) {
    Cost cost = new Cost(shape);
    this.gram = gram;
    this.settings = settings;
    this.shape = shape;
    this.priors = priors;
    this.whole = cost.sharedMatrixPays() && (priors.samePrecision() || cost.affordsOwnMatrices());
  }

  /** A regression at its start; what is beside the mean climbs as it is. */
  Climber climber(int regression, double[] start, double[] beside) {
    double curvature = BaseRate.of(settings.link(), shape, regression).curvature();
    int level = (int) Math.rint(Math.log(curvature) / Math.log(LEVEL_RATIO));
    double weight = Math.pow(LEVEL_RATIO, level);
    Whitening whitening =
        byLevel.computeIfAbsent(
            new Level(priors.kind(regression), level),
            key -> whitening(priors.of(regression), weight));
    whitening.toWhitened(start, 1);
    double[] point = Arrays.copyOf(start, start.length + beside.length);
    System.arraycopy(beside, 0, point, start.length, beside.length);
    double tolerance = settings.rule().categoryTolerance() * largestStartGradient(weight);
    return new Climber(regression, whitening, new Lbfgs(point, tolerance));
  }

  private Whitening whitening(GaussianPrior prior, double weight) {
    return whole
        ? new Whitening.Full(gram.factor(prior, weight))
        : new Whitening.Diagonal(gram.precisions(prior, weight));
  }

  /**
   * At coefficients of zero every row's slope is ±s, and since whitened rows have a Gram matrix of
   * at most 1/c, the whitened gradient is at most s·√(Σω/c).
   */
  private double largestStartGradient(double curvature) {
    double slope = settings.link().boundSlope(true, 0, 0);
    return slope * Math.sqrt(shape.totalWeight() / curvature);
  }
}
