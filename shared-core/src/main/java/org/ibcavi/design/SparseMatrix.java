// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** A design matrix that stores only some of each row's values (CSR); the others are zero. */
final class SparseMatrix implements DesignMatrix {
  private static final long serialVersionUID = 1;

  private final int rows;
  private final int columns;
  private final long nonzeros;
  private final Chunk[] chunks;

  private SparseMatrix(int rows, int columns, long nonzeros, Chunk[] chunks) {
    this.rows = rows;
    this.columns = columns;
    this.nonzeros = nonzeros;
    this.chunks = chunks;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public long nonzeros() {
    return nonzeros;
  }

  @Override
  public void addProduct(int chunk, double[] b, int width, double[] out) {
    Chunk c = chunks[chunk];
    VectorRows rows = new VectorRows(width);
    for (int i = 0; i < c.rows(); i++) {
      System.arraycopy(out, i * width, rows.sum, 0, width);
      int t = c.starts[i];
      int end = c.starts[i + 1];
      for (; t + 4 <= end; t += 4) {
        rows.addFour(c.values, c.indices, t, b);
      }
      for (; t < end; t++) {
        rows.addOne(c.values[t], b, c.indices[t]);
      }
      System.arraycopy(rows.sum, 0, out, i * width, width);
    }
  }

  @Override
  public void addTransposedProduct(int chunk, double[] r, int width, double[] out) {
    Chunk c = chunks[chunk];
    VectorRows rows = new VectorRows(width);
    for (int i = 0; i < c.rows(); i++) {
      System.arraycopy(r, i * width, rows.first, 0, width);
      for (int t = c.starts[i]; t < c.starts[i + 1]; t++) {
        int at = c.indices[t] * width;
        System.arraycopy(out, at, rows.sum, 0, width);
        VectorRows.addScaled(c.values[t], rows.first, rows.sum);
        System.arraycopy(rows.sum, 0, out, at, width);
      }
    }
  }

  /**
   * Rows of a block copied to arrays of their own. C2 turns a loop over several arrays into vector
   * instructions only if all have the same offset; the copies cost less than the scalar loop.
   */
  private static final class VectorRows {
    private final double[] sum;
    private final double[] first;
    private final double[] second;
    private final double[] third;
    private final double[] fourth;

    VectorRows(int width) {
      sum = new double[width];
      first = new double[width];
      second = new double[width];
      third = new double[width];
      fourth = new double[width];
    }

    void addOne(double x, double[] b, int row) {
      System.arraycopy(b, row * sum.length, first, 0, sum.length);
      addScaled(x, first, sum);
    }

    void addFour(double[] values, int[] indices, int t, double[] b) {
      int width = sum.length;
      System.arraycopy(b, indices[t] * width, first, 0, width);
      System.arraycopy(b, indices[t + 1] * width, second, 0, width);
      System.arraycopy(b, indices[t + 2] * width, third, 0, width);
      System.arraycopy(b, indices[t + 3] * width, fourth, 0, width);
      addScaled(
          values[t],
          first,
          values[t + 1],
          second,
          values[t + 2],
          third,
          values[t + 3],
          fourth,
          sum);
    }

    static void addScaled(double x, double[] from, double[] to) {
      for (int j = 0; j < to.length; j++) {
        to[j] = Math.fma(x, from[j], to[j]);
      }
    }

    private static void addScaled(
        double x0,
        double[] b0,
        double x1,
        double[] b1,
        double x2,
        double[] b2,
        double x3,
        double[] b3,
        double[] to) {
      for (int j = 0; j < to.length; j++) {
        double sum = Math.fma(x1, b1[j], Math.fma(x0, b0[j], to[j]));
        to[j] = Math.fma(x3, b3[j], Math.fma(x2, b2[j], sum));
      }
    }
  }

  @Override
  public void addUpperGram(int chunk, double[] weights, boolean intercept, double[] gram) {
    Chunk c = chunks[chunk];
    int size = columns + (intercept ? 1 : 0);
    for (int i = 0; i < c.rows(); i++) {
      double weight = weights[i];
      int end = weight == 0 ? c.starts[i] : c.starts[i + 1];
      for (int s = c.starts[i]; s < end; s++) {
        int at = c.indices[s] * size;
        for (int t = s; t < end; t++) {
          int to = at + c.indices[t];
          gram[to] = Math.fma(c.values[s], weight * c.values[t], gram[to]);
        }
        if (intercept) {
          gram[at + columns] = Math.fma(c.values[s], weight, gram[at + columns]);
        }
      }
      if (intercept) {
        gram[size * size - 1] += weight;
      }
    }
  }

  @Override
  public void copyRow(int row, double[] out) {
    Arrays.fill(out, 0, columns, 0);
    Chunk c = chunks[row / CHUNK_ROWS];
    int i = row % CHUNK_ROWS;
    for (int t = c.starts[i]; t < c.starts[i + 1]; t++) {
      out[c.indices[t]] = c.values[t];
    }
  }

  @Override
  public SparseMatrix squared() {
    Chunk[] squares = new Chunk[chunks.length];
    Arrays.setAll(
        squares,
        i -> chunks[i].withValues(Arrays.stream(chunks[i].values).map(x -> x * x).toArray()));
    return new SparseMatrix(rows, columns, nonzeros, squares);
  }

  @Override
  public DesignMatrix standardized(double[] center, double[] scale) {
    if (!Arrays.stream(center).allMatch(value -> value == 0)) {
      return dense().standardized(center, scale);
    }
    Chunk[] scaled = new Chunk[chunks.length];
    for (int i = 0; i < chunks.length; i++) {
      double[] values = chunks[i].values.clone();
      for (int t = 0; t < values.length; t++) {
        values[t] /= scale[chunks[i].indices[t]];
      }
      scaled[i] = chunks[i].withValues(values);
    }
    return new SparseMatrix(rows, columns, nonzeros, scaled);
  }

  private DenseMatrix dense() {
    DenseMatrix.Builder builder = new DenseMatrix.Builder(columns);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      copyRow(i, row);
      builder.add(row);
    }
    return builder.build();
  }

