// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The kernels beside each other; those that are not there are reported as skipped. */
class KernelTest {
  private final Random random = new Random(7);

  @Test
  void theVectorKernelHasTheBitsOfThePlainOne() {
    compare(available("vector"), 0);
  }

  @Test
  void theNativeKernelAgreesWithThePlainOneToRounding() {
    compare(available("native"), 1e-10);
  }

  @Test
  void thePlainKernelIsAlwaysThere() throws KernelChoice.UnavailableException {
    assertEquals("plain", KernelChoice.named("plain").label());
    assertTrue(KernelChoice.named("plain").exact());
  }

  @Test
  void theKernelOfThePropertyIsUsed() {
    assertEquals(System.getProperty(KernelChoice.PROPERTY), Products.kernel());
  }

  @Test
  void anUnknownKernelIsRefusedWhenUsed() {
    ProductKernel refused = KernelChoice.choose("fast");
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, refused::label);
    assertEquals(
        "system property ibcavi.kernel is 'fast'; must be plain, vector or native", e.getMessage());
  }

  @Test
  void aKernelThatIsNotThereSaysWhatItNeeds() {
    boolean there = ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();
    assumeTrue(!there, "the vector module is here");
    ProductKernel refused = KernelChoice.choose("vector");
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, refused::label);
    assertEquals(
        "the vector kernel is not available: it needs the option --add-modules"
            + " jdk.incubator.vector of java",
        e.getMessage());
  }

  private static ProductKernel available(String name) {
    try {
      return KernelChoice.named(name);
    } catch (KernelChoice.UnavailableException e) {
      System.out.println("not tested: " + e.getMessage());
      assumeTrue(false, e.getMessage());
      throw new AssertionError(e);
    }
  }

  private void compare(ProductKernel kernel, double tolerance) {
    int[][] shapes = {
      {128, 200, 100},
      {200, 128, 100},
      {129, 300, 17},
      {300, 57, 5},
      {5, 57, 300},
      {1, 700, 513},
      {40, 1, 40},
      {9, 9, 9},
      {130, 513, 130},
      {64, 128, 1030}
    };
    for (int[] shape : shapes) {
      for (double sign : new double[] {1, -1}) {
        compareProduct(kernel, sign, shape[0], shape[1], shape[2], false, tolerance);
        compareProduct(kernel, sign, shape[0], shape[1], shape[2], true, tolerance);
        compareGram(kernel, sign, shape[0], shape[2], tolerance);
      }
    }
    for (int trial = 0; trial < 300; trial++) {
      int columns = 1 + random.nextInt(70);
      compareProduct(
          kernel, 1, 1 + random.nextInt(70), 1 + random.nextInt(70), columns, true, tolerance);
      compareGram(kernel, 1, 1 + random.nextInt(70), columns, tolerance);
    }
  }

  private void compareProduct(
      ProductKernel kernel,
      double sign,
      int rows,
      int inner,
      int columns,
      boolean transposed,
      double tolerance) {
    Strided a = transposed ? matrix(inner, rows).transposed() : matrix(rows, inner);
    Strided b = matrix(inner, columns);
    Strided c = matrix(rows, columns);
    double[] expected = c.data().clone();
    new PlainKernel().add(sign, rows, inner, columns, a, b, over(c, expected), false);
    kernel.add(sign, rows, inner, columns, a, b, c, false);
    assertArrayEquals(expected, c.data(), tolerance);
  }

  private void compareGram(
      ProductKernel kernel, double sign, int rows, int columns, double tolerance) {
    Strided x = matrix(rows, columns).transposed();
    Strided s = matrix(rows, columns);
    Strided g = matrix(columns, columns);
    double[] expected = g.data().clone();
    new PlainKernel().add(sign, columns, rows, columns, x, s, over(g, expected), true);
    kernel.add(sign, columns, rows, columns, x, s, g, true);
    assertArrayEquals(expected, g.data(), tolerance);
  }

  /** Random values with a gap between rows and an offset, so that writing beside it shows. */
  private Strided matrix(int rows, int columns) {
    int stride = columns + random.nextInt(4);
    int offset = random.nextInt(3);
    double[] data = random.doubles((long) rows * stride + offset, -1, 1).toArray();
    return Strided.rowMajor(data, offset, stride);
  }

  private static Strided over(Strided m, double[] data) {
    return new Strided(data, m.index(0, 0), m.rowStride(), m.columnStride());
  }
}
