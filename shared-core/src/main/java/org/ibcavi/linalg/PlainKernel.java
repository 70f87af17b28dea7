// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/** Plain Java: loops that the just-in-time compiler turns into vector instructions. */
final class PlainKernel implements ProductKernel {
  /** From this many columns on the vector loops run along the rows of C, else down its columns. */
  private static final int WIDE = 32;

  @Override
  public String label() {
    return "plain";
  }

  @Override
  public boolean exact() {
    return true;
  }

  @Override
  public void add(
      double sign,
      int rows,
      int inner,
      int columns,
      Strided a,
      Strided b,
      Strided c,
      boolean upper) {
    if (upper || columns >= WIDE || columns >= rows) {
      TiledProduct.ofThread().add(sign, rows, inner, columns, a, b, c, upper);
    } else {
      TiledProduct.ofThread()
          .add(sign, columns, inner, rows, b.transposed(), a.transposed(), c.transposed(), false);
    }
  }
}
