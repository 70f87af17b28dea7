// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.linalg;

/**
 * C += ±A·B by tiles: a tile of C and a panel of B are copied to arrays of one row each, which is
 * the form {@link TileKernels} wants, and the tile is copied back when all its terms are in.
 *
 * <p>A tile row is {@value #WIDTH} wide and a panel {@value #DEPTH} rows deep, so that panel (24
 * KB) and three rows of C (3 KB) sit in a 32 KB first level cache; the tile of C stays in the
 * second.
 */
final class TiledProduct {

  static final int WIDTH = 128;
  static final int DEPTH = 24;

  /** A multiple of three that holds a chunk of 128 rows. */
  static final int HEIGHT = 129;

  /**
   * Elements beside a row's own, so that it and its header take a multiple of 64 bytes. Rows that
   * were allocated one after the other then begin at the same place within a cache line, and where
   * C2 aligns one of them to its vectors the others are aligned too (47 instead of 38 GFLOP/s).
   */
  private static final int PADDING = 6;

  /** Values in a cache line. */
  private static final int LINE = 8;

  private static final ThreadLocal<TiledProduct> OF_THREAD =
      ThreadLocal.withInitial(TiledProduct::new);

  private final double[][] panel = new double[DEPTH][WIDTH + PADDING];
  private final double[][] tile = new double[HEIGHT][WIDTH + PADDING];

  @SuppressWarnings("UnusedVariable") // What nobody keeps the compiler need not read.
  private long fetched;

  private TiledProduct() {}

  static TiledProduct ofThread() {
    return OF_THREAD.get();
  }

  /** The rows of the scratch tile, for callers that keep their rows in it between kernels. */
  double[][] tile() {
    return tile;
  }

  /**
   * C += sign·A·B.
   *
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
      boolean upper) {
    final int width = evenWidth(columns);
    for (int left = 0; left < columns; left += width) {
      final int w = Math.min(width, columns - left);
      final int bottom = upper ? Math.min(rows, left + w) : rows;
      for (int top = 0; top < bottom; top += HEIGHT) {
        final int h = Math.min(HEIGHT, bottom - top);
        // Row r of the tile needs only its columns j ≥ r + diagonal.
        final int diagonal = upper ? top - left : -HEIGHT;
        load(tile, h, w, c, top, left);
        if (left == 0 && a.columnStride() == 1 && inner > DEPTH) {
          fetch(h, inner, a, top);
        }
        addTile(sign, h, inner, w, a, top, b, left, diagonal);
        store(h, w, c, top, left, diagonal);
      }
    }
  }

  /**
   * Tiles of about the same width, rather than full ones and a sliver that no vector loop likes.
   */
  private static int evenWidth(int columns) {
    final int tiles = Math.max(1, (columns + WIDTH - 1) / WIDTH);
    final int width = (columns + tiles - 1) / tiles;
    return Math.min(WIDTH, (width + 3) & -4);
  }

  /**
   * Reads a value of each cache line of some rows of A in the order of memory, which processors
   * recognise and run ahead of. The kernels take a few values of a row and go on to the next row,
   * and would wait for memory again and again.
   */
  private void fetch(int h, int inner, Strided a, int top) {
    final double[] data = a.data();
    long bits = 0;
    for (int r = 0; r < h; r++) {
      final int start = a.index(top + r, 0);
      for (int at = start; at < start + inner; at += LINE) {
        bits ^= Double.doubleToRawLongBits(data[at]);
      }
    }
    fetched = bits;
  }

  private void addTile(
      double sign, int h, int inner, int w, Strided a, int top, Strided b, int left, int diagonal) {
    for (int p = 0; p < inner; p += DEPTH) {
      final int depth = Math.min(DEPTH, inner - p);
      load(panel, depth, w, b, p, left);
      int r = 0;
      for (; r + 3 <= h; r += 3) {
        final int from = Math.max(0, r + diagonal);
        final int corner = a.index(top + r, p);
        TileKernels.addThreeRows(
            from,
            w,
            sign,
            a.data(),
            corner,
            a.rowStride(),
            a.columnStride(),
            depth - depth % 3,
            panel,
            0,
            tile[r],
            tile[r + 1],
            tile[r + 2]);
        addLastTerms(sign, from, w, a, corner, depth, r);
      }
      for (; r < h; r++) {
        TileKernels.addRow(
            Math.max(0, r + diagonal),
            w,
            sign,
            a.data(),
            a.index(top + r, p),
            a.columnStride(),
            depth,
            panel,
            0,
            tile[r]);
      }
    }
  }

  /** The terms of a panel that are no multiple of three, for three rows of the tile. */
  private void addLastTerms(double sign, int from, int w, Strided a, int corner, int depth, int r) {
    for (int p = depth - depth % 3; p < depth; p++) {
      final int at = corner + p * a.columnStride();
      TileKernels.add3x1(
          from,
          w,
          sign * a.data()[at],
          sign * a.data()[at + a.rowStride()],
          sign * a.data()[at + 2 * a.rowStride()],
          panel[p],
          tile[r],
          tile[r + 1],
          tile[r + 2]);
    }
  }

  /** Copies the h×w block of {@code m} at (top, left) to the first rows of {@code rows}. */
  static void load(double[][] rows, int h, int w, Strided m, int top, int left) {
    if (m.columnStride() == 1) {
      for (int r = 0; r < h; r++) {
        System.arraycopy(m.data(), m.index(top + r, left), rows[r], 0, w);
      }
      return;
    }
    // Four columns at a time, so that a row array is looked up once for four elements.
    final int step = m.columnStride();
    int j = 0;
    for (; j + 4 <= w; j += 4) {
      int at = m.index(top, left + j);
      for (int r = 0; r < h; r++) {
        final double[] row = rows[r];
        row[j] = m.data()[at];
        row[j + 1] = m.data()[at + step];
        row[j + 2] = m.data()[at + 2 * step];
        row[j + 3] = m.data()[at + 3 * step];
        at += m.rowStride();
      }
    }
    for (; j < w; j++) {
      for (int r = 0; r < h; r++) {
        rows[r][j] = m.data()[m.index(top + r, left + j)];
      }
    }
  }

  /** Copies the tile back, row r from its column r + diagonal on. */
  void store(int h, int w, Strided m, int top, int left, int diagonal) {
    if (m.columnStride() == 1) {
      for (int r = 0; r < h; r++) {
        final int from = Math.max(0, r + diagonal);
        if (from < w) {
          System.arraycopy(tile[r], from, m.data(), m.index(top + r, left + from), w - from);
        }
      }
      return;
    }
    for (int j = 0; j < w; j++) {
      int at = m.index(top, left + j);
      final int end = Math.min(h, j - diagonal + 1);
      for (int r = 0; r < end; r++) {
        m.data()[at] = tile[r][j];
        at += m.rowStride();
      }
    }
  }
}
