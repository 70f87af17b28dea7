// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;
import org.ibcavi.linalg.Cholesky;

/**
 * The Gibbs sampler of multinomial probit regression (Albert and Chib, JASA 1993): utilities one at
 * a time, the chosen category's above all others and each other one below it; then the coefficients
 * of a linear regression for each category.
 */
public final class MultinomialProbitGibbs implements GibbsSampler {
  private final TrainingData data;
  private final LatentRegression latent;
  private final MultinomialProbit likelihood;
  private final Cholesky factor;
  private final double[][] beta;

  /** Linear predictors and utilities, for each category one for each row. */
  private final double[][] eta;

  private final double[][] z;
  private final SplittableRandom random;

  /**
   * Starts at coefficients of zero, with the chosen utility 1 and the others 0.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param likelihood says which category is the base
   * @param seed of the draws
   */
  public MultinomialProbitGibbs(
      TrainingData data, double precision, MultinomialProbit likelihood, long seed) {
    this.data = data;
    this.latent = new LatentRegression(data.features(), precision);
    this.likelihood = likelihood;
    this.factor = latent.factor();
    this.beta = new double[likelihood.predictors()][latent.size()];
    this.eta = new double[data.categories()][data.rows()];
    this.z = new double[data.categories()][data.rows()];
    this.random = new SplittableRandom(seed);
    for (int i = 0; i < data.rows(); i++) {
      z[data.label(i)][i] = 1;
    }
  }

  @Override
  public void sweep() {
    for (int i = 0; i < data.rows(); i++) {
      drawUtilities(i, data.label(i));
    }
    for (int k = 0; k < z.length; k++) {
      int j = likelihood.predictorOf(k);
      if (j >= 0) {
        beta[j] = latent.posterior(factor, z[k]).draw(random);
        latent.predict(beta[j], eta[k]);
      }
    }
  }

  private void drawUtilities(int i, int label) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < z.length; k++) {
      if (k != label) {
        z[k][i] = TruncatedNormal.below(eta[k][i], z[label][i], random);
        highest = Math.max(highest, z[k][i]);
      }
    }
    z[label][i] = TruncatedNormal.above(eta[label][i], highest, random);
  }

  @Override
  public double[] theta() {
    return Coefficients.interleaved(beta);
  }
}
