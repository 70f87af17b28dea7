// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorsTest {

  private final Random random = new Random(3);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 8, 9, 16, 31, 1000, 100_000})
  void aDotProductIsWithinRoundingOfTheExactOne(int length) {
    final double[] a = uniforms(length);
    final double[] b = uniforms(length);
    BigDecimal exact = BigDecimal.ZERO;
    for (int i = 0; i < length; i++) {
      exact = exact.add(new BigDecimal(a[i]).multiply(new BigDecimal(b[i])));
    }
    assertEquals(exact.doubleValue(), Vectors.dot(a, b), 1e-16 * (length + 1));
  }

  @Test
  void aDotProductDoesNotDependOnWhereItsVectorsLie() {
    final double[] a = uniforms(45);
    final double[] b = uniforms(45);
    final double[] shifted = new double[60];
    System.arraycopy(b, 0, shifted, 7, 45);
    assertEquals(Vectors.dot(a, b), Vectors.dot(45, a, 0, shifted, 7));
  }

  @Test
  void theSquaredNormIsTheDotProductWithItself() {
    final double[] a = uniforms(77);
    assertEquals(Vectors.dot(a, a), Vectors.squaredNorm(a));
    assertEquals(Vectors.dot(30, a, 4, a, 4), Vectors.squaredNorm(30, a, 4));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 8, 100, 1001})
  void axpyAddsAMultipleByOneFmaPerElement(int length) {
    final double[] x = uniforms(length + 3);
    final double[] y = uniforms(length + 5);
    final double[] before = y.clone();
    Vectors.axpy(length, 0.3, x, 2, y, 4);
    for (int i = 0; i < y.length; i++) {
      final boolean inside = i >= 4 && i < 4 + length;
      assertEquals(inside ? Math.fma(0.3, x[i - 2], before[i]) : before[i], y[i]);
    }
  }

  @Test
  void axpyOnWholeArraysIsThatOnTheirFullRange() {
    final double[] x = uniforms(53);
    final double[] y = uniforms(53);
    final double[] z = y.clone();
    Vectors.axpy(-1.7, x, y);
    Vectors.axpy(53, -1.7, x, 0, z, 0);
    for (int i = 0; i < y.length; i++) {
      assertEquals(z[i], y[i]);
    }
  }

  @Test
  void vectorsOfDifferentLengthAndRangesOutsideAreRefused() {
    final double[] three = new double[3];
    final double[] four = new double[4];
    assertThrows(IllegalArgumentException.class, () -> Vectors.dot(three, four));
    assertThrows(IllegalArgumentException.class, () -> Vectors.axpy(1, three, four));
    assertThrows(IndexOutOfBoundsException.class, () -> Vectors.dot(3, three, 1, four, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> Vectors.axpy(3, 1, three, 0, four, 2));
  }

  private double[] uniforms(int length) {
    return random.doubles(length, -1, 1).toArray();
  }
}
