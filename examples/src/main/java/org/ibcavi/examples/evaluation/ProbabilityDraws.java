// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Component;
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
    SplittableRandom random = new SplittableRandom(seed);
    double[][] draws = new double[model.categories()][count];
    for (int s = 0; s < count; s++) {
      double[] p = draw(chosen(model, random.nextDouble()), x, random);
      for (int k = 0; k < p.length; k++) {
        draws[k][s] = p[k];
      }
    }
    return draws;
  }

  /** A component, as often as its weight says. */
  private static Component chosen(CategoricalModel model, double uniform) {
    double rest = uniform;
    List<Component> components = model.components();
    int c = 0;
    while (c < components.size() - 1 && rest >= components.get(c).weight()) {
      rest -= components.get(c++).weight();
    }
    return components.get(c);
  }

  private static double[] draw(Component component, double[] x, SplittableRandom random) {
    Posterior posterior = component.posterior();
    double[] eta = new double[posterior.categories()];
    for (int k = 0; k < eta.length; k++) {
      int vector = posterior.vectorOf(k);
      double[] beta = posterior.mean(vector);
      for (int m = 0; m < x.length; m++) {
        eta[k] += x[m] * beta[m];
      }
      double variance = posterior.covariance().variance(vector, x);
      eta[k] += Math.sqrt(variance) * random.nextGaussian();
    }
    return averaged(component, eta);
  }

  private static double[] averaged(Component component, double[] eta) {
    AlphaWeights average = component.alphas();
    double[] p = new double[eta.length];
    double[] logs = new double[eta.length];
    for (int a = 0; a < average.size(); a++) {
      PowerFamily.logProbabilities(component.link(), average.alpha(a), eta, logs);
      for (int k = 0; k < p.length; k++) {
        p[k] += average.weight(a) * Math.exp(logs[k]);
      }
    }
    return p;
  }
}
