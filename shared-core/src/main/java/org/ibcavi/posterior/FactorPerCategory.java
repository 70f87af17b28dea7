// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.columns.Regressors;
import org.ibcavi.linalg.Cholesky;

/** A full covariance for each posterior: the packed factors of their inverses, P(P+1)/2 each. */
public final class FactorPerCategory implements PosteriorCovariance {
  private final int size;
  private final double[][] packed;

  /**
   * Creates the covariances.
   *
   * @param size coefficients, P
   * @param packed the packed lower factor of Σ⁻¹ of each posterior, not copied
   */
  public FactorPerCategory(int size, double[][] packed) {
    this.size = size;
    this.packed = packed;
  }

  @Override
  public Cholesky precision(int posterior) {
    return Cholesky.fromPacked(packed[posterior], size);
  }

  @Override
  public boolean shared() {
    return false;
  }

  @Override
  public boolean diagonal() {
    return false;
  }

  @Override
  public int variancesPerRow() {
    return packed.length;
  }

  @Override
  public void rowVariances(Regressors regressors, Regressors squares, int chunk, double[] out) {
    int count = regressors.features().chunkSize(chunk);
    double[] columns = regressors.columns(chunk);
    for (int posterior = 0; posterior < packed.length; posterior++) {
      precision(posterior).inverseForms(columns.clone(), count, out, posterior, packed.length);
    }
  }

  @Override
  public double variance(int posterior, double[] x) {
    return precision(posterior).inverseForm(x);
  }

  @Override
  public double[] variances(int posterior) {
    return precision(posterior).inverseDiagonal();
  }

  @Override
  public PosteriorCovariance join(List<PosteriorCovariance> groups) {
    double[][] all =
        groups.stream()
            .map(FactorPerCategory.class::cast)
            .flatMap(group -> Arrays.stream(group.packed))
            .toArray(double[][]::new);
    return new FactorPerCategory(size, all);
  }
}
