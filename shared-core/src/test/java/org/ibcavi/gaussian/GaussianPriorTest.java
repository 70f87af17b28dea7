// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.prior.Prior;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both densities against inverses and determinants by EJML, and against each other. */
class GaussianPriorTest {
  private static final int WIDTH = 3;

  private final Random random = new Random(23);

  /** A density with the mean and covariance it was made from. */
  private static final class Case {
    private final String name;
    private final GaussianPrior density;
    private final double[] mean;
    private final DMatrixRMaj precision;

    Case(String name, GaussianPrior density, double[] mean, DMatrixRMaj covariance) {
      this.name = name;
      this.density = density;
      this.mean = mean;
      this.precision = inverse(covariance);
    }

    int size() {
      return mean.length;
    }

    @Override
    public String toString() {
      return name + " of size " + size();
    }
  }

  /** 60 is more than the factorisation takes in one block. */
  static Stream<Case> densities() {
    Random random = new Random(17);
    return Stream.of(1, 2, 5, 60)
        .flatMap(
            size ->
                Stream.of(
                    diagonalCase(random, size),
                    fullCase(random, size),
                    factoredCase(random, size)));
  }

  /** Made from the factor of its precision, and moved from another mean. */
  private static Case factoredCase(Random random, int size) {
    double[] mean = vector(random, size);
    DMatrixRMaj covariance = positiveDefinite(random, size);
    Cholesky factor = Cholesky.ofUpper(inverse(covariance).data, size).orElseThrow();
    return new Case(
        "factored",
        GaussianPrior.factored(vector(random, size), factor).around(mean),
        mean,
        covariance);
  }

  private static Case diagonalCase(Random random, int size) {
    double[] mean = vector(random, size);
    double[] variances = random.doubles(size, 0.2, 3).toArray();
    return new Case(
        "diagonal",
        Prior.diagonal(vector(random, size), variances).over(size, false).around(mean),
        mean,
        CommonOps_DDRM.diag(variances));
  }

  private static Case fullCase(Random random, int size) {
    double[] mean = vector(random, size);
    DMatrixRMaj covariance = positiveDefinite(random, size);
    return new Case("full", Prior.full(mean, rows(covariance)).over(size, false), mean, covariance);
  }

  @ParameterizedTest
  @MethodSource("densities")
  void meansAreThoseGiven(Case c) {
    for (int p = 0; p < c.size(); p++) {
      assertEquals(c.mean[p], c.density.mean(p));
    }
  }

  @ParameterizedTest
  @MethodSource("densities")
  void precisionsAreTheDiagonalOfTheInverseCovariance(Case c) {
    for (int p = 0; p < c.size(); p++) {
      assertEquals(c.precision.get(p, p), c.density.precision(p), 1e-10);
    }
  }

  @ParameterizedTest
  @MethodSource("densities")
  void theLogDeterminantIsThatOfTheInverseCovariance(Case c) {
    double expected = Math.log(CommonOps_DDRM.det(c.precision));
    assertEquals(expected, c.density.logDeterminant(), 1e-10 * c.size());
  }

