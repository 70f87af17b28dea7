// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.ibcavi.design.DesignMatrix;

/** The features of a row as Spark stores them. */
final class FeatureValues implements Serializable {
  private static final long serialVersionUID = 1;

  private final int size;

  /** Null if every value is stored. */
  private final int[] indices;

  private final double[] values;

  private FeatureValues(int size, int[] indices, double[] values) {
    this.size = size;
    this.indices = indices;
    this.values = values;
  }

  /** Takes over the arrays of a vector. */
  static FeatureValues of(Vector vector) {
    return vector instanceof SparseVector sparse
        ? new FeatureValues(sparse.size(), sparse.indices(), sparse.values())
        : new FeatureValues(vector.size(), null, vector.toArray());
  }

  /** Whether a dense matrix takes no more memory than a sparse one. */
  static boolean denseIsSmaller(long stored, long rows, int columns) {
    return 3 * stored >= 2 * rows * columns;
  }

  /** The matrix of some rows, which gives the same predictions in either form. */
  static DesignMatrix matrix(Collection<FeatureValues> rows, int columns) {
    long stored = rows.stream().mapToLong(FeatureValues::stored).sum();
    if (denseIsSmaller(stored, rows.size(), columns)) {
      DesignMatrix.Builder dense = DesignMatrix.dense(columns);
      rows.forEach(row -> dense.add(row.allValues()));
      return dense.build();
    }
    DesignMatrix.Builder sparse = DesignMatrix.sparse(columns);
    rows.forEach(row -> sparse.add(row.columns(), row.columnValues()));
    return sparse.build();
  }

  int size() {
    return size;
  }

  int stored() {
    return values.length;
  }

  /** The first of the stored values that is not finite, as its place in the row; −1 if none. */
  int firstInvalid() {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        return indices == null ? i : indices[i];
      }
    }
    return -1;
  }

  /** One value for each column; not copied if they are all stored. */
  double[] allValues() {
    if (indices == null) {
      return values;
    }
    double[] all = new double[size];
    for (int i = 0; i < indices.length; i++) {
      all[indices[i]] = values[i];
    }
    return all;
  }

  /** The columns of the stored values. */
  int[] columns() {
    if (indices != null) {
      return indices;
    }
    int[] nonzero = new int[size];
    int count = 0;
    for (int m = 0; m < size; m++) {
      if (values[m] != 0) {
        nonzero[count++] = m;
      }
    }
    return Arrays.copyOf(nonzero, count);
  }

  /** The stored values. */
  double[] columnValues() {
    return indices != null ? values : Arrays.stream(values).filter(value -> value != 0).toArray();
  }
}
