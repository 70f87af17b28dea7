// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.pass;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.problem.Draws;

/**
 * log |Λ₀ + XᵀCX| of a matrix too large to be factored, from its products with vectors: stochastic
 * Lanczos quadrature (Ubaru, Chen and Saad 2017). With D the matrix's diagonal and A = D^(−½)(Λ₀ +
 * XᵀCX)D^(−½),
 *
 * <pre>
 * log |Λ₀ + XᵀCX| = log |D| + tr log A,    tr log A ≈ mean over z of zᵀ(log A)z,   zₚ = ±1
 * </pre>
 *
 * and Lanczos' tridiagonal matrix T of A and z, with eigenvalues θ and first components τ of its
 * eigenvectors, gives zᵀ(log A)z ≈ P·Σ τ² log θ. A has ones on its diagonal, so zᵀ(A − 1)z has the
 * mean 0; it is subtracted, which takes most of the noise away. The signs do not depend on the
 * matrix: for other priors or weights the estimate changes smoothly.
 */
public final class LanczosDeterminant {
  /** Random vectors; one matrix's error averages out further over regressions. */
  private static final int PROBES = Draws.FEW;

  /** A is near the identity, so that log is well approximated by a polynomial of twice this. */
  private static final int STEPS = 12;

  /** What an estimate costs, in multiplications for each stored value. */
  public static final int COST = 2 * PROBES * STEPS;

  private final int size;
  private final GaussianPrior prior;
  private final Curvatures.Product matrix;
  private final double[] scale;
  private final int probes;

  /**
   * Prepares an estimate.
   *
   * @param prior with precision Λ₀
   * @param matrix XᵀCX
   * @param precisions D
   */
  LanczosDeterminant(GaussianPrior prior, Curvatures.Product matrix, double[] precisions) {
    this(prior, matrix, precisions, PROBES);
  }

  LanczosDeterminant(
      GaussianPrior prior, Curvatures.Product matrix, double[] precisions, int probes) {
    this.size = precisions.length;
    this.prior = prior.around(new double[size]);
    this.matrix = matrix;
    this.scale = Arrays.stream(precisions).map(precision -> 1 / Math.sqrt(precision)).toArray();
    this.probes = probes;
  }

  double estimate(SplittableRandom random) {
    int steps = Math.min(STEPS, size);
    double[][] diagonals = new double[probes][steps];
    double[][] besides = new double[probes][steps];
    lanczos(signs(random), diagonals, besides);
    double sum = 0;
    for (int j = 0; j < probes; j++) {
      sum += quadrature(diagonals[j], besides[j]) - (diagonals[j][0] - 1);
    }
    double logDiagonal = -2 * Arrays.stream(scale).map(Math::log).sum();
    return logDiagonal + size * sum / probes;
  }

  /** Vectors side by side, of length 1. */
  private double[] signs(SplittableRandom random) {
    double entry = 1 / Math.sqrt(size);
    double[] block = new double[size * probes];
    Arrays.setAll(block, at -> random.nextBoolean() ? entry : -entry);
    return block;
  }

  /** The three-term recurrence (Golub and Van Loan), for all vectors at once. */
  private void lanczos(double[] start, double[][] diagonals, double[][] besides) {
    double[] current = start;
    double[] previous = new double[start.length];
    int steps = diagonals[0].length;
    for (int step = 0; step < steps; step++) {
      double[] next = product(current);
      for (int j = 0; j < probes; j++) {
        double alpha = dot(next, current, j);
        diagonals[j][step] = alpha;
        double before = step == 0 ? 0 : besides[j][step - 1];
        for (int at = j; at < next.length; at += probes) {
          next[at] -= alpha * current[at] + before * previous[at];
        }
        double beta = Math.sqrt(dot(next, next, j));
        // At rounding level the space is exhausted, and what follows has no weight.
        besides[j][step] = beta > 1e-10 ? beta : 0;
        double factor = beta > 1e-10 ? 1 / beta : 0;
        for (int at = j; at < next.length; at += probes) {
          next[at] *= factor;
        }
      }
      previous = current;
      current = next;
    }
  }

  private double dot(double[] a, double[] b, int column) {
    double sum = 0;
    for (int at = column; at < a.length; at += probes) {
      sum = Math.fma(a[at], b[at], sum);
    }
    return sum;
  }

  /** A times vectors side by side. */
  private double[] product(double[] block) {
    double[] scaled = scaled(block);
    double[] result = matrix.times(scaled, probes);
    double[] priorPart = new double[block.length];
    prior.precisionTimesOffset(scaled, probes, priorPart);
    for (int at = 0; at < result.length; at++) {
      result[at] += priorPart[at];
    }
    return scaled(result);
  }

  private double[] scaled(double[] block) {
    double[] result = new double[block.length];
    Arrays.setAll(result, at -> scale[at / probes] * block[at]);
    return result;
  }

  /** Σ τ² log θ of a tridiagonal matrix, up to where it falls apart. */
  private static double quadrature(double[] diagonal, double[] beside) {
    int size = 1;
    while (size < diagonal.length && beside[size - 1] > 0) {
      size++;
    }
    DMatrixRMaj matrix = new DMatrixRMaj(size, size);
    for (int i = 0; i < size; i++) {
      matrix.set(i, i, diagonal[i]);
      if (i + 1 < size) {
        matrix.set(i, i + 1, beside[i]);
        matrix.set(i + 1, i, beside[i]);
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, true, true);
    eigen.decompose(matrix);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double first = eigen.getEigenVector(i).get(0, 0);
      sum += first * first * Math.log(eigen.getEigenvalue(i).getReal());
    }
    return sum;
  }
}
