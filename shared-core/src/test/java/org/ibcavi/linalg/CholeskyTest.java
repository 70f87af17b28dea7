// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CholeskyTest {

  private final Random random = new Random(7);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 20, 47, 48, 49, 96, 130, 200, 257})
  void theFactorIsThatOfEjml(int n) {
    final double[] a = positiveDefinite(n);
    final CholeskyDecomposition_F64<DMatrixRMaj> reference =
        DecompositionFactory_DDRM.chol(n, true);
    assertTrue(reference.decompose(new DMatrixRMaj(n, n, true, a.clone())));
    final DMatrixRMaj lower = reference.getT(null);
    final double[] packed = factor(a, n).packed();
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        assertEquals(lower.get(i, j), packed[at++], 1e-11 * Math.sqrt(n));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 48, 50, 130})
  void onlyTheUpperTriangleIsReadAndNothingIsWritten(int n) {
    final double[] a = positiveDefinite(n);
    final double[] half = a.clone();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        half[i * n + j] = Double.NaN;
      }
    }
    final double[] before = half.clone();
    assertArrayEquals(factor(a, n).packed(), factor(half, n).packed());
    assertArrayEquals(before, half);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20, 49, 130})
  void theLogDeterminantIsThatOfTheMatrix(int n) {
    final double[] a = positiveDefinite(n);
    assertEquals(
        Math.log(CommonOps_DDRM.det(new DMatrixRMaj(n, n, true, a.clone()))),
        factor(a, n).logDeterminant(),
        1e-10 * n);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 20, 49, 130, 200})
  void theInverseDiagonalIsThatOfTheInverse(int n) {
    final double[] a = positiveDefinite(n);
    final DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    assertTrue(CommonOps_DDRM.invert(new DMatrixRMaj(n, n, true, a.clone()), inverse));
    final double[] diagonal = factor(a, n).inverseDiagonal();
    for (int i = 0; i < n; i++) {
      assertEquals(inverse.get(i, i), diagonal[i], 1e-10 * Math.abs(inverse.get(i, i)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 30, 140})
  void solvingIsMultiplyingByTheInverse(int columns) {
    for (final int n : new int[] {1, 3, 48, 50, 131}) {
      final double[] a = positiveDefinite(n);
      final double[] b = uniforms(n * columns);
      final double[] z = b.clone();
      factor(a, n).solve(z, 0, columns, columns);
      final DMatrixRMaj product = new DMatrixRMaj(n, columns);
      CommonOps_DDRM.mult(
          new DMatrixRMaj(n, n, true, a), new DMatrixRMaj(n, columns, true, z), product);
      assertArrayEquals(b, product.getData(), 1e-10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 48, 50, 131})
  void theTriangularOperationsAreThoseOfL(int n) {
    final int columns = 11;
    final double[] a = positiveDefinite(n);
    final Cholesky cholesky = factor(a, n);
    final DMatrixRMaj lower = unpacked(cholesky);
    final DMatrixRMaj upper = CommonOps_DDRM.transpose(lower, null);
    final double[] b = uniforms(n * columns);
    final double[] z = b.clone();
    cholesky.multiplyLower(z, 0, columns, columns);
    assertArrayEquals(product(lower, b, columns), z, 1e-11 * n);
    cholesky.solveLower(z, 0, columns, columns);
    assertArrayEquals(b, z, 1e-10);
    cholesky.multiplyUpper(z, 0, columns, columns);
    assertArrayEquals(product(upper, b, columns), z, 1e-9);
    cholesky.solveUpper(z, 0, columns, columns);
    assertArrayEquals(b, z, 1e-9);
  }

  @Test
  void everyColumnHasTheBitsItHasAlone() {
    for (final int n : new int[] {1, 3, 5, 47, 49, 100, 131}) {
      final Cholesky cholesky = factor(positiveDefinite(n), n);
      for (final int columns : new int[] {2, 7, 8, 9, 25, 129}) {
        checkColumnsAlone(n, columns, cholesky::solveLower);
        checkColumnsAlone(n, columns, cholesky::solveUpper);
        checkColumnsAlone(n, columns, cholesky::solve);
        checkColumnsAlone(n, columns, cholesky::multiplyLower);
        checkColumnsAlone(n, columns, cholesky::multiplyUpper);
      }
    }
  }

  @Test
  void elementsBetweenTheRowsOfBAreNotTouched() {
    final int n = 60;
    final int columns = 9;
    final int stride = 12;
    final int offset = 5;
    final Cholesky cholesky = factor(positiveDefinite(n), n);
    final double[] b = uniforms(offset + n * stride);
    final double[] before = b.clone();
    cholesky.solve(b, offset, columns, stride);
    for (int k = 0; k < b.length; k++) {
      if (k < offset || (k - offset) % stride >= columns) {
        assertEquals(before[k], b[k]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 49, 130})
  void anIndefiniteMatrixHasNoFactor(int n) {
    for (int bad = 0; bad < n; bad += Math.max(1, n / 5)) {
      final double[] a = positiveDefinite(n);
      a[bad * n + bad] = -1;
      assertTrue(Cholesky.ofUpper(a, n).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 48, 49, 130})
  void aSemidefiniteMatrixHasNoFactor(int n) {
    final double[] a = new double[n * n];
    Arrays.fill(a, 4.0);
    assertTrue(Cholesky.ofUpper(a, n).isEmpty());
    assertTrue(Cholesky.ofUpper(new double[n * n], n).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void aMatrixThatIsNotFiniteHasNoFactor(double bad) {
    for (final int n : new int[] {1, 3, 49, 130}) {
      for (int trial = 0; trial < 20; trial++) {
        final double[] a = positiveDefinite(n);
        final int i = random.nextInt(n);
        a[i * n + i + random.nextInt(n - i)] = bad;
        assertTrue(Cholesky.ofUpper(a, n).isEmpty());
      }
    }
  }

  @Test
  void packingAndUnpackingKeepsEveryBit() {
    for (final int n : new int[] {0, 1, 3, 50}) {
      final Cholesky cholesky = factor(positiveDefinite(n), n);
      final Cholesky copy = Cholesky.fromPacked(cholesky.packed(), n);
      assertEquals(n, copy.size());
      assertArrayEquals(cholesky.packed(), copy.packed());
      assertArrayEquals(cholesky.inverseDiagonal(), copy.inverseDiagonal());
    }
  }

  @Test
  void sizesThatDoNotFitAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> Cholesky.ofUpper(new double[1], 46341));
    assertThrows(IllegalArgumentException.class, () -> Cholesky.ofUpper(new double[1], -1));
    assertThrows(IllegalArgumentException.class, () -> Cholesky.ofUpper(new double[3], 2));
    assertThrows(IllegalArgumentException.class, () -> Cholesky.fromPacked(new double[4], 2));
    assertThrows(IllegalArgumentException.class, () -> Cholesky.fromPacked(new double[3], 46341));
    assertThrows(IllegalArgumentException.class, () -> Cholesky.fromPacked(new double[3], 2));
  }

  private interface InPlace {
    void apply(double[] b, int offset, int columns, int stride);
  }

  private void checkColumnsAlone(int n, int columns, InPlace operation) {
    final double[] b = uniforms(n * columns);
    final double[] together = b.clone();
    operation.apply(together, 0, columns, columns);
    for (int j = 0; j < columns; j++) {
      final double[] alone = new double[n];
      final double[] expected = new double[n];
      for (int i = 0; i < n; i++) {
        alone[i] = b[i * columns + j];
        expected[i] = together[i * columns + j];
      }
      operation.apply(alone, 0, 1, 1);
      assertArrayEquals(expected, alone);
    }
  }

  private static double[] product(DMatrixRMaj left, double[] right, int columns) {
    final int n = left.getNumRows();
    final DMatrixRMaj result = new DMatrixRMaj(n, columns);
    CommonOps_DDRM.mult(left, new DMatrixRMaj(n, columns, true, right), result);
    return result.getData();
  }

  private static DMatrixRMaj unpacked(Cholesky cholesky) {
    final int n = cholesky.size();
    final DMatrixRMaj lower = new DMatrixRMaj(n, n);
    final double[] packed = cholesky.packed();
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        lower.set(i, j, packed[at++]);
      }
    }
    return lower;
  }

  private static Cholesky factor(double[] a, int n) {
    return Cholesky.ofUpper(a, n).orElseThrow();
  }

  /** XᵀX/n + I for uniform X, well conditioned. */
  private double[] positiveDefinite(int n) {
    final double[] x = uniforms(n * n);
    final double[] a = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double sum = i == j ? n : 0;
        for (int p = 0; p < n; p++) {
          sum += x[p * n + i] * x[p * n + j];
        }
        a[i * n + j] = sum / n;
      }
    }
    return a;
  }

  private double[] uniforms(int length) {
    return random.doubles(length, -1, 1).toArray();
  }
}