  @Override
  public SparseMatrix selectRows(int[] selected) {
    Builder builder = new Builder(columns);
    for (int i : selected) {
      addRow(i, builder);
    }
    return builder.build();
  }

  /** Adds one of the rows to what is collected. */
  void addRow(int row, Builder builder) {
    Chunk c = chunks[row / CHUNK_ROWS];
    int from = c.starts[row % CHUNK_ROWS];
    int to = c.starts[row % CHUNK_ROWS + 1];
    builder.add(Arrays.copyOfRange(c.indices, from, to), Arrays.copyOfRange(c.values, from, to));
  }

  @Override
  public int rowHash(int row) {
    Chunk c = chunks[row / CHUNK_ROWS];
    int hash = 1;
    for (int t = c.starts[row % CHUNK_ROWS]; t < c.starts[row % CHUNK_ROWS + 1]; t++) {
      hash = 31 * (31 * hash + c.indices[t]) + Double.hashCode(c.values[t]);
    }
    return hash;
  }

  @Override
  public boolean sameRows(int row, int other) {
    Chunk a = chunks[row / CHUNK_ROWS];
    Chunk b = chunks[other / CHUNK_ROWS];
    int from = a.starts[row % CHUNK_ROWS];
    int to = a.starts[row % CHUNK_ROWS + 1];
    int otherFrom = b.starts[other % CHUNK_ROWS];
    int otherTo = b.starts[other % CHUNK_ROWS + 1];
    return Arrays.equals(a.indices, from, to, b.indices, otherFrom, otherTo)
        && Arrays.equals(a.values, from, to, b.values, otherFrom, otherTo);
  }

