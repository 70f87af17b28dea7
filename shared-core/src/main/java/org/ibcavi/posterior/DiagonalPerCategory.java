// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import java.util.List;
import org.ibcavi.columns.Regressors;
import org.ibcavi.linalg.Cholesky;

/** Independent coefficients with variances of their own in each posterior. */
final class DiagonalPerCategory implements PosteriorCovariance {
  private final Coefficients variances;

  /**
   * Creates the covariances.
   *
   * @param variances one for each coefficient of each posterior, not copied
   */
  DiagonalPerCategory(Coefficients variances) {
    this.variances = variances;
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public boolean diagonal() {
    return true;
  }

  @Override
  public int variancesPerRow() {
    return variances.vectors();
  }

  @Override
  public void rowVariances(Regressors regressors, Regressors squares, int chunk, double[] out) {
    variances.product(squares, chunk, out);
  }

  @Override
  public double variance(int posterior, double[] x) {
    double sum = 0;
    for (int p = 0; p < variances.size(); p++) {
      sum = Math.fma(x[p] * x[p], variances.get(posterior, p), sum);
    }
    return sum;
  }

  @Override
  public double[] variances(int posterior) {
    return variances.vector(posterior);
  }

  @Override
  public Cholesky precision(int posterior) {
    throw new UnsupportedOperationException("a diagonal covariance has variances and no factor");
  }

  @Override
  public PosteriorCovariance join(List<PosteriorCovariance> groups) {
    List<Coefficients> parts =
        groups.stream().map(group -> ((DiagonalPerCategory) group).variances).toList();
    Coefficients all =
        new Coefficients(variances.size(), parts.stream().mapToInt(Coefficients::vectors).sum());
    int next = 0;
    for (Coefficients part : parts) {
      for (int i = 0; i < part.vectors(); i++) {
        all.set(next++, part.vector(i));
      }
    }
    return new DiagonalPerCategory(all);
  }
}
