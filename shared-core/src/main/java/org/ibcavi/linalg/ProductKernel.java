// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/** One way to compute the products that are too large for {@link ScalarProduct}. */
interface ProductKernel {
  /** What the kernel is called in settings and reports. */
  String label();

  /** Whether every element is the chain of fused operations that {@link Products} describes. */
  boolean exact();

  /**
   * C += sign·A·B.
   *
   * @param sign 1 or −1
   * @param rows rows of A and C
   * @param inner columns of A, rows of B
   * @param columns columns of B and C
   * @param upper only C[i,j] with i ≤ j is written
   */
  void add(
      double sign,
      int rows,
      int inner,
      int columns,
      Strided a,
      Strided b,
      Strided c,
      boolean upper);
}
