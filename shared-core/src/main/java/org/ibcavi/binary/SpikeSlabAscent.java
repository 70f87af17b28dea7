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
import org.ibcavi.prior.SpikeAndSlab;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.problem.UnitMeans;
import org.ibcavi.problem.UnitModes;
import org.ibcavi.solver.Climb;

/**
 * Fits all units under a spike and a slab. A round looks at the rows once, takes each unit's log
 * likelihood for a quadratic at the unit's mean, updates the unit's coefficients one by one ({@link
 * PairedPosterior}), and then the share of weights that are not zero and their variance.
 *
 * <p>The quadratic is the bound's if the evidence is the bound, which needs a link of constant
 * weight: the rounds are then CAVI, and none lowers it. Else it has the log likelihood's own
 * curvature, which knows how little the rows tell about a rare category.
 */
final class SpikeSlabAscent {
  /** Rounds end when none of them changes the sum of the units' values by more than this share. */
  private static final double LEAST_CHANGE = 1e-6;

  /** Half a weight is counted in and half a weight out, so that neither is ever empty. */
  private static final double PSEUDO_COUNT = 0.5;

  private final RowPass pass;
  private final Shape shape;
  private final Link link;
  private final SpikeAndSlab prior;
  private final Inference inference;
  private final long seed;
  private final int[] units;
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
    this.units = new int[shape.units()];
    Arrays.setAll(units, unit -> unit);
    this.posteriors = new PairedPosterior[units.length];
  }

  /**
   * Fits.
   *
   * @param variance of all weights, learned before
   * @param start means under it, of all units
   * @return means, variances and the course of the values
   */
  UnitFits fit(double variance, UnitMeans start) {
    hyper = new PairedPosterior.Hyper(0.5, variance, prior.common().interceptVariance());
    Arrays.setAll(
        posteriors, unit -> PairedPosterior.at(start.mean(unit), shape.columns(), variance));
    Climb climb = new Climb(shape, units);
    double before = Double.NEGATIVE_INFINITY;
    while (true) {
      climb.add(round());
      inference
          .context()
          .report(FitPhase.BINARY, climb.sweeps(), climb.objective(), units.length, units.length);
      double value = climb.objective();
      if (Math.abs(value - before) <= LEAST_CHANGE * Math.abs(value)) {
        return result(climb.end(StopReason.CONVERGED));
      }
      if (climb.sweeps() == inference.settings().maxSweeps()) {
        return result(climb.end(StopReason.SWEEP_LIMIT));
      }
      before = value;
    }
  }

  /** The values where the units are; then a step of all of them and of what they share. */
  private double[] round() {
    double[] values = new double[units.length];
    double[][] gradients = new double[units.length][];
    evaluate(values, gradients);
    PairedPosterior[] next = new PairedPosterior[units.length];
    forEachMatrix(
        (unit, upper) -> {
          PairedPosterior here = posteriors[unit];
          values[unit] += here.minusDivergence(hyper) - 0.5 * trace(upper, here.variances());
          next[unit] = here.next(upper, gradients[unit], hyper);
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
    int width = pass.blockWidth(units.length);
    int count = (units.length + width - 1) / width;
    pass.spread(
        count,
        (own, block) -> {
          int from = Sampling.bound(block, units.length, count);
          int to = Sampling.bound(block + 1, units.length, count);
          evaluate(own, Arrays.copyOfRange(units, from, to), values, gradients);
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

  /** Receives a unit's curvature. */
  @FunctionalInterface
  private interface MatrixTask {
    void take(int unit, double[] upper);
  }

  private void forEachMatrix(MatrixTask task) {
    if (prior.common().evidence() == LearnedScale.Evidence.ELBO) {
      double[] gram = pass.gram();
      pass.spread(units.length, (own, unit) -> task.take(unit, gram));
      return;
    }
    double[][] means = new double[units.length][];
    Arrays.setAll(means, unit -> posteriors[unit].mean());
    UnitMeans here = new UnitModes(units, means, new double[units.length]);
    pass.curvatures(link).forEachMatrix(here, new Cost(shape).searchRows(), seed, task::take);
  }

  /** π and σ² at which the bound is largest. */
  private void learn() {
    double in = PSEUDO_COUNT;
    double squares = PSEUDO_COUNT * hyper.slab();
    double all = 2 * PSEUDO_COUNT;
    for (int unit : units) {
      int times = shape.multiplicity(unit);
      in += times * posteriors[unit].included();
      squares += times * posteriors[unit].includedSquares();
      all += (double) times * shape.columns();
    }
    hyper = new PairedPosterior.Hyper(in / all, squares / in, hyper.interceptVariance());
  }

  private UnitFits result(Climb climb) {
    double[][] means = new double[units.length][];
    Coefficients variances = new Coefficients(shape.size(), units.length);
    for (int unit : units) {
      means[unit] = posteriors[unit].mean();
      variances.set(unit, posteriors[unit].variances());
    }
    return new UnitFits(units, means, PosteriorCovariance.eachDiagonal(variances), climb);
  }

  /** The share of weights that are not zero, and their variance. */
  PairedPosterior.Hyper hyper() {
    return hyper;
  }

  /** The probability of each unit's weights not to be zero. */
  double[][] inclusions() {
    return Arrays.stream(posteriors).map(PairedPosterior::inclusions).toArray(double[][]::new);
  }
}
