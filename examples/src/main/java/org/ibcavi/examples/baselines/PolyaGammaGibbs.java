// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.SplittableRandom;
import org.ibcavi.design.Regressors;
import org.ibcavi.design.TrainingData;
import org.ibcavi.linalg.Cholesky;

/**
 * A Gibbs sampler for softmax regression with Pólya-Gamma variables (Polson et al., 2013, §6.3;
 * Holmes and Held, 2006): given the others, a category's coefficients have the likelihood of a
 * binary logistic regression with offset C_ik = log Σ_{j≠k} exp(η_ij). Coefficients are in the
 * order of {@link CategoricalTarget}.
 */
public final class PolyaGammaGibbs {
  private final TrainingData data;
  private final Regressors regressors;
  private final double precision;
  private final int free;
  private final double[] theta;
  private final double[][] eta;
  private final SplittableRandom random;

  /**
   * Starts at zero.
   *
   * @param data rows and labels; row weights are not used
   * @param precision of the prior N(0, 1/precision), above 0
   * @param identified whether the last category's coefficients are held at zero
   * @param seed of the draws
   */
  public PolyaGammaGibbs(TrainingData data, double precision, boolean identified, long seed) {
    this.data = data;
    this.regressors = new Regressors(data.features(), true);
    this.precision = precision;
    this.free = data.categories() - (identified ? 1 : 0);
    this.theta = new double[regressors.size() * free];
    this.eta = new double[data.categories()][data.rows()];
    this.random = new SplittableRandom(seed);
  }

  /** Draws every category's coefficients once. */
  public void sweep() {
    for (int k = 0; k < free; k++) {
      drawCategory(k);
    }
  }

  /**
   * The coefficients of the last sweep.
   *
   * @return P × free categories; a copy
   */
  public double[] theta() {
    return theta.clone();
  }

  private void drawCategory(int k) {
    int size = regressors.size();
    double[] gram = new double[size * size];
    double[] right = new double[size];
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      int start = regressors.features().chunkStart(chunk);
      int rows = regressors.features().chunkSize(chunk);
      double[] omega = new double[rows];
      double[] response = new double[rows];
      for (int i = 0; i < rows; i++) {
        double offset = offset(start + i, k);
        omega[i] = PolyaGamma.draw(eta[k][start + i] - offset, random);
        response[i] = (data.label(start + i) == k ? 0.5 : -0.5) + omega[i] * offset;
      }
      regressors.addUpperGram(chunk, omega, gram);
      regressors.addTransposedProduct(chunk, response, 1, right);
    }
    for (int m = 0; m < size; m++) {
      gram[m * size + m] += precision;
    }
    Cholesky factor =
        Cholesky.ofUpper(gram, size)
            .orElseThrow(() -> new ArithmeticException("category " + k + ": precision matrix"));
    // Λ = LLᵀ: Lᵀβ = L⁻¹b + noise gives mean Λ⁻¹b and covariance Λ⁻¹.
    factor.solveLower(right, 0, 1, 1);
    for (int m = 0; m < size; m++) {
      right[m] += random.nextGaussian();
    }
    factor.solveUpper(right, 0, 1, 1);
    for (int m = 0; m < size; m++) {
      theta[m * free + k] = right[m];
    }
    predict(k, right);
  }

  private double offset(int row, int k) {
    double max = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < eta.length; j++) {
      max = j == k ? max : Math.max(max, eta[j][row]);
    }
    double sum = 0;
    for (int j = 0; j < eta.length; j++) {
      sum += j == k ? 0 : Math.exp(eta[j][row] - max);
    }
    return max + Math.log(sum);
  }

  private void predict(int k, double[] beta) {
    for (int chunk = 0; chunk < regressors.features().chunks(); chunk++) {
      int rows = regressors.features().chunkSize(chunk);
      double[] out = new double[rows];
      regressors.product(chunk, beta, 1, out);
      System.arraycopy(out, 0, eta[k], regressors.features().chunkStart(chunk), rows);
    }
  }
}
