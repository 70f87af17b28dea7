// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.posterior;

import org.ibcavi.columns.Regressors;

/**
 * A number for each of P coefficients of each of U vectors, kept in blocks of at most {@link
 * #MAX_WIDTH} vectors. Within a block coefficient p of all its vectors stands side by side, as the
 * product kernels want it: {@code block[p * width + j]}.
 */
public final class Coefficients {
  /** Vectors in a block: long enough for the product kernels, small enough for the cache. */
  public static final int MAX_WIDTH = 128;

  /** Values in a block at the most, so that its indices stay far from overflowing. */
  private static final int MAX_BLOCK = 1 << 26;

  private final int size;
  private final int vectors;
  private final int width;
  private final double[][] blocks;

  /**
   * All zeros.
   *
   * @param size coefficients of a vector, P
   * @param vectors how many vectors, U
   */
  public Coefficients(int size, int vectors) {
    this.size = size;
    this.vectors = vectors;
    this.width = Math.max(1, Math.min(MAX_WIDTH, MAX_BLOCK / Math.max(1, size)));
    this.blocks = new double[(vectors + width - 1) / width][];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = new double[size * blockWidth(b)];
    }
  }

  /**
   * Coefficients of a vector.
   *
   * @return P
   */
  public int size() {
    return size;
  }

  /**
   * The number of vectors.
   *
   * @return U
   */
  public int vectors() {
    return vectors;
  }

  /**
   * The number of blocks.
   *
   * @return at least 1 if there are vectors
   */
  public int blocks() {
    return blocks.length;
  }

  /**
   * The block that holds a vector.
   *
   * @param vector which vector
   * @return its block
   */
  public int blockOf(int vector) {
    return vector / width;
  }

  /**
   * The first vector of a block.
   *
   * @param block which block
   * @return its first vector
   */
  public int blockStart(int block) {
    return block * width;
  }

  /**
   * The number of vectors of a block.
   *
   * @param block which block
   * @return at most {@link #MAX_WIDTH}
   */
  public int blockWidth(int block) {
    return Math.min(width, vectors - block * width);
  }

  /**
   * The values of a block, not copied: for kernels that read or fill it.
   *
   * @param block which block
   * @return size × block width
   */
  public double[] block(int block) {
    return blocks[block];
  }

  /**
   * One number.
   *
   * @param vector which vector
   * @param coefficient which coefficient
   * @return its value
   */
  public double get(int vector, int coefficient) {
    int block = blockOf(vector);
    return blocks[block][coefficient * blockWidth(block) + vector % width];
  }

  /**
   * Copies a vector out.
   *
   * @param vector which vector
   * @return its P values
   */
  public double[] vector(int vector) {
    double[] values = new double[size];
    for (int p = 0; p < size; p++) {
      values[p] = get(vector, p);
    }
    return values;
  }

  /**
   * Copies a vector in.
   *
   * @param vector which vector
   * @param values its P values
   */
  public void set(int vector, double[] values) {
    int block = blockOf(vector);
    int stride = blockWidth(block);
    for (int p = 0; p < size; p++) {
      blocks[block][p * stride + vector % width] = values[p];
    }
  }

  /**
   * The products of a chunk's rows with every vector.
   *
   * @param regressors the rows
   * @param chunk which of them
   * @param out chunk rows × vectors, overwritten
   */
  public void product(Regressors regressors, int chunk, double[] out) {
    if (blocks.length == 1) {
      regressors.product(chunk, blocks[0], vectors, out);
      return;
    }
    int rows = regressors.features().chunkSize(chunk);
    double[] part = new double[rows * Math.min(width, vectors)];
    for (int b = 0; b < blocks.length; b++) {
      int blockWidth = blockWidth(b);
      regressors.product(chunk, blocks[b], blockWidth, part);
      for (int i = 0; i < rows; i++) {
        System.arraycopy(part, i * blockWidth, out, i * vectors + blockStart(b), blockWidth);
      }
    }
  }

  /**
   * Some of the vectors.
   *
   * @param vectors their numbers
   * @return copies in that order
   */
  public Coefficients some(int[] vectors) {
    Coefficients result = new Coefficients(size, vectors.length);
    for (int i = 0; i < vectors.length; i++) {
      result.set(i, vector(vectors[i]));
    }
    return result;
  }

  /**
   * All numbers multiplied.
   *
   * @param factor by what
   * @return a changed copy
   */
  public Coefficients scaled(double factor) {
    Coefficients result = copy();
    for (double[] block : result.blocks) {
      for (int at = 0; at < block.length; at++) {
        block[at] *= factor;
      }
    }
    return result;
  }

  /**
   * An independent copy.
   *
   * @return the copy
   */
  public Coefficients copy() {
    Coefficients copy = new Coefficients(size, vectors);
    for (int b = 0; b < blocks.length; b++) {
      System.arraycopy(blocks[b], 0, copy.blocks[b], 0, blocks[b].length);
    }
    return copy;
  }
}
