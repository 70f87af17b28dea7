// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import org.ibcavi.design.TrainingData;
import org.ibcavi.linalg.Cholesky;

/**
 * Coordinate ascent for multinomial probit regression with Albert and Chib's utilities (Girolami
 * and Rogers, Neural Computation 2006): q(z_i) is a normal distribution around the expected
 * predictors, truncated to where the row's category has the largest utility; its mean takes
 * integrals over one dimension. The bound is Σ_i (log p(y_i | m_i) − ½ Σ_k v_i) − KL with the
 * predictors' means m and variances v.
 */
public final class MultinomialProbitCavi implements CoordinateAscent {
  private final TrainingData data;
  private final LatentRegression latent;
  private final MultinomialProbit likelihood;
  private final Cholesky factor;
  private final double variances;
  private final NormalCoefficients[] posteriors;

  /** For each category the expected utility of each row. */
  private final double[][] utilities;

  /** For each category the expected predictor of each row. */
  private final double[][] eta;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient, above 0
   * @param likelihood says which category is the base
   */
  public MultinomialProbitCavi(TrainingData data, double precision, MultinomialProbit likelihood) {
    this.data = data;
    this.latent = new LatentRegression(data.features(), precision);
    this.likelihood = likelihood;
    this.factor = latent.factor();
    this.variances = Arrays.stream(latent.variances(factor)).sum();
    this.posteriors = new NormalCoefficients[likelihood.predictors()];
    this.utilities = new double[data.categories()][data.rows()];
    this.eta = new double[data.categories()][data.rows()];
    expectUtilities();
  }

  @Override
  public double sweep() {
    double elbo = 0;
    for (int k = 0; k < eta.length; k++) {
      int j = likelihood.predictorOf(k);
      if (j >= 0) {
        posteriors[j] = latent.posterior(factor, utilities[k]);
        latent.predict(posteriors[j].mean(), eta[k]);
        elbo -= latent.divergenceFromPrior(posteriors[j]) + 0.5 * variances;
      }
    }
    return elbo + expectUtilities();
  }

  /** E[z_k] = m_k + ∂ log p(y | m)/∂m_k; returns Σ log p. */
  private double expectUtilities() {
    double[] row = new double[eta.length];
    double[] slopes = new double[eta.length];
    double sum = 0;
    for (int i = 0; i < data.rows(); i++) {
      for (int k = 0; k < row.length; k++) {
        row[k] = eta[k][i];
      }
      sum += MultinomialProbit.logProbability(data.label(i), row, slopes);
      for (int k = 0; k < row.length; k++) {
        utilities[k][i] = row[k] + slopes[k];
      }
    }
    return sum;
  }

  @Override
  public double[] theta() {
    return Coefficients.means(posteriors);
  }

  @Override
  public double[] deviations() {
    return Coefficients.deviations(posteriors);
  }

  @Override
  public MultinomialProbit likelihood() {
    return likelihood;
  }
}
