// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.diagnostics;

import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.linalg.Cholesky;

/**
 * The density of all categories' coefficients where these are independent normals N(μ_k, Λ_k⁻¹), or
 * what is left of it if a vector u that is added to the coefficients of every category is
 * integrated out:
 *
 * <p>log ∫ Π_k N(β_k + u; μ_k, Λ_k⁻¹) du = ½ Σ_k log|Λ_k| − ½ log|A| − ½ Σ_k d_kᵀΛ_k d_k + ½ sᵀA⁻¹s
 * − ½(K−1)P log 2π
 *
 * <p>with d_k = β_k − μ_k, s = Σ_k Λ_k d_k and A = Σ_k Λ_k.
 */
final class IndependentNormals {
  private final Cholesky shifts;
  private final double constant;

  private IndependentNormals(Cholesky shifts, int dimensions, double logDeterminants) {
    this.shifts = shifts;
    this.constant = 0.5 * (logDeterminants - dimensions * Math.log(2 * Math.PI));
  }

  /**
   * The density of all coefficients.
   *
   * @param regressionOfCategory where a category's normal is
   * @param size coefficients of a category, P
   * @param logDeterminant log|Λ| of a regression's normal
   */
  static IndependentNormals whole(
      int[] regressionOfCategory, int size, IntToDoubleFunction logDeterminant) {
    return new IndependentNormals(
        null, regressionOfCategory.length * size, sum(regressionOfCategory, logDeterminant));
  }

  /**
   * The density without what is added to every category.
   *
   * @param regressionOfCategory where a category's normal is
   * @param size coefficients of a category, P
   * @param logDeterminant log|Λ| of a regression's normal
   * @param normal a normal with the precision of a regression's
   */
  static IndependentNormals withoutShift(
      int[] regressionOfCategory,
      int size,
      IntToDoubleFunction logDeterminant,
      IntFunction<GaussianPrior> normal) {
    double[] precisions = new double[size * size];
    for (int regression : regressionOfCategory) {
      normal.apply(regression).addPrecision(precisions);
    }
    Cholesky shifts = Cholesky.ofUpper(precisions, size).orElseThrow();
    return new IndependentNormals(
        shifts,
        (regressionOfCategory.length - 1) * size,
        sum(regressionOfCategory, logDeterminant) - shifts.logDeterminant());
  }

  private static double sum(int[] regressionOfCategory, IntToDoubleFunction logDeterminant) {
    double sum = 0;
    for (int regression : regressionOfCategory) {
      sum += logDeterminant.applyAsDouble(regression);
    }
    return sum;
  }

  /**
   * The log density of coefficients.
   *
   * @param form Σ_k d_kᵀΛ_k d_k
   * @param pull s
   * @return its logarithm
   */
  double log(double form, double[] pull) {
    return constant - 0.5 * (form - (shifts == null ? 0 : shifts.inverseForm(pull)));
  }
}
