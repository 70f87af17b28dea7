// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import java.util.List;
import org.ibcavi.columns.Regressors;
import org.ibcavi.linalg.Cholesky;

/** Independent coefficients with the same variances in all posteriors. */
final class SharedDiagonal implements PosteriorCovariance {
  private final double[] variances;

  /**
   * Creates the covariance.
   *
   * @param variances one for each coefficient, not copied
   */
  SharedDiagonal(double[] variances) {
    this.variances = variances;
  }

  @Override
  public boolean shared() {
    return true;
  }

  @Override
  public boolean diagonal() {
    return true;
  }

  @Override
  public int variancesPerRow() {
    return 1;
  }

  @Override
  public void rowVariances(Regressors regressors, Regressors squares, int chunk, double[] out) {
    squares.product(chunk, variances, 1, out);
  }

  @Override
  public double variance(int posterior, double[] x) {
    double sum = 0;
    for (int p = 0; p < variances.length; p++) {
      sum = Math.fma(x[p] * x[p], variances[p], sum);
    }
    return sum;
  }

  @Override
  public double[] variances(int posterior) {
    return variances.clone();
  }

  @Override
  public Cholesky precision(int posterior) {
    throw new UnsupportedOperationException("a diagonal covariance has variances and no factor");
  }

  @Override
  public PosteriorCovariance join(List<PosteriorCovariance> groups) {
    return this;
  }
}
