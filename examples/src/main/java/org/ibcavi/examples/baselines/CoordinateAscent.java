// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

/** Variational inference by sweeps of updates in closed form, each of which raises the bound. */
public interface CoordinateAscent {
  /**
   * Updates every factor once.
   *
   * @return the evidence lower bound after it
   */
  double sweep();

  /**
   * The posterior means of the coefficients.
   *
   * @return P × predictors, row-major; a copy
   */
  double[] theta();

  /**
   * The posterior standard deviations of the coefficients.
   *
   * @return in the order of {@link #theta}
   */
  double[] deviations();

  /**
   * The model.
   *
   * @return what predicts from the coefficients
   */
  CategoricalLikelihood likelihood();

  /**
   * Sweeps until the bound hardly rises.
   *
   * @param gain stop at the first sweep that raises the bound by less than this
   * @param maxSweeps stop after so many in any case
   * @return the sweeps made
   */
  default int run(double gain, int maxSweeps) {
    double elbo = Double.NEGATIVE_INFINITY;
    for (int sweep = 1; sweep <= maxSweeps; sweep++) {
      double next = sweep();
      if (next - elbo < gain) {
        return sweep;
      }
      elbo = next;
    }
    return maxSweeps;
  }
}