  @ParameterizedTest
  @MethodSource("densities")
  void theInverseCovarianceIsAddedToTheUpperTriangle(Case c) {
    int n = c.size();
    double[] matrix = vector(random, n * n);
    double[] before = matrix.clone();
    c.density.addPrecision(matrix);
    for (int p = 0; p < n; p++) {
      for (int q = p; q < n; q++) {
        assertEquals(before[p * n + q] + c.precision.get(p, q), matrix[p * n + q], 1e-10);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("densities")
  void thePrecisionIsAppliedToOffsetsFromTheMean(Case c) {
    double[] coefficients = vector(random, c.size() * WIDTH);
    // Random at first: what was there must be overwritten.
    double[] out = vector(random, c.size() * WIDTH);
    c.density.precisionTimesOffset(coefficients, WIDTH, out);
    assertArrayEquals(naivePull(c, coefficients), out, 1e-9);
  }

  @ParameterizedTest
  @MethodSource("densities")
  void vectorsSideBySideDoNotMix(Case c) {
    double[] coefficients = vector(random, c.size() * WIDTH);
    double[] together = new double[c.size() * WIDTH];
    c.density.precisionTimesOffset(coefficients, WIDTH, together);
    for (int j = 0; j < WIDTH; j++) {
      double[] alone = new double[c.size()];
      c.density.precisionTimesOffset(column(coefficients, j), 1, alone);
      assertArrayEquals(column(together, j), alone, 1e-13);
    }
  }

  @ParameterizedTest
  @MethodSource("densities")
  void theTraceIsThatOfPrecisionTimesPosteriorCovariance(Case c) {
    int n = c.size();
    DMatrixRMaj posteriorPrecision = positiveDefinite(random, n);
    DMatrixRMaj product = new DMatrixRMaj(n, n);
    CommonOps_DDRM.mult(c.precision, inverse(posteriorPrecision), product);
    double expected = CommonOps_DDRM.trace(product);
    Cholesky factor = Cholesky.ofUpper(posteriorPrecision.data, n).orElseThrow();
    assertEquals(expected, c.density.traceWithInverse(factor), 1e-9 * (1 + expected));
  }

  @ParameterizedTest
  @MethodSource("densities")
  void thePenaltyIsHalfTheQuadraticFormAndIsSubtracted(Case c) {
    double[] coefficients = vector(random, c.size() * WIDTH);
    double[] values = vector(random, WIDTH);
    double[] expected = values.clone();
    double[] pull = naivePull(c, coefficients);
    for (int p = 0; p < c.size(); p++) {
      for (int j = 0; j < WIDTH; j++) {
        int at = p * WIDTH + j;
        expected[j] -= 0.5 * (coefficients[at] - c.mean[p]) * pull[at];
      }
    }
    c.density.penalize(coefficients, WIDTH, values, new double[c.size() * WIDTH]);
    assertArrayEquals(expected, values, 1e-9);
  }

  /** A central difference of a quadratic is exact up to rounding. */
  @ParameterizedTest
  @MethodSource("densities")
  void thePenaltysGradientIsThatOfItsValues(Case c) {
    double h = 1e-3;
    double[] coefficients = vector(random, c.size() * WIDTH);
    double[] gradients = vector(random, c.size() * WIDTH);
    double[] before = gradients.clone();
    c.density.penalize(coefficients, WIDTH, new double[WIDTH], gradients);
    for (int at = 0; at < coefficients.length; at++) {
      double[] up = coefficients.clone();
      double[] down = coefficients.clone();
      up[at] += h;
      down[at] -= h;
      int j = at % WIDTH;
      double difference = (penalty(c.density, up)[j] - penalty(c.density, down)[j]) / (2 * h);
      assertEquals(before[at] + difference, gradients[at], 1e-8);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 60})
  void diagonalAndFullAgreeOnTheLogDeterminant(int size) {
    List<GaussianPrior> both = diagonalAndFull(size);
    assertEquals(both.get(0).logDeterminant(), both.get(1).logDeterminant(), 1e-12 * size);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 60})
  void diagonalAndFullAgreeOnTheOffsets(int size) {
    List<GaussianPrior> both = diagonalAndFull(size);
    double[] coefficients = vector(random, size * WIDTH);
    double[] diagonal = new double[size * WIDTH];
    double[] full = new double[size * WIDTH];
    both.get(0).precisionTimesOffset(coefficients, WIDTH, diagonal);
    both.get(1).precisionTimesOffset(coefficients, WIDTH, full);
    assertArrayEquals(diagonal, full, 1e-12);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 60})
  void diagonalAndFullAgreeOnThePenalty(int size) {
    List<GaussianPrior> both = diagonalAndFull(size);
    double[] coefficients = vector(random, size * WIDTH);
    double[] diagonal = penalty(both.get(0), coefficients);
    assertArrayEquals(diagonal, penalty(both.get(1), coefficients), 1e-11);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 60})
  void diagonalAndFullAgreeOnTheTrace(int size) {
    List<GaussianPrior> both = diagonalAndFull(size);
    Cholesky factor = Cholesky.ofUpper(positiveDefinite(random, size).data, size).orElseThrow();
    double diagonal = both.get(0).traceWithInverse(factor);
    assertEquals(diagonal, both.get(1).traceWithInverse(factor), 1e-12 * diagonal);
  }

  /** The same diagonal covariance in both forms, the last coefficient an intercept. */
  private List<GaussianPrior> diagonalAndFull(int size) {
    double[] mean = vector(random, size);
    double[] variances = random.doubles(size, 0.2, 3).toArray();
    return List.of(
        Prior.diagonal(mean, variances).over(size - 1, true),
        Prior.full(mean, rows(CommonOps_DDRM.diag(variances))).over(size - 1, true));
  }

  private static double[] penalty(GaussianPrior density, double[] coefficients) {
    double[] values = new double[WIDTH];
    density.penalize(coefficients, WIDTH, values, new double[coefficients.length]);
    return values;
  }

  /** Λ₀(β − μ₀) by the definition. */
  private static double[] naivePull(Case c, double[] coefficients) {
    double[] pull = new double[coefficients.length];
    for (int p = 0; p < c.size(); p++) {
      for (int q = 0; q < c.size(); q++) {
        for (int j = 0; j < WIDTH; j++) {
          pull[p * WIDTH + j] += c.precision.get(p, q) * (coefficients[q * WIDTH + j] - c.mean[q]);
        }
      }
    }
    return pull;
  }

  private static double[] column(double[] block, int vector) {
    double[] column = new double[block.length / WIDTH];
    for (int p = 0; p < column.length; p++) {
      column[p] = block[p * WIDTH + vector];
    }
    return column;
  }

  private static double[] vector(Random random, int length) {
    return random.doubles(length, -2, 2).toArray();
  }

  /** A·Aᵀ/n + ½·I, exactly symmetric and well conditioned. */
  private static DMatrixRMaj positiveDefinite(Random random, int size) {
    DMatrixRMaj a = new DMatrixRMaj(size, size, true, vector(random, size * size));
    DMatrixRMaj product = CommonOps_DDRM.identity(size);
    CommonOps_DDRM.scale(0.5, product);
    CommonOps_DDRM.multAddTransB(1.0 / size, a, a, product);
    for (int p = 0; p < size; p++) {
      for (int q = 0; q < p; q++) {
        product.set(p, q, product.get(q, p));
      }
    }
    return product;
  }

  private static DMatrixRMaj inverse(DMatrixRMaj matrix) {
    DMatrixRMaj inverse = new DMatrixRMaj(matrix.numRows, matrix.numCols);
    assertTrue(CommonOps_DDRM.invert(matrix, inverse));
    return inverse;
  }

  private static double[][] rows(DMatrixRMaj matrix) {
    double[][] rows = new double[matrix.numRows][matrix.numCols];
    for (int p = 0; p < rows.length; p++) {
      for (int q = 0; q < rows.length; q++) {
        rows[p][q] = matrix.get(p, q);
      }
    }
    return rows;
  }
}
