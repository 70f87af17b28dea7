// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.TrainingData;

/**
 * The log posterior of a multinomial probit regression without auxiliary variables, its
 * probabilities by quadrature: Σ_i log p(y_i | x_iᵀB) − ½ λ Σ β². Coefficients are P × predictors.
 */
public final class MultinomialProbitTarget implements LogDensity {
  private final TrainingData data;
  private final Regressors regressors;
  private final double precision;
  private final MultinomialProbit likelihood;

  /**
   * A target.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision) of every coefficient
   * @param likelihood says which category is the base
   */
  public MultinomialProbitTarget(
      TrainingData data, double precision, MultinomialProbit likelihood) {
    this.data = data;
    this.regressors = new Regressors(data.features(), true);
    this.precision = precision;
    this.likelihood = likelihood;
  }

  @Override
  public int size() {
    return regressors.size() * likelihood.predictors();
  }

  @Override
  public double evaluate(double[] theta, double[] gradient) {
    Arrays.fill(gradient, 0);
    double value = 0;
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      value += addChunk(chunk, theta, gradient);
    }
    for (int j = 0; j < theta.length; j++) {
      value -= 0.5 * precision * theta[j] * theta[j];
      gradient[j] -= precision * theta[j];
    }
    return value;
  }

  private double addChunk(int chunk, double[] theta, double[] gradient) {
    int width = likelihood.predictors();
    int rows = regressors.features().chunkSize(chunk);
    double[] eta = new double[rows * width];
    regressors.product(chunk, theta, width, eta);
    double[] slopes = new double[data.categories()];
    double value = 0;
    for (int i = 0; i < rows; i++) {
      double[] own = Arrays.copyOfRange(eta, i * width, (i + 1) * width);
      int label = data.label(regressors.features().chunkStart(chunk) + i);
      value += MultinomialProbit.logProbability(label, likelihood.expanded(own), slopes);
      for (int k = 0; k < slopes.length; k++) {
        int j = likelihood.predictorOf(k);
        if (j >= 0) {
          eta[i * width + j] = slopes[k];
        }
      }
    }
    regressors.addTransposedProduct(chunk, eta, width, gradient);
    return value;
  }
}
