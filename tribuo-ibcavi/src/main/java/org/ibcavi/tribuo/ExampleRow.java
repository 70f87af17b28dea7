// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;
import org.tribuo.Example;
import org.tribuo.Feature;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.classification.Label;
import org.tribuo.math.la.SparseVector;
import org.tribuo.math.la.VectorTuple;

/** The features of an example that a domain knows, by increasing id. */
final class ExampleRow {
  private final int[] columns;
  private final double[] values;

  private ExampleRow(int[] columns, double[] values) {
    this.columns = columns;
    this.values = values;
  }

  /**
   * Reads an example. Features outside the domain are left out, and values of features that share
   * an id, as hashed ones may, are added.
   *
   * @param example the example
   * @param domain gives features their ids
   * @param place where the example stands, for messages; may be empty
   */
  static ExampleRow of(Example<Label> example, ImmutableFeatureMap domain, String place) {
    for (Feature feature : example) {
      if (!Double.isFinite(feature.getValue()) && domain.getID(feature.getName()) >= 0) {
        throw new IllegalArgumentException(
            place
                + "feature '"
                + feature.getName()
                + "': "
                + feature.getValue()
                + "; values must be finite");
      }
    }
    SparseVector vector = SparseVector.createSparseVector(example, domain, false);
    int[] columns = new int[vector.numActiveElements()];
    double[] values = new double[columns.length];
    int next = 0;
    for (VectorTuple entry : vector) {
      columns[next] = entry.index;
      values[next++] = entry.value;
    }
    return new ExampleRow(columns, values);
  }

  /** From two thirds on, a dense matrix takes no more memory: 8 bytes a value instead of 12. */
  static boolean denseIsSmaller(long stored, int rows, int columns) {
    return 3 * stored >= 2L * columns * rows;
  }

  int size() {
    return columns.length;
  }

  int column(int i) {
    return columns[i];
  }

  double value(int i) {
    return values[i];
  }

  /** Takes rows one by one and makes a matrix of them. */
  interface Collector {
    void add(ExampleRow row);

    DesignMatrix build();

    static Collector sparse(int columns) {
      DesignMatrix.Builder builder = DesignMatrix.sparse(columns);
      return new Collector() {
        @Override
        public void add(ExampleRow row) {
          builder.add(row.columns, row.values);
        }

        @Override
        public DesignMatrix build() {
          return builder.build();
        }
      };
    }

    static Collector dense(int columns) {
      DesignMatrix.Builder builder = DesignMatrix.dense(columns);
      double[] dense = new double[columns];
      return new Collector() {
        @Override
        public void add(ExampleRow row) {
          Arrays.fill(dense, 0);
          for (int i = 0; i < row.size(); i++) {
            dense[row.columns[i]] = row.values[i];
          }
          builder.add(dense);
        }

        @Override
        public DesignMatrix build() {
          return builder.build();
        }
      };
    }
  }
}
