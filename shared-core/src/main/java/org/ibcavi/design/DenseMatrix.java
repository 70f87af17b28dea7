// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.ibcavi.linalg.Products;

/** A design matrix with every value stored, row-major within its chunks. */
final class DenseMatrix implements DesignMatrix {
  private static final long serialVersionUID = 1;

  private final int rows;
  private final int columns;
  private final double[][] chunks;

  private DenseMatrix(int rows, int columns, double[][] chunks) {
    this.rows = rows;
    this.columns = columns;
    this.chunks = chunks;
  }

  /** A matrix of one row, which is copied. */
  static DenseMatrix ofRow(int columns, double[] values) {
    Validation.row(0, columns, values);
    return new DenseMatrix(1, columns, new double[][] {values.clone()});
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
    return (long) rows * columns;
  }

  @Override
  public void addProduct(int chunk, double[] b, int width, double[] out) {
    Products.addProduct(
        chunkSize(chunk), columns, width, chunks[chunk], 0, columns, 1, b, 0, width, out, 0, width);
  }

  @Override
  public void addTransposedProduct(int chunk, double[] r, int width, double[] out) {
    Products.addProduct(
        columns, chunkSize(chunk), width, chunks[chunk], 0, 1, columns, r, 0, width, out, 0, width);
  }

  @Override
  public void addUpperGram(int chunk, double[] weights, boolean intercept, double[] gram) {
    int size = columns + (intercept ? 1 : 0);
    int count = chunkSize(chunk);
    double[] plain = new double[count * size];
    double[] weighted = new double[count * size];
    int used = 0;
    for (int i = 0; i < count; i++) {
      if (weights[i] != 0) {
        int at = used++ * size;
        System.arraycopy(chunks[chunk], i * columns, plain, at, columns);
        if (intercept) {
          plain[at + columns] = 1;
        }
        for (int p = at; p < at + size; p++) {
          weighted[p] = weights[i] * plain[p];
        }
      }
    }
    Products.addUpperGram(used, size, plain, 0, size, weighted, 0, size, gram, 0, size);
  }

  @Override
  public void copyRow(int row, double[] out) {
    System.arraycopy(chunks[row / CHUNK_ROWS], (row % CHUNK_ROWS) * columns, out, 0, columns);
  }

  @Override
  public DenseMatrix squared() {
    double[][] squares = new double[chunks.length][];
    Arrays.setAll(squares, c -> Arrays.stream(chunks[c]).map(x -> x * x).toArray());
    return new DenseMatrix(rows, columns, squares);
  }

  @Override
  public DenseMatrix standardized(double[] center, double[] scale) {
    double[][] result = new double[chunks.length][];
    for (int c = 0; c < chunks.length; c++) {
      double[] from = chunks[c];
      double[] to = new double[from.length];
      for (int i = 0, at = 0; i < chunkSize(c); i++) {
        for (int m = 0; m < columns; m++, at++) {
          to[at] = (from[at] - center[m]) / scale[m];
        }
      }
      result[c] = to;
    }
    return new DenseMatrix(rows, columns, result);
  }

  @Override
  public DenseMatrix selectRows(int[] selected) {
    Builder builder = new Builder(columns);
    double[] row = new double[columns];
    for (int i : selected) {
      copyRow(i, row);
      builder.add(row);
    }
    return builder.build();
  }

  @Override
  public int rowHash(int row) {
    double[] values = chunks[row / CHUNK_ROWS];
    int from = (row % CHUNK_ROWS) * columns;
    int hash = 1;
    for (int at = from; at < from + columns; at++) {
      // Round numbers such as 1 have high bits only; turned, these reach the low ones too.
      hash = 31 * Integer.rotateLeft(hash, 13) + Double.hashCode(values[at]);
    }
    return hash;
  }

  @Override
  public boolean sameRows(int row, int other) {
    int from = (row % CHUNK_ROWS) * columns;
    int otherFrom = (other % CHUNK_ROWS) * columns;
    return Arrays.equals(
        chunks[row / CHUNK_ROWS],
        from,
        from + columns,
        chunks[other / CHUNK_ROWS],
        otherFrom,
        otherFrom + columns);
  }

  @Override
  public boolean isSparse() {
    return false;
  }

  @Override
  public double[] largestValues(IntPredicate selected) {
    double[] largest = new double[columns];
    for (int i = 0; i < rows; i++) {
      if (selected.test(i)) {
        double[] values = chunks[i / CHUNK_ROWS];
        int from = (i % CHUNK_ROWS) * columns;
        for (int m = 0; m < columns; m++) {
          largest[m] = Math.max(largest[m], Math.abs(values[from + m]));
        }
      }
    }
    return largest;
  }

  /** The sizes. */
  @Override
  public String toString() {
    return "dense matrix of " + rows + " rows and " + columns + " columns";
  }

  /** Collects the rows of a dense matrix; each is copied and checked as it comes. */
  static final class Builder implements DesignMatrix.Builder {
    private final int columns;
    private final List<double[]> chunks = new ArrayList<>();
    private int rows;

    Builder(int columns) {
      this.columns = Validation.columnCount(columns);
    }

    @Override
    public Builder add(double... values) {
      Validation.roomForRow(rows);
      Validation.row(rows, columns, values);
      int inChunk = rows % CHUNK_ROWS;
      if (inChunk == 0) {
        chunks.add(new double[Validation.chunkLength(columns)]);
      }
      System.arraycopy(values, 0, chunks.get(chunks.size() - 1), inChunk * columns, columns);
      rows++;
      return this;
    }

    @Override
    public Builder add(int[] columnIndices, double[] columnValues) {
      Validation.stored(rows, columns, columnIndices, columnValues);
      double[] row = new double[columns];
      for (int t = 0; t < columnIndices.length; t++) {
        row[columnIndices[t]] = columnValues[t];
      }
      return add(row);
    }

    @Override
    public DenseMatrix build() {
      Validation.someRows(rows);
      double[][] parts = chunks.toArray(new double[0][]);
      int last = parts.length - 1;
      int lastRows = rows - last * CHUNK_ROWS;
      parts[last] = Arrays.copyOf(parts[last], lastRows * columns);
      return new DenseMatrix(rows, columns, parts);
    }
  }
}
