// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.random.RandomGenerator;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;

/** Probabilities of categories given a row's linear predictors. */
public interface CategoricalLikelihood {
  /**
   * The number of categories.
   *
   * @return K
   */
  int categories();

  /**
   * The number of linear predictors of a row.
   *
   * @return K, or K − 1 where one category needs none
   */
  int predictors();

  /**
   * Fills the probabilities.
   *
   * @param eta linear predictors
   * @param p overwritten, one for each category
   */
  void probabilities(double[] eta, double[] p);

  /**
   * What a probability costs beyond a formula.
   *
   * @param eta linear predictors
   * @return points of quadrature for the first category; 0 where there is a closed form
   */
  default int quadraturePoints(double[] eta) {
    return 0;
  }

  /**
   * Draws a category as the model tells its story, without the formula for the probabilities.
   *
   * @param eta linear predictors
   * @param random the source
   * @return a category
   */
  int simulate(double[] eta, RandomGenerator random);

  /**
   * Predicts rows.
   *
   * @param theta coefficients, P × predictors, row-major; the intercept's row is the last
   * @param rows features without the intercept
   * @return for each row one probability for each category
   */
  default double[][] predict(double[] theta, DesignMatrix rows) {
    Regressors regressors = new Regressors(rows, true);
    int width = predictors();
    double[][] result = new double[rows.rows()][categories()];
    double[] eta = new double[width];
    for (int chunk = 0; chunk < rows.chunks(); chunk++) {
      double[] all = new double[rows.chunkSize(chunk) * width];
      regressors.product(chunk, theta, width, all);
      for (int i = 0; i < rows.chunkSize(chunk); i++) {
        System.arraycopy(all, i * width, eta, 0, width);
        probabilities(eta, result[rows.chunkStart(chunk) + i]);
      }
    }
    return result;
  }
}
