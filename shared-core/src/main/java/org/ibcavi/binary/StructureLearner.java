// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.structure.LearnedStructure;
import org.ibcavi.structure.Moments;
import org.ibcavi.structure.PriorRegressions;
import org.ibcavi.structure.PriorState;

/**
 * Coordinate ascent over the coefficients and the unknowns of their prior (the general algorithm of
 * Wojnowicz et al. 2022): a round fits the regressions under the prior as it is known, and then
 * updates the prior given their moments, which is closed form.
 *
 * <p>The moments are those of the variational posteriors if the evidence is the bound; no round can
 * lower it then. Else they are Laplace's, from the modes and the curvatures there: the bound's
 * covariances are too narrow for rare categories, and variances learned from them too small.
 */
final class StructureLearner {
  private final Inference inference;
  private final LearnedStructure structure;
  private final Shape shape;
  private final int[] regressions;
  private final long seed;
  private final List<Double> trace = new ArrayList<>();
  private PriorState state;
  private RegressionMeans fits;

  /**
   * Prepares the ascent.
   *
   * @param inference how a regression is fitted
   * @param structure whose unknowns are learned
   * @param seed of the rows from which curvatures are taken where there are very many
   */
  StructureLearner(Inference inference, LearnedStructure structure, long seed) {
    this.inference = inference.forSearch(1);
    this.structure = structure;
    this.shape = inference.pass().shape();
    this.regressions = new int[shape.regressions()];
    Arrays.setAll(regressions, regression -> regression);
    this.seed = seed;
  }

  /**
   * Learns.
   *
   * @param variance of all weights, to start from
   * @param warm means to start from; null for none
   * @return this
   */
  StructureLearner learn(double variance, RegressionMeans warm) {
    state = structure.start(PriorRegressions.of(shape), variance);
    fits = warm;
    PriorState next = round();
    while (trace.size() <= Convergence.STEPS) {
      double before = evidence();
      state = next;
      next = round();
      if (Convergence.reached(evidence(), before)) {
        break;
      }
    }
    return this;
  }

  /** Fits the regressions under the present prior, and returns the prior given their moments. */
  private PriorState round() {
    return structure.common().evidence() == LearnedScale.Evidence.ELBO
        ? variationalRound()
        : laplaceRound();
  }

  private PriorState variationalRound() {
    RegressionFits found = inference.fit(state.priors(), regressions, fits, FitPhase.SCALE);
    fits = found;
    trace.add(found.elbo() + state.terms());
    return state.next(Moments.of(found, found.covariance()));
  }

  private PriorState laplaceRound() {
    RegressionPriors priors = state.priors();
    RegressionModes modes = inference.modes(priors, regressions, fits, FitPhase.SCALE);
    fits = modes;
    Laplace laplace =
        new Laplace(shape, priors, inference.pass().curvatures(inference.settings().link()));
    PosteriorCovariance covariance =
        inference.settings().diagonal()
            ? laplace.diagonal(modes)
            : laplace.full(modes, new Cost(shape).searchRows(), seed);
    double sum = state.terms();
    for (int regression : regressions) {
      double volume = covariance.logPrecision(regression);
      sum += shape.multiplicity(regression) * (modes.logJoint(regression) - 0.5 * volume);
    }
    trace.add(sum);
    return state.next(Moments.of(modes, covariance));
  }

  /** What was learned. */
  PriorState state() {
    return state;
  }

  /** The means under these priors. */
  RegressionMeans fits() {
    return fits;
  }

  /** The bound, or Laplace's evidence, of coefficients and unknowns at the end. */
  double evidence() {
    return trace.get(trace.size() - 1);
  }

  /** The same at the start and after each round. */
  double[] trace() {
    return trace.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
