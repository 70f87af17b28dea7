// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.columns.Regressors;
import org.ibcavi.linalg.Cholesky;

/**
 * How uncertain the coefficients are, on the fitted scale: a covariance matrix Σ for each of U
 * posteriors, which may all be one and the same. What it hands out are copies.
 */
public sealed interface PosteriorCovariance
    permits SharedFactor, FactorPerCategory, SharedDiagonal, DiagonalPerCategory {
  /**
   * One full covariance for all posteriors.
   *
   * @param precision the factor of Σ⁻¹
   * @return the covariance
   */
  static PosteriorCovariance shared(Cholesky precision) {
    return new SharedFactor(precision);
  }

  /**
   * A full covariance for each posterior.
   *
   * @param size coefficients, P
   * @param packed the packed lower factor of Σ⁻¹ of each posterior, not copied: the caller must not
   *     change it
   * @return the covariances
   */
  static PosteriorCovariance each(int size, double[][] packed) {
    return new FactorPerCategory(size, packed);
  }

  /**
   * Independent coefficients with the same variances in all posteriors.
   *
   * @param variances one for each coefficient, copied
   * @return the covariance
   */
  static PosteriorCovariance sharedDiagonal(double[] variances) {
    return new SharedDiagonal(variances.clone());
  }

  /**
   * Independent coefficients with variances of their own in each posterior.
   *
   * @param variances one for each coefficient of each posterior, not copied: the caller must not
   *     change it
   * @return the covariances
   */
  static PosteriorCovariance eachDiagonal(Coefficients variances) {
    return new DiagonalPerCategory(variances);
  }

  /**
   * Whether all posteriors have the same covariance.
   *
   * @return true if so
   */
  boolean shared();

  /**
   * Whether correlations between coefficients are left out.
   *
   * @return true if so
   */
  boolean diagonal();

  /**
   * Variances that a row has: one if the covariance is shared, else one for each posterior.
   *
   * @return at least 1
   */
  int variancesPerRow();

  /**
   * xᵀΣx for the rows of a chunk.
   *
   * @param regressors the rows, on the fitted scale
   * @param squares the same with squared values; only a diagonal covariance asks for it
   * @param chunk which rows
   * @param out chunk rows × {@link #variancesPerRow()}, overwritten
   */
  void rowVariances(Regressors regressors, Regressors squares, int chunk, double[] out);

  /**
   * xᵀΣx: the variance of a linear combination of coefficients.
   *
   * @param posterior which posterior
   * @param x the combination's P factors
   * @return its variance
   */
  double variance(int posterior, double[] x);

  /**
   * The variance of each coefficient.
   *
   * @param posterior which posterior
   * @return diag(Σ)
   */
  double[] variances(int posterior);

  /**
   * The factor of a posterior's precision, unless the covariance is diagonal.
   *
   * @param posterior which posterior
   * @return the factor of its Σ⁻¹
   * @throws UnsupportedOperationException if the covariance is diagonal
   */
  Cholesky precision(int posterior);

  /**
   * log|Σ⁻¹| of a posterior.
   *
   * @param posterior which posterior
   * @return the logarithm of the determinant of its precision
   */
  default double logPrecision(int posterior) {
    return diagonal()
        ? -Arrays.stream(variances(posterior)).map(Math::log).sum()
        : precision(posterior).logDeterminant();
  }

  /**
   * Turns independent standard normal numbers into a draw from N(0, Σ), in place.
   *
   * @param posterior which posterior
   * @param normals P numbers
   */
  default void color(int posterior, double[] normals) {
    if (diagonal()) {
      double[] variances = variances(posterior);
      Arrays.setAll(normals, p -> Math.sqrt(variances[p]) * normals[p]);
    } else {
      precision(posterior).solveUpper(normals, 0, 1, 1);
    }
  }

  /**
   * Turns independent standard normal numbers into Σ⁻¹x of the draw x that {@link #color} turns
   * them into, in place.
   *
   * @param posterior which posterior
   * @param normals P numbers
   */
  default void pull(int posterior, double[] normals) {
    if (diagonal()) {
      double[] variances = variances(posterior);
      Arrays.setAll(normals, p -> normals[p] / Math.sqrt(variances[p]));
    } else {
      precision(posterior).multiplyLower(normals, 0, 1, 1);
    }
  }

  /**
   * The covariances of several groups of posteriors, all of this kind, as of one.
   *
   * @param groups in the order of the posteriors, this one among them
   * @return of all posteriors
   */
  PosteriorCovariance join(List<PosteriorCovariance> groups);
}
