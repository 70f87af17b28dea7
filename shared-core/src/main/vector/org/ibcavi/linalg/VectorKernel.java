// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector instructions of {@code jdk.incubator.vector}. A lane's fused multiply-add is {@link
 * Math#fma}, and each element is one chain of them, so the bits are those of the plain kernel.
 *
 * <p>A micro tile of C, {@value #HEIGHT} rows by two vectors, stays in registers while a strip of A
 * and a strip of B, both packed to be contiguous, run past it. A strip of B is {@value #DEPTH} rows
 * deep and stays in the first level cache for all strips of A.
 */
final class VectorKernel implements ProductKernel {
  private static final VectorSpecies<Double> LANES = DoubleVector.SPECIES_PREFERRED;
  private static final int STEP = LANES.length();
  private static final int WIDTH = 2 * STEP;
  private static final int HEIGHT = 8;

  /** Terms of the chains added before the micro tile goes back to C. */
  private static final int DEPTH = 256;

  /** Rows of A packed at a time: with the depth 256 KB, in the second level cache. */
  private static final int ROWS = 128;

  /** Columns of B packed at a time. */
  private static final int COLUMNS = 512;

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  /** Called by name, where the module may be missing. */
  VectorKernel() {}

  /** A thread's packed strips, grown as needed, and a tile for the edges of C. */
  private static final class Scratch {
    double[] a = {};
    double[] b = {};
    final double[] edge = new double[HEIGHT * WIDTH];

    void fit(int aLength, int bLength) {
      a = a.length < aLength ? new double[aLength] : a;
      b = b.length < bLength ? new double[bLength] : b;
    }
  }

  @Override
  public String label() {
    return "vector";
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
    if (!upper && columns < STEP && columns < rows) {
      addBlocks(sign, columns, inner, rows, b.transposed(), a.transposed(), c.transposed(), upper);
    } else {
      addBlocks(sign, rows, inner, columns, a, b, c, upper);
    }
  }

  private static void addBlocks(
      double sign,
      int rows,
      int inner,
      int columns,
      Strided a,
      Strided b,
      Strided c,
      boolean upper) {
    Scratch scratch = SCRATCH.get();
    int depth = Math.min(DEPTH, inner);
    scratch.fit(
        padded(Math.min(ROWS, rows), HEIGHT) * depth,
        padded(Math.min(COLUMNS, columns), WIDTH) * depth);
    for (int left = 0; left < columns; left += COLUMNS) {
      int width = Math.min(COLUMNS, columns - left);
      int bottom = upper ? Math.min(rows, left + width) : rows;
      for (int p = 0; p < inner; p += depth) {
        int terms = Math.min(depth, inner - p);
        pack(1, b.from(p, left).transposed(), width, WIDTH, terms, scratch.b);
        for (int top = 0; top < bottom; top += ROWS) {
          int height = Math.min(ROWS, bottom - top);
          pack(sign, a.from(top, p), height, HEIGHT, terms, scratch.a);
          int diagonal = upper ? top - left : -rows;
          addBlock(scratch, height, terms, width, c.from(top, left), diagonal);
        }
      }
    }
  }

  private static int padded(int length, int strip) {
    return (length + strip - 1) / strip * strip;
  }

  /**
   * Copies a matrix by strips of rows, element (r, p) of a strip to {@code p*strip + r}; rows that
   * a strip lacks are zero and go nowhere.
   */
  private static void pack(double sign, Strided m, int rows, int strip, int terms, double[] out) {
    for (int top = 0; top < rows; top += strip) {
      int height = Math.min(strip, rows - top);
      int to = top * terms;
      if (m.rowStride() == 1 && sign == 1 && height == strip && strip % STEP == 0) {
        packAlong(m, top, strip, terms, out);
      } else if (m.columnStride() == 1 && sign == 1 && height == HEIGHT && strip == HEIGHT) {
        packEightRows(m.data(), m.index(top, 0), m.rowStride(), terms, out, to);
      } else {
        packAcross(sign, m, top, height, strip, terms, out);
      }
      for (int p = 0; height < strip && p < terms; p++) {
        java.util.Arrays.fill(out, to + p * strip + height, to + (p + 1) * strip, 0);
      }
    }
  }

  /** A whole strip, a vector at a time: copying so few elements otherwise costs a call each. */
  private static void packAlong(Strided m, int top, int strip, int terms, double[] out) {
    for (int r = 0; r < strip; r += STEP) {
      int from = m.index(top + r, 0);
      int to = top * terms + r;
      for (int p = 0; p < terms; p++) {
        DoubleVector.fromArray(LANES, m.data(), from).intoArray(out, to);
        from += m.columnStride();
        to += strip;
      }
    }
  }

  /** Eight rows that are contiguous each, written in the order of the strip. */
  private static void packEightRows(
      double[] data, int from, int stride, int terms, double[] out, int to) {
    int from1 = from + stride;
    int from2 = from1 + stride;
    int from3 = from2 + stride;
    int from4 = from3 + stride;
    int from5 = from4 + stride;
    int from6 = from5 + stride;
    int from7 = from6 + stride;
    for (int p = 0; p < terms; p++) {
      int at = to + HEIGHT * p;
      out[at] = data[from + p];
      out[at + 1] = data[from1 + p];
      out[at + 2] = data[from2 + p];
      out[at + 3] = data[from3 + p];
      out[at + 4] = data[from4 + p];
      out[at + 5] = data[from5 + p];
      out[at + 6] = data[from6 + p];
      out[at + 7] = data[from7 + p];
    }
  }

  private static void packAcross(
      double sign, Strided m, int top, int height, int strip, int terms, double[] out) {
    double[] data = m.data();
    for (int r = 0; r < height; r++) {
      int from = m.index(top + r, 0);
      int to = top * terms + r;
      for (int p = 0; p < terms; p++) {
        out[to] = sign * data[from];
        from += m.columnStride();
        to += strip;
      }
    }
  }

  /** One packed block of A times one of B; row r of C needs its columns from r + diagonal on. */
  private static void addBlock(
      Scratch scratch, int rows, int terms, int columns, Strided c, int diagonal) {
    for (int j = 0; j < columns; j += WIDTH) {
      int width = Math.min(WIDTH, columns - j);
      int bottom = Math.min(rows, j + width - diagonal);
      for (int i = 0; i < bottom; i += HEIGHT) {
        int height = Math.min(HEIGHT, rows - i);
        int from = i + diagonal - j;
        boolean inside =
            height == HEIGHT && width == WIDTH && c.columnStride() == 1 && from + HEIGHT - 1 <= 0;
        if (inside) {
          microTile(
              terms,
              scratch.a,
              i * terms,
              scratch.b,
              j * terms,
              c.data(),
              c.index(i, j),
              c.rowStride());
        } else {
          load(scratch.edge, c, i, j, height, width);
          microTile(terms, scratch.a, i * terms, scratch.b, j * terms, scratch.edge, 0, WIDTH);
          store(scratch.edge, c, i, j, height, width, from);
        }
      }
    }
  }

  private static void load(double[] edge, Strided c, int top, int left, int height, int width) {
    for (int r = 0; r < height; r++) {
      for (int j = 0; j < width; j++) {
        edge[r * WIDTH + j] = c.data()[c.index(top + r, left + j)];
      }
    }
  }

  private static void store(
      double[] edge, Strided c, int top, int left, int height, int width, int diagonal) {
    for (int r = 0; r < height; r++) {
      for (int j = Math.max(0, r + diagonal); j < width; j++) {
        c.data()[c.index(top + r, left + j)] = edge[r * WIDTH + j];
      }
    }
  }

  /** Eight rows by two vectors of C gain their terms, all in registers. */
  private static void microTile(
      int terms, double[] a, int aFrom, double[] b, int bFrom, double[] c, int at, int stride) {
    int at1 = at + stride;
    int at2 = at1 + stride;
    int at3 = at2 + stride;
    int at4 = at3 + stride;
    int at5 = at4 + stride;
    int at6 = at5 + stride;
    int at7 = at6 + stride;
    DoubleVector c00 = DoubleVector.fromArray(LANES, c, at);
    DoubleVector c01 = DoubleVector.fromArray(LANES, c, at + STEP);
    DoubleVector c10 = DoubleVector.fromArray(LANES, c, at1);
    DoubleVector c11 = DoubleVector.fromArray(LANES, c, at1 + STEP);
    DoubleVector c20 = DoubleVector.fromArray(LANES, c, at2);
    DoubleVector c21 = DoubleVector.fromArray(LANES, c, at2 + STEP);
    DoubleVector c30 = DoubleVector.fromArray(LANES, c, at3);
    DoubleVector c31 = DoubleVector.fromArray(LANES, c, at3 + STEP);
    DoubleVector c40 = DoubleVector.fromArray(LANES, c, at4);
    DoubleVector c41 = DoubleVector.fromArray(LANES, c, at4 + STEP);
    DoubleVector c50 = DoubleVector.fromArray(LANES, c, at5);
    DoubleVector c51 = DoubleVector.fromArray(LANES, c, at5 + STEP);
    DoubleVector c60 = DoubleVector.fromArray(LANES, c, at6);
    DoubleVector c61 = DoubleVector.fromArray(LANES, c, at6 + STEP);
    DoubleVector c70 = DoubleVector.fromArray(LANES, c, at7);
    DoubleVector c71 = DoubleVector.fromArray(LANES, c, at7 + STEP);
    int ai = aFrom;
    int bi = bFrom;
    for (int p = 0; p < terms; p++) {
      DoubleVector b0 = DoubleVector.fromArray(LANES, b, bi);
      DoubleVector b1 = DoubleVector.fromArray(LANES, b, bi + STEP);
      DoubleVector a0 = DoubleVector.broadcast(LANES, a[ai]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      DoubleVector a1 = DoubleVector.broadcast(LANES, a[ai + 1]);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      DoubleVector a2 = DoubleVector.broadcast(LANES, a[ai + 2]);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      DoubleVector a3 = DoubleVector.broadcast(LANES, a[ai + 3]);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
      DoubleVector a4 = DoubleVector.broadcast(LANES, a[ai + 4]);
      c40 = a4.fma(b0, c40);
      c41 = a4.fma(b1, c41);
      DoubleVector a5 = DoubleVector.broadcast(LANES, a[ai + 5]);
      c50 = a5.fma(b0, c50);
      c51 = a5.fma(b1, c51);
      DoubleVector a6 = DoubleVector.broadcast(LANES, a[ai + 6]);
      c60 = a6.fma(b0, c60);
      c61 = a6.fma(b1, c61);
      DoubleVector a7 = DoubleVector.broadcast(LANES, a[ai + 7]);
      c70 = a7.fma(b0, c70);
      c71 = a7.fma(b1, c71);
      ai += HEIGHT;
      bi += WIDTH;
    }
    c00.intoArray(c, at);
    c01.intoArray(c, at + STEP);
    c10.intoArray(c, at1);
    c11.intoArray(c, at1 + STEP);
    c20.intoArray(c, at2);
    c21.intoArray(c, at2 + STEP);
    c30.intoArray(c, at3);
    c31.intoArray(c, at3 + STEP);
    c40.intoArray(c, at4);
    c41.intoArray(c, at4 + STEP);
    c50.intoArray(c, at5);
    c51.intoArray(c, at5 + STEP);
    c60.intoArray(c, at6);
    c61.intoArray(c, at6 + STEP);
    c70.intoArray(c, at7);
    c71.intoArray(c, at7 + STEP);
  }
}
