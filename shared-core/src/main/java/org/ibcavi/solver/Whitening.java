// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

import org.ibcavi.linalg.Cholesky;

/**
 * Coordinates in which a matrix Λ = LLᵀ like the curvature is the identity: whitened β̃ = Lᵀβ, and
 * the gradient L⁻¹∇. Ascent in them needs no further preconditioner. With the probit posterior's
 * precision for Λ the gradient step of length 1 is the CAVI sweep.
 */
public sealed interface Whitening {
  /**
   * β := L⁻ᵀβ̃ for some vectors of a block.
   *
   * @param block vectors side by side
   * @param from the first of them
   * @param count how many
   * @param stride how many there are in the block
   */
  void toCoefficients(double[] block, int from, int count, int stride);

  /**
   * β := L⁻ᵀβ̃ for all vectors of a block.
   *
   * @param block vectors side by side
   * @param width how many
   */
  default void toCoefficients(double[] block, int width) {
    toCoefficients(block, 0, width, width);
  }

  /**
   * β̃ := Lᵀβ.
   *
   * @param block vectors side by side
   * @param width how many
   */
  void toWhitened(double[] block, int width);

  /**
   * ∇̃ := L⁻¹∇ for some vectors of a block.
   *
   * @param block vectors side by side
   * @param from the first of them
   * @param count how many
   * @param stride how many there are in the block
   */
  void gradient(double[] block, int from, int count, int stride);

  /**
   * ∇̃ := L⁻¹∇ for all vectors of a block.
   *
   * @param block vectors side by side
   * @param width how many
   */
  default void gradient(double[] block, int width) {
    gradient(block, 0, width, width);
  }

  /**
   * ∇ := L∇̃.
   *
   * @param block vectors side by side
   * @param width how many
   */
  void fromGradient(double[] block, int width);

  /**
   * With the whole matrix.
   *
   * @param factor L
   */
  record Full(Cholesky factor) implements Whitening {
    @Override
    public void toCoefficients(double[] block, int from, int count, int stride) {
      factor.solveUpper(block, from, count, stride);
    }

    @Override
    public void toWhitened(double[] block, int width) {
      factor.multiplyUpper(block, 0, width, width);
    }

    @Override
    public void gradient(double[] block, int from, int count, int stride) {
      factor.solveLower(block, from, count, stride);
    }

    @Override
    public void fromGradient(double[] block, int width) {
      factor.multiplyLower(block, 0, width, width);
    }
  }

  /** With its diagonal only, where the matrix would cost more than it saves. */
  final class Diagonal implements Whitening {
    private final double[] root;

    /**
     * Coordinates from a diagonal.
     *
     * @param precision the diagonal of Λ
     */
    public Diagonal(double[] precision) {
      root = new double[precision.length];
      for (int p = 0; p < root.length; p++) {
        root[p] = Math.sqrt(precision[p]);
      }
    }

    @Override
    public void toCoefficients(double[] block, int from, int count, int stride) {
      gradient(block, from, count, stride);
    }

    @Override
    public void toWhitened(double[] block, int width) {
      for (int p = 0, at = 0; p < root.length; p++) {
        for (int j = 0; j < width; j++, at++) {
          block[at] *= root[p];
        }
      }
    }

    @Override
    public void fromGradient(double[] block, int width) {
      toWhitened(block, width);
    }

    @Override
    public void gradient(double[] block, int from, int count, int stride) {
      for (int p = 0; p < root.length; p++) {
        for (int at = p * stride + from; at < p * stride + from + count; at++) {
          block[at] /= root[p];
        }
      }
    }
  }
}
