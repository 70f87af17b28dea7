// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Arrays;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.solver.Climb;
import org.ibcavi.structure.SpikeAndSlab;

/**
 * Fits all regressions under a spike and a slab. A round looks at the rows once, takes each
 * regression's log likelihood for a quadratic at the regression's mean, updates the regression's
 * coefficients one by one ({@link PairedPosterior}), and then the share of weights that are not
 * zero and their variance.
 *
 * <p>The quadratic is the bound's if the evidence is the bound, which needs a link of constant
 * weight: the rounds are then CAVI, and none lowers it. Else it has the log likelihood's own
 * curvature, which knows how little the rows tell about a rare category.
 */
final class SpikeSlabAscent {
  /**
   * Half a weight is counted in and half a weight out, so that neither is ever empty: Jeffreys'
   * prior of a share (Jeffreys 1946).
   */
  private static final double PSEUDO_COUNT = 0.5;

  private final RowPass pass;
  private final Shape shape;
  private final Link link;
  private final SpikeAndSlab prior;
  private final Inference inference;
  private final long seed;
  private final int[] regressions;
  private final PairedPosterior[] posteriors;
  private PairedPosterior.Hyper hyper;

  /**
   * Prepares the ascent.
   *
   * @param inference has rows and settings
   * @param prior whose share and variance are learned
   * @param seed of the rows from which curvatures are taken where there are very many
   */
  SpikeSlabAscent(Inference inference, SpikeAndSlab prior, long seed) {
    this.inference = inference;
    this.pass = inference.pass();
    this.shape = pass.shape();
    this.link = inference.settings().link();
    this.prior = prior;
    this.seed = seed;
    this.regressions = new int[shape.regressions()];
    Arrays.setAll(regressions, regression -> regression);
    this.posteriors = new PairedPosterior[regressions.length];
  }

  /**
   * Fits.
   *
   * @param variance of all weights, learned before
   * @param start means under it, of all regressions
   * @return means, variances and the course of the values
   */
  RegressionFits fit(double variance, RegressionMeans start) {
    hyper = new PairedPosterior.Hyper(0.5, variance, prior.common().interceptVariance());
    Arrays.setAll(
        posteriors,
        regression -> PairedPosterior.at(start.mean(regression), shape.columns(), variance));
    Climb climb = new Climb(shape, regressions);
    double before = Double.NEGATIVE_INFINITY;
    while (true) {
      climb.add(round());
      inference
          .context()
          .report(
              FitPhase.BINARY,
              climb.sweeps(),
              climb.objective(),
              regressions.length,
              regressions.length);
      double value = climb.objective();
      if (Convergence.reached(value, before)) {
        return result(climb.end(StopReason.CONVERGED));
      }
      if (climb.sweeps() == inference.settings().maxSweeps()) {
        return result(climb.end(StopReason.SWEEP_LIMIT));
      }
      before = value;
    }
  }

  /** The values where the regressions are; then a step of all of them and of what they share. */
  private double[] round() {
    double[] values = new double[regressions.length];
    double[][] gradients = new double[regressions.length][];
    evaluate(values, gradients);
    PairedPosterior[] next = new PairedPosterior[regressions.length];
    forEachMatrix(
        (regression, upper) -> {
          PairedPosterior here = posteriors[regression];
          values[regression] += here.minusDivergence(hyper) - 0.5 * trace(upper, here.variances());
          next[regression] = here.next(upper, gradients[regression], hyper);
        });
    System.arraycopy(next, 0, posteriors, 0, next.length);
    learn();
    return values;
  }

  private static double trace(double[] upper, double[] variances) {
    double sum = 0;
    for (int p = 0; p < variances.length; p++) {
      sum += upper[p * variances.length + p] * variances[p];
    }
    return sum;
  }

  private void evaluate(double[] values, double[][] gradients) {
    int width = pass.blockWidth(regressions.length);
    int count = (regressions.length + width - 1) / width;
    pass.spread(
        count,
        (own, block) -> {
          int from = Sampling.bound(block, regressions.length, count);
          int to = Sampling.bound(block + 1, regressions.length, count);
          evaluate(own, Arrays.copyOfRange(regressions, from, to), values, gradients);
        });
  }

  private void evaluate(RowPass own, int[] block, double[] values, double[][] gradients) {
    int width = block.length;
    double[] coefficients = new double[shape.size() * width];
    for (int j = 0; j < width; j++) {
      double[] mean = posteriors[block[j]].mean();
      for (int p = 0; p < mean.length; p++) {
        coefficients[p * width + j] = mean[p];
      }
    }
    var sums = own.block(link, block, coefficients, null);
    for (int j = 0; j < width; j++) {
      double[] gradient = new double[shape.size()];
      for (int p = 0; p < gradient.length; p++) {
        gradient[p] = sums.gradients()[p * width + j];
      }
      values[block[j]] = sums.values()[j];
      gradients[block[j]] = gradient;
    }
  }

  /** Receives a regression's curvature. */
  @FunctionalInterface
  private interface MatrixTask {
    void take(int regression, double[] upper);
  }

  private void forEachMatrix(MatrixTask task) {
    if (prior.common().evidence() == LearnedScale.Evidence.ELBO) {
      double[] gram = pass.gram();
      pass.spread(regressions.length, (own, regression) -> task.take(regression, gram));
      return;
    }
    double[][] means = new double[regressions.length][];
    Arrays.setAll(means, regression -> posteriors[regression].mean());
    RegressionMeans here = new RegressionModes(regressions, means, new double[regressions.length]);
    pass.curvatures(link).forEachMatrix(here, new Cost(shape).searchRows(), seed, task::take);
  }

  /** π and σ² at which the bound is largest. */
  private void learn() {
    double in = PSEUDO_COUNT;
    double squares = PSEUDO_COUNT * hyper.slab();
    double all = 2 * PSEUDO_COUNT;
    for (int regression : regressions) {
      int times = shape.multiplicity(regression);
      in += times * posteriors[regression].included();
      squares += times * posteriors[regression].includedSquares();
      all += (double) times * shape.columns();
    }
    hyper = new PairedPosterior.Hyper(in / all, squares / in, hyper.interceptVariance());
  }

  private RegressionFits result(Climb climb) {
    double[][] means = new double[regressions.length][];
    Coefficients variances = new Coefficients(shape.size(), regressions.length);
    for (int regression : regressions) {
      means[regression] = posteriors[regression].mean();
      variances.set(regression, posteriors[regression].variances());
    }
    return new RegressionFits(
        regressions, means, PosteriorCovariance.eachDiagonal(variances), climb);
  }

  /** The share of weights that are not zero, and their variance. */
  PairedPosterior.Hyper hyper() {
    return hyper;
  }

  /** The probability of each regression's weights not to be zero. */
  double[][] inclusions() {
    return Arrays.stream(posteriors).map(PairedPosterior::inclusions).toArray(double[][]::new);
  }
}
