// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.evaluation;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.link.PowerFamily;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.posterior.Posterior;

/**
 * Draws of a row's class probabilities from a model's posterior: linear predictors are Gaussian and
 * independent over categories, so the coefficients themselves need not be drawn.
 */
public final class ProbabilityDraws {
  private ProbabilityDraws() {}

  /**
   * Draws class probabilities of a row.
   *
   * @param model the fitted model
   * @param row a value for each feature, on the original scale
   * @param count of draws
   * @param seed of the draws
   * @return for each category its draws
   */
  public static double[][] of(CategoricalModel model, double[] row, int count, long seed) {
    double[] x = row.clone();
    model.standardization().apply(x);
    if (model.hasIntercept()) {
      x = Arrays.copyOf(x, x.length + 1);
      x[x.length - 1] = 1;
    }
    int categories = model.categories();
    double[] mean = new double[categories];
    double[] deviation = new double[categories];
    Posterior posterior = model.posterior();
    for (int k = 0; k < categories; k++) {
      int vector = posterior.vectorOf(k);
      double[] beta = posterior.means().vector(vector);
      for (int m = 0; m < x.length; m++) {
        mean[k] += x[m] * beta[m];
      }
      deviation[k] = Math.sqrt(posterior.covariance().variance(vector, x));
    }
    SplittableRandom random = new SplittableRandom(seed);
    double[][] draws = new double[categories][count];
    double[] eta = new double[categories];
    for (int s = 0; s < count; s++) {
      for (int k = 0; k < categories; k++) {
        eta[k] = mean[k] + deviation[k] * random.nextGaussian();
      }
      double[] p = averaged(model, eta);
      for (int k = 0; k < categories; k++) {
        draws[k][s] = p[k];
      }
    }
    return draws;
  }

  private static double[] averaged(CategoricalModel model, double[] eta) {
    AlphaWeights average = model.average();
    double[] p = new double[eta.length];
    double[] logs = new double[eta.length];
    for (int a = 0; a < average.size(); a++) {
      PowerFamily.logProbabilities(model.link(), average.alpha(a), eta, logs);
      for (int k = 0; k < p.length; k++) {
        p[k] += average.weight(a) * Math.exp(logs[k]);
      }
    }
    return p;
  }
}
