// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import java.util.List;
import org.ibcavi.columns.Regressors;
import org.ibcavi.linalg.Cholesky;

/** One full covariance for all posteriors, kept as the factor of its inverse. */
final class SharedFactor implements PosteriorCovariance {
  private final Cholesky precision;

  /**
   * Creates the covariance.
   *
   * @param precision the factor of Σ⁻¹
   */
  SharedFactor(Cholesky precision) {
    this.precision = precision;
  }

  @Override
  public boolean shared() {
    return true;
  }

  @Override
  public boolean diagonal() {
    return false;
  }

  @Override
  public int variancesPerRow() {
    return 1;
  }

  @Override
  public void rowVariances(Regressors regressors, Regressors squares, int chunk, double[] out) {
    int count = regressors.features().chunkSize(chunk);
    precision.inverseForms(regressors.columns(chunk), count, out, 0, 1);
  }

  @Override
  public double variance(int posterior, double[] x) {
    return precision.inverseForm(x);
  }

  @Override
  public double[] variances(int posterior) {
    return precision.inverseDiagonal();
  }

  @Override
  public Cholesky precision(int posterior) {
    return precision;
  }

  @Override
  public PosteriorCovariance join(List<PosteriorCovariance> groups) {
    return this;
  }
}
