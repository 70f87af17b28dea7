// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.gaussian;

import java.io.Serializable;
import org.ibcavi.linalg.Cholesky;

/**
 * A normal density N(μ₀, Λ₀⁻¹) over the P coefficients of one category. Serializable, so that
 * engines can send it; not a format to keep.
 */
public sealed interface GaussianPrior extends Serializable permits DiagonalGaussian, FullGaussian {
  /**
   * A density of independent coefficients.
   *
   * @param mean μ₀, not copied
   * @param precision diag(Λ₀), above 0, not copied
   * @return the density
   */
  static GaussianPrior diagonal(double[] mean, double[] precision) {
    return new DiagonalGaussian(mean, precision);
  }

  /**
   * A density from the factor of its precision.
   *
   * @param mean μ₀, not copied
   * @param factor of Λ₀
   * @return the density
   */
  static GaussianPrior factored(double[] mean, Cholesky factor) {
    return FullGaussian.of(mean, factor);
  }

  /**
   * A density with a given precision.
   *
   * @param mean its mean
   * @param precision row-major, symmetric, not copied
   * @param logDeterminant of the precision
   * @return the density
   */
  static GaussianPrior full(double[] mean, double[] precision, double logDeterminant) {
    return new FullGaussian(mean, precision, logDeterminant);
  }

  /**
   * The same precision around another mean.
   *
   * @param mean μ₀, not copied
   * @return a density that shares the precision with this one
   */
  GaussianPrior around(double[] mean);

  /**
   * The number of coefficients.
   *
   * @return P
   */
  int size();

  /**
   * A coefficient's mean.
   *
   * @param coefficient which one
   * @return its entry of μ₀
   */
  double mean(int coefficient);

  /**
   * A coefficient's diagonal entry of the precision.
   *
   * @param coefficient which one
   * @return its entry of diag(Λ₀)
   */
  double precision(int coefficient);

  /**
   * The logarithm of the determinant of the precision.
   *
   * @return log |Λ₀|
   */
  double logDeterminant();

  /**
   * Adds the precision to a matrix.
   *
   * @param upper P × P row-major, of which the upper triangle is added to
   */
  void addPrecision(double[] upper);

  /**
   * Applies the precision to offsets from the mean.
   *
   * @param coefficients P × width
   * @param width how many coefficient vectors stand side by side
   * @param out Λ₀(β − μ₀) of each, overwritten
   */
  void precisionTimesOffset(double[] coefficients, int width, double[] out);

  /**
   * tr(Λ₀ Σ) for a posterior with covariance Σ.
   *
   * @param posteriorPrecision the factor of Σ⁻¹
   * @return the trace
   */
  double traceWithInverse(Cholesky posteriorPrecision);

  /**
   * Subtracts the log density's part that depends on the coefficients: ½(β−μ₀)ᵀΛ₀(β−μ₀) from the
   * values and its gradient Λ₀(β−μ₀) from the gradients.
   *
   * @param coefficients P × width
   * @param width how many coefficient vectors stand side by side
   * @param values one for each of them
   * @param gradients P × width
   */
  default void penalize(double[] coefficients, int width, double[] values, double[] gradients) {
    double[] pull = new double[coefficients.length];
    precisionTimesOffset(coefficients, width, pull);
    for (int p = 0, at = 0; p < size(); p++) {
      for (int j = 0; j < width; j++, at++) {
        values[j] -= 0.5 * (coefficients[at] - mean(p)) * pull[at];
        gradients[at] -= pull[at];
      }
    }
  }
}
