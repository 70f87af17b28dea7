// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionBlock_DDRM;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.ibcavi.linalg.Cholesky;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Factoring a symmetric positive definite matrix: ours beside EJML's. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CholeskyBenchmark {
  private static final int EJML_BLOCK = 60;

  /** Rows and columns. */
  @Param({"20", "200", "1000"})
  public int size;

  private double[] matrix;

  /** Makes a diagonally dominant matrix. */
  @Setup
  public void fill() {
    SplittableRandom random = new SplittableRandom(1);
    matrix = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        matrix[i * size + j] = random.nextDouble() - 0.5;
        matrix[j * size + i] = matrix[i * size + j];
      }
      matrix[i * size + i] = size;
    }
  }

  /**
   * Ours.
   *
   * @return the factor
   */
  @Benchmark
  public Optional<Cholesky> ours() {
    return Cholesky.ofUpper(matrix, size);
  }

  /**
   * EJML's for small matrices.
   *
   * @return whether it worked
   */
  @Benchmark
  public boolean ejmlInner() {
    return new CholeskyDecompositionInner_DDRM(true)
        .decompose(DMatrixRMaj.wrap(size, size, matrix.clone()));
  }

  /**
   * EJML's for large matrices.
   *
   * @return whether it worked
   */
  @Benchmark
  public boolean ejmlBlock() {
    return new CholeskyDecompositionBlock_DDRM(EJML_BLOCK)
        .decompose(DMatrixRMaj.wrap(size, size, matrix.clone()));
  }
}
