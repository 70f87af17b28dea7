// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;

/**
 * A Gibbs sampler for logistic-softmax regression with the auxiliary variables of {@link
 * LogisticSoftmaxCavi}, λ integrated out. The counts n_k then are those of refusals where
 * categories are proposed evenly and accepted with probability σ(η_k); given them, ω_k is the sum
 * of y_k + n_k Pólya-Gamma variables, and each category's coefficients are normal.
 */
public final class LogisticSoftmaxGibbs implements GibbsSampler {
  private final TrainingData data;
  private final LatentRegression latent;
  private final double[][] beta;
  private final double[][] eta;
  private final int[][] refusals;
  private final SplittableRandom random;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param seed of the draws
   */
  public LogisticSoftmaxGibbs(TrainingData data, double precision, long seed) {
    this.data = data;
    this.latent = new LatentRegression(data.features(), precision);
    this.beta = new double[data.categories()][latent.size()];
    this.eta = new double[data.categories()][data.rows()];
    this.refusals = new int[data.categories()][data.rows()];
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void sweep() {
    for (int[] of : refusals) {
      Arrays.fill(of, 0);
    }
    for (int i = 0; i < data.rows(); i++) {
      drawRefusals(i);
    }
    for (int k = 0; k < beta.length; k++) {
      drawCategory(k);
    }
  }

  private void drawRefusals(int i) {
    int k = random.nextInt(eta.length);
    while (random.nextDouble() >= 1 / (1 + Math.exp(-eta[k][i]))) {
      refusals[k][i]++;
      k = random.nextInt(eta.length);
    }
  }

  private void drawCategory(int k) {
    double[] weights = new double[data.rows()];
    double[] responses = new double[data.rows()];
    for (int i = 0; i < data.rows(); i++) {
      int own = data.label(i) == k ? 1 : 0;
      for (int t = 0; t < own + refusals[k][i]; t++) {
        weights[i] += PolyaGamma.draw(eta[k][i], random);
      }
      responses[i] = 0.5 * (own - refusals[k][i]);
    }
    beta[k] = latent.posterior(latent.factor(weights), responses).draw(random);
    latent.predict(beta[k], eta[k]);
  }

  @Override
  public double[] theta() {
    return Coefficients.interleaved(beta);
  }
}
