// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.problem.Hash;

/** The features of a row as Spark stores them. */
final class FeatureValues implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int[] NONE = {};

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

  /** Takes over arrays; indices are null if every value is stored. */
  static FeatureValues of(int size, int[] indices, double[] values) {
    return new FeatureValues(size, indices, values);
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

  /** None if every value is stored. */
  int storedIndices() {
    return indices == null ? 0 : indices.length;
  }

  /** Copies what is stored into arrays, from a place on in each. */
  void copyTo(double[] allValues, int at, int[] allIndices, int indexAt) {
    System.arraycopy(values, 0, allValues, at, values.length);
    System.arraycopy(indices == null ? NONE : indices, 0, allIndices, indexAt, storedIndices());
  }

  /** A number made of a seed and of all values but zeros, whether these are stored or not. */
  long hash(long seed) {
    long hash = seed;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0) {
        int column = indices == null ? i : indices[i];
        hash = Hash.of(hash + column, Double.doubleToLongBits(values[i]));
      }
    }
    return hash;
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

  /**
   * Refuses features of another number than a model has.
   *
   * @param column their name
   * @param features of the model
   */
  void requireSize(String column, int features) {
    if (size != features) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "': a vector of "
              + size
              + " values; the model has "
              + features
              + " features");
    }
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
