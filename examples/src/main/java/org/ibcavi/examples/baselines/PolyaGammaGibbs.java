// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.SplittableRandom;
import org.ibcavi.design.TrainingData;

/**
 * A Gibbs sampler for softmax regression with Pólya-Gamma variables (Polson et al., 2013, §6.3;
 * Holmes and Held, 2006): given the others, a category's coefficients have the likelihood of a
 * binary logistic regression with offset C_ik = log Σ_{j≠k} exp(η_ij). Coefficients are in the
 * order of {@link CategoricalTarget}.
 */
public final class PolyaGammaGibbs implements GibbsSampler {
  private final TrainingData data;
  private final LatentRegression latent;
  private final double[][] beta;
  private final double[][] eta;
  private final SplittableRandom random;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision), above 0
   * @param identified whether the last category's coefficients are held at zero
   * @param seed of the draws
   */
  public PolyaGammaGibbs(TrainingData data, double precision, boolean identified, long seed) {
    this.data = data;
    this.latent = new LatentRegression(data.features(), precision);
    this.beta = new double[data.categories() - (identified ? 1 : 0)][latent.size()];
    this.eta = new double[data.categories()][data.rows()];
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void sweep() {
    for (int k = 0; k < beta.length; k++) {
      drawCategory(k);
    }
  }

  @Override
  public double[] theta() {
    return Coefficients.interleaved(beta);
  }

  private void drawCategory(int k) {
    double[] weights = new double[data.rows()];
    double[] responses = new double[data.rows()];
    for (int i = 0; i < data.rows(); i++) {
      double offset = offset(i, k);
      weights[i] = PolyaGamma.draw(eta[k][i] - offset, random);
      responses[i] = (data.label(i) == k ? 0.5 : -0.5) + weights[i] * offset;
    }
    beta[k] = latent.posterior(latent.factor(weights), responses).draw(random);
    latent.predict(beta[k], eta[k]);
  }

  private double offset(int row, int k) {
    double max = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < eta.length; j++) {
      max = j == k ? max : Math.max(max, eta[j][row]);
    }
    double sum = 0;
    for (int j = 0; j < eta.length; j++) {
      sum += j == k ? 0 : Math.exp(eta[j][row] - max);
    }
    return max + Math.log(sum);
  }
}
