// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the rows of a partition, or of all, have in common: sizes, categories, the first fault. */
final class Profile implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int UNKNOWN = -1;

  private final String featuresCol;
  private long rows;
  private long stored;
  private int columns = UNKNOWN;
  private final HashMap<Integer, Double> categoryWeights = new HashMap<>();
  private String fault;

  private Profile(String featuresCol) {
    this.featuresCol = featuresCol;
  }

  /** Of nothing yet. */
  static Profile empty(String featuresCol) {
    return new Profile(featuresCol);
  }

  /** Adds a row with weight. */
  void add(LabeledRow row) {
    rows++;
    stored += row.features().stored();
    categoryWeights.merge(row.label(), row.weight(), Double::sum);
    agree(row.features().size());
  }

  /** Adds a fault. */
  void add(String newFault) {
    fault = fault == null ? newFault : fault;
  }

  private void agree(int size) {
    if (columns != UNKNOWN && columns != size && fault == null) {
      fault =
          "column '"
              + featuresCol
              + "': a vector of "
              + size
              + " values after one of "
              + columns
              + "; all must be of one size";
    }
    columns = size;
  }

  /** Adds the profile of the next partition. */
  void add(Profile next) {
    add(next.fault);
    rows += next.rows;
    stored += next.stored;
    for (Map.Entry<Integer, Double> entry : next.categoryWeights.entrySet()) {
      categoryWeights.merge(entry.getKey(), entry.getValue(), Double::sum);
    }
    if (next.columns != UNKNOWN) {
      agree(next.columns);
    }
  }

  /** What is wrong with the first row that has a fault. */
  Optional<String> fault() {
    return Optional.ofNullable(fault);
  }

  long rows() {
    return rows;
  }

  long stored() {
    return stored;
  }

  /** Values and rows, which is what a pack of them takes. */
  long values() {
    return stored + rows;
  }

  int columns() {
    return columns;
  }

  boolean dense() {
    return FeatureValues.denseIsSmaller(stored, rows, columns);
  }

  /** One more than the largest label. */
  int categories() {
    return categoryWeights.keySet().stream().mapToInt(label -> label + 1).max().orElse(0);
  }

  /** The weight of the rows of each category. */
  double[] categoryWeights(int categories) {
    double[] weights = new double[categories];
    categoryWeights.forEach((label, weight) -> weights[label] = weight);
    return weights;
  }

  /** Multiplications and additions of a pass over all rows and categories, there and back. */
  double operations() {
    return 4.0 * (dense() ? (double) rows * columns : stored) * categoryWeights.size();
  }

  /** Bytes of the features in the core's matrices. */
  long bytes() {
    return dense() ? Double.BYTES * rows * columns : (Double.BYTES + Integer.BYTES) * stored;
  }
}
