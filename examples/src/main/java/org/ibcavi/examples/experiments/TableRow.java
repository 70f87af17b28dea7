// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.experiments;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.examples.baselines.CategoricalLikelihood;
import org.ibcavi.examples.baselines.GibbsSampler;
import org.ibcavi.examples.baselines.LogDensity;
import org.ibcavi.parallel.Workers;

/**
 * A row of the paper's table of models, as something that can be run. What a model does not have is
 * empty. Priors are N(0, I).
 */
interface TableRow {
  /** The name in the table. */
  String name();

  /** The seven published marks, + or −; empty for a row that the publication does not have. */
  String published();

  /** The model's categorical likelihood. */
  CategoricalLikelihood likelihood(int categories);

  /** Fits and predicts; a fit without random numbers does not use the seed. */
  Fitted fit(TrainingData data, DesignMatrix test, long seed);

  /** The posterior without auxiliary variables, in independent parts, for NUTS. */
  List<LogDensity> densities(TrainingData data);

  /** A sampler by complete conditionals; its columns are those of the densities one by one. */
  default Optional<GibbsSampler> gibbs(TrainingData data, long seed) {
    return Optional.empty();
  }

  /** The bound after each sweep of closed-form updates. */
  default double[] bounds(TrainingData data) {
    return new double[0];
  }

  /** Draws the auxiliary variables of a row, one for each category, given the rest. */
  default double[] auxiliaries(double[] eta, int label, RandomGenerator random) {
    return new double[0];
  }

  /**
   * A random number whose mean is {@link #exact}: the likelihood of the linear regression that one
   * draw of auxiliary variables leaves.
   */
  default double augmented(double[] eta, int label, RandomGenerator random) {
    return Double.NaN;
  }

  /** The likelihood that the auxiliary variables stand for. */
  default double exact(double[] eta, int label) {
    double[] p = new double[likelihood(eta.length).categories()];
    likelihood(eta.length).probabilities(eta, p);
    return p[label];
  }

  /** A fit of {@link TableRows#TIMED_SWEEPS} sweeps whose categories workers share, if they can. */
  default Optional<Runnable> sharedSweeps(TrainingData data, Workers workers) {
    return Optional.empty();
  }

  /**
   * What a fit says.
   *
   * @param probabilities of the test rows
   * @param coefficients for each category; empty for one that has none of its own
   */
  @SuppressWarnings("ArrayRecordComponent") // Read at once by the experiment, which changes none.
  record Fitted(double[][] probabilities, double[][] coefficients) {}
}
