// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A design matrix whose rows are made from those of another one whenever they are asked for, a
 * chunk at a time. A chunk is remembered until the collector wants its memory, so that the two
 * products of a pass with it seldom map its rows twice.
 */
final class MappedMatrix implements DesignMatrix {
  private static final long serialVersionUID = 1;

  // What is written instead is a matrix that holds its values.
  private final transient DesignMatrix rows;
  private final transient UnaryOperator<DesignMatrix> map;
  private final transient AtomicReferenceArray<WeakReference<DesignMatrix>> recent;
  private final int columns;
  private final boolean sparse;
  private final long nonzeros;

  MappedMatrix(DesignMatrix rows, UnaryOperator<DesignMatrix> map) {
    this.rows = rows;
    this.map = map;
    this.recent = new AtomicReferenceArray<>(rows.chunks());
    DesignMatrix first = chunk(0);
    this.columns = first.columns();
    this.sparse = first.isSparse();
    this.nonzeros =
        sparse
            ? IntStream.range(0, rows.chunks()).mapToLong(c -> chunk(c).nonzeros()).sum()
            : (long) rows.rows() * columns;
  }

  /** The mapped rows of a chunk, which is the only chunk of what is returned. */
  private DesignMatrix chunk(int chunk) {
    WeakReference<DesignMatrix> reference = recent.get(chunk);
    DesignMatrix known = reference == null ? null : reference.get();
    if (known != null) {
      return known;
    }
    int start = rows.chunkStart(chunk);
    int end = start + rows.chunkSize(chunk);
    DesignMatrix mapped = map.apply(rows.selectRows(IntStream.range(start, end).toArray()));
    recent.set(chunk, new WeakReference<>(mapped));
    return mapped;
  }

  @Override
  public int rows() {
    return rows.rows();
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
  public boolean isSparse() {
    return sparse;
  }

  @Override
  public double[] largestValues(IntPredicate selected) {
    double[] largest = new double[columns];
    for (int c = 0; c < chunks(); c++) {
      int start = chunkStart(c);
      double[] ofChunk = chunk(c).largestValues(i -> selected.test(start + i));
      for (int m = 0; m < columns; m++) {
        largest[m] = Math.max(largest[m], ofChunk[m]);
      }
    }
    return largest;
  }

  @Override
  public void addProduct(int chunk, double[] b, int width, double[] out) {
    chunk(chunk).addProduct(0, b, width, out);
  }

  @Override
  public void addTransposedProduct(int chunk, double[] r, int width, double[] out) {
    chunk(chunk).addTransposedProduct(0, r, width, out);
  }

  @Override
  public void addUpperGram(int chunk, double[] weights, boolean intercept, double[] gram) {
    chunk(chunk).addUpperGram(0, weights, intercept, gram);
  }

  @Override
  public void copyRow(int row, double[] out) {
    chunk(row / CHUNK_ROWS).copyRow(row % CHUNK_ROWS, out);
  }

  @Override
  public DesignMatrix squared() {
    return new MappedMatrix(rows, part -> map.apply(part).squared());
  }

  @Override
  public DesignMatrix standardized(double[] center, double[] scale) {
    return new MappedMatrix(rows, part -> map.apply(part).standardized(center, scale));
  }

  @Override
  public DesignMatrix selectRows(int[] selected) {
    return new MappedMatrix(rows.selectRows(selected), map);
  }

  @Override
  public int rowHash(int row) {
    return chunk(row / CHUNK_ROWS).rowHash(row % CHUNK_ROWS);
  }

  @Override
  public boolean sameRows(int row, int other) {
    DesignMatrix both = map.apply(rows.selectRows(new int[] {row, other}));
    return both.sameRows(0, 1);
  }

  private Object writeReplace() {
    return map.apply(rows);
  }

  /** The sizes. */
  @Override
  public String toString() {
    return "mapped matrix of " + rows() + " rows and " + columns + " columns";
  }
}