  @Override
  public boolean isSparse() {
    return true;
  }

  @Override
  public double[] largestValues(IntPredicate selected) {
    double[] largest = new double[columns];
    for (int i = 0; i < rows; i++) {
      if (selected.test(i)) {
        Chunk c = chunks[i / CHUNK_ROWS];
        for (int t = c.starts[i % CHUNK_ROWS]; t < c.starts[i % CHUNK_ROWS + 1]; t++) {
          largest[c.indices[t]] = Math.max(largest[c.indices[t]], Math.abs(c.values[t]));
        }
      }
    }
    return largest;
  }

  /** Compressed rows: row i has the entries starts[i] … starts[i+1]−1. */
  private static final class Chunk implements Serializable {
    private static final long serialVersionUID = 1;

    private final int[] starts;
    private final int[] indices;
    private final double[] values;

    Chunk(int[] starts, int[] indices, double[] values) {
      this.starts = starts;
      this.indices = indices;
      this.values = values;
    }

    int rows() {
      return starts.length - 1;
    }

    Chunk withValues(double[] other) {
      return new Chunk(starts, indices, other);
    }
  }

  /** The sizes. */
  @Override
  public String toString() {
    return "sparse matrix of "
        + rows
        + " rows and "
        + columns
        + " columns with "
        + nonzeros
        + " stored values";
  }

  /** Collects the rows of a sparse matrix; each is copied and checked as it comes. */
  static final class Builder implements DesignMatrix.Builder {
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private final int columns;
    private final List<Chunk> chunks = new ArrayList<>();
    private final int[] starts = new int[CHUNK_ROWS + 1];
    private int[] indices = new int[CHUNK_ROWS];
    private double[] values = new double[CHUNK_ROWS];
    private int inChunk;
    private int rows;
    private long nonzeros;

    Builder(int columns) {
      this.columns = Validation.columnCount(columns);
    }

    @Override
    public Builder add(int[] columnIndices, double[] columnValues) {
      Validation.roomForRow(rows);
      Validation.stored(rows, columns, columnIndices, columnValues);
      int from = starts[inChunk];
      long end = (long) from + columnIndices.length;
      reserve(end);
      System.arraycopy(columnIndices, 0, indices, from, columnIndices.length);
      System.arraycopy(columnValues, 0, values, from, columnValues.length);
      starts[++inChunk] = (int) end;
      nonzeros += columnIndices.length;
      rows++;
      if (inChunk == CHUNK_ROWS) {
        chunks.add(chunk());
        inChunk = 0;
      }
      return this;
    }

    @Override
    public Builder add(double... row) {
      Validation.row(rows, columns, row);
      int[] stored = IntStream.range(0, columns).filter(m -> row[m] != 0).toArray();
      return add(stored, Arrays.stream(stored).mapToDouble(m -> row[m]).toArray());
    }

    private void reserve(long needed) {
      if (needed > MAX_ARRAY) {
        throw new IllegalArgumentException(
            "row "
                + rows
                + ": "
                + needed
                + " values in "
                + CHUNK_ROWS
                + " rows; more than an array can hold");
      }
      if (needed > indices.length) {
        int capacity = (int) Math.min(MAX_ARRAY, Math.max(needed, 2L * indices.length));
        indices = Arrays.copyOf(indices, capacity);
        values = Arrays.copyOf(values, capacity);
      }
    }

    private Chunk chunk() {
      int count = starts[inChunk];
      return new Chunk(
          Arrays.copyOf(starts, inChunk + 1),
          Arrays.copyOf(indices, count),
          Arrays.copyOf(values, count));
    }

    @Override
    public SparseMatrix build() {
      Validation.someRows(rows);
      List<Chunk> all = new ArrayList<>(chunks);
      if (inChunk > 0) {
        all.add(chunk());
      }
      return new SparseMatrix(rows, columns, nonzeros, all.toArray(new Chunk[0]));
    }
  }
}
