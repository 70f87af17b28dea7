// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.columns;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.ibcavi.design.DesignMatrix;

/**
 * What a standardization is made of: the mean, variance and largest absolute value of each column.
 * Moments of rows in several places can be put together. Immutable.
 */
public final class ColumnMoments implements Serializable {
  private static final long serialVersionUID = 1;

  /** The weight of all rows. */
  private final double total;

  /** Null for sparse columns, of which only the largest values matter. */
  private final double[] means;

  /** Null for sparse columns. */
  private final double[] variances;

  /** Largest absolute values. */
  private final double[] largest;

  private ColumnMoments(double total, double[] means, double[] variances, double[] largest) {
    this.total = total;
    this.means = means;
    this.variances = variances;
    this.largest = largest;
  }

  /**
   * Measures columns.
   *
   * @param features the rows
   * @param weights of each row, at least 0 and above 0 for some
   * @return their moments
   */
  public static ColumnMoments of(DesignMatrix features, IntToDoubleFunction weights) {
    return features.isSparse()
        ? new ColumnMoments(
            0, null, null, features.largestValues(i -> weights.applyAsDouble(i) > 0))
        : ofDense(features, weights);
  }

  /** Two passes: means first, then squares about them, which does not cancel. */
  private static ColumnMoments ofDense(DesignMatrix features, IntToDoubleFunction weights) {
    int columns = features.columns();
    double[] row = new double[columns];
    double[] center = new double[columns];
    double total = 0;
    for (int i = 0; i < features.rows(); i++) {
      double weight = weights.applyAsDouble(i);
      if (weight > 0) {
        total += weight;
        features.copyRow(i, row);
        for (int m = 0; m < columns; m++) {
          center[m] += (row[m] - center[m]) * (weight / total);
        }
      }
    }
    double[] variances = new double[columns];
    double[] largest = features.largestValues(i -> weights.applyAsDouble(i) > 0);
    for (int i = 0; i < features.rows(); i++) {
      double share = weights.applyAsDouble(i) / total;
      if (share > 0) {
        features.copyRow(i, row);
        for (int m = 0; m < columns; m++) {
          double offset = row[m] - center[m];
          variances[m] += share * offset * offset;
        }
      }
    }
    return new ColumnMoments(total, center, variances, largest);
  }

  /**
   * The moments of these rows and others: the variances about the common mean are the mean of both
   * and what the distance of the means adds (Chan, Golub and LeVeque 1983).
   *
   * @param others of the same columns in the same form
   * @return the moments of all
   */
  public ColumnMoments and(ColumnMoments others) {
    double[] most = new double[largest.length];
    Arrays.setAll(most, m -> Math.max(largest[m], others.largest[m]));
    if (means == null) {
      return new ColumnMoments(0, null, null, most);
    }
    double sum = total + others.total;
    double share = others.total / sum;
    double[] center = new double[means.length];
    double[] spread = new double[means.length];
    for (int m = 0; m < center.length; m++) {
      double distance = others.means[m] - means[m];
      center[m] = means[m] + share * distance;
      spread[m] =
          (1 - share) * variances[m]
              + share * others.variances[m]
              + share * (1 - share) * distance * distance;
    }
    return new ColumnMoments(sum, center, spread, most);
  }

  /** Null for sparse columns. Not copied. */
  double[] means() {
    return means;
  }

  /** Null for sparse columns. Not copied. */
  double[] variances() {
    return variances;
  }

  /** Not copied. */
  double[] largest() {
    return largest;
  }
}
