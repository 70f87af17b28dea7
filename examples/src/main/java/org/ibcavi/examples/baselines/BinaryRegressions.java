// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.ibcavi.design.TrainingData;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;

/**
 * Several binary regressions on the same rows, none of which knows of the others: coordinate ascent
 * and Gibbs sampling for each. A row's sign in a regression is +1, −1, or 0 if it has no part in
 * it.
 */
final class BinaryRegressions {
  /** Gives the sign of a row's category in a regression. */
  @FunctionalInterface
  interface Signs {
    int of(int regression, int category);
  }

  private final TrainingData data;
  private final LatentRegression latent;
  private final BinaryAugmentation augmentation;
  private final Signs signs;
  private final int count;
  private final double[][] beta;
  private final double[][] eta;
  private final double[][] variances;
  private final NormalCoefficients[] posteriors;
  private final Cholesky[] factors;

  BinaryRegressions(
      TrainingData data,
      double precision,
      BinaryAugmentation augmentation,
      int count,
      Signs signs) {
    this.data = data;
    this.latent = new LatentRegression(data.features(), precision);
    this.augmentation = augmentation;
    this.signs = signs;
    this.count = count;
    this.beta = new double[count][latent.size()];
    this.eta = new double[count][data.rows()];
    this.variances = new double[count][data.rows()];
    this.posteriors = new NormalCoefficients[count];
    this.factors = new Cholesky[count];
  }

  /** Updates each regression's auxiliary variables and coefficients; returns the bound. */
  double ascend(Workers workers) {
    double[] elbos = new double[count];
    workers.run(count, Cancellation.onInterrupt(), j -> elbos[j] = ascend(j));
    return Arrays.stream(elbos).sum();
  }

  private double ascend(int j) {
    double[] weights = new double[data.rows()];
    double[] responses = new double[data.rows()];
    for (int i = 0; i < data.rows(); i++) {
      int sign = signs.of(j, data.label(i));
      if (sign != 0) {
        augmentation.expect(eta[j][i], variances[j][i], sign, weights, responses, i);
      }
    }
    if (refactor(j, weights)) {
      variances[j] = latent.variances(factors[j]);
    }
    NormalCoefficients q = latent.posterior(factors[j], responses);
    posteriors[j] = q;
    move(j, q.mean());
    double elbo = -latent.divergenceFromPrior(q);
    for (int i = 0; i < data.rows(); i++) {
      int sign = signs.of(j, data.label(i));
      elbo += sign == 0 ? 0 : augmentation.elbo(eta[j][i], variances[j][i], sign);
    }
    return elbo;
  }

  /** Draws each regression's auxiliary variables, then its coefficients. */
  void draw(RandomGenerator random) {
    double[] weights = new double[data.rows()];
    double[] responses = new double[data.rows()];
    for (int j = 0; j < count; j++) {
      Arrays.fill(weights, 0);
      Arrays.fill(responses, 0);
      for (int i = 0; i < data.rows(); i++) {
        int sign = signs.of(j, data.label(i));
        if (sign != 0) {
          augmentation.draw(eta[j][i], sign, random, weights, responses, i);
        }
      }
      refactor(j, weights);
      move(j, latent.posterior(factors[j], responses).draw(random));
    }
  }

  /** Factorises a regression's precision, unless its weights are what they were. */
  private boolean refactor(int j, double[] weights) {
    boolean needed = factors[j] == null || augmentation.weightsVary();
    if (needed) {
      factors[j] = latent.factor(weights);
    }
    return needed;
  }

  private void move(int j, double[] coefficients) {
    beta[j] = coefficients;
    latent.predict(coefficients, eta[j]);
  }

  /** Means, or the coefficients drawn last, P × regressions. */
  double[] theta() {
    return Coefficients.interleaved(beta);
  }

  /** Standard deviations after a sweep of ascent, P × regressions. */
  double[] deviations() {
    return Coefficients.deviations(posteriors);
  }
}
