// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;

/**
 * The features and, for each cut of a feature, a step there: 1 on the side of the cut that is away
 * from 0, else 0. So rows of few nonzero features have few nonzero steps, and under a prior that is
 * the same for all steps a function of a feature is a random walk that starts at 0, the mean.
 */
public final class Steps implements FittedBasis {
  private final double[][] cuts;
  private final int columns;

  /**
   * Puts the map together.
   *
   * @param cuts of each feature, finite and increasing; none for a feature that gets no steps
   */
  public Steps(double[][] cuts) {
    this.cuts = Arrays.stream(cuts).map(double[]::clone).toArray(double[][]::new);
    this.columns = cuts.length + Arrays.stream(cuts).mapToInt(ofColumn -> ofColumn.length).sum();
  }

  /**
   * The cuts of a feature.
   *
   * @param input which feature
   * @return a copy
   */
  public double[] cuts(int input) {
    return cuts[input].clone();
  }

  @Override
  public int inputs() {
    return cuts.length;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** As if the features stored were those with the most cuts; the others have steps of 0 only. */
  @Override
  public double valuesPerRow(double stored) {
    int most = Arrays.stream(cuts).mapToInt(ofColumn -> ofColumn.length).max().orElse(0);
    return Math.min(columns, stored * (most + 1));
  }

  @Override
  public DesignMatrix apply(DesignMatrix rows) {
    return rows.isSparse() ? sparse(rows) : dense(rows);
  }

  private DesignMatrix dense(DesignMatrix rows) {
    DesignMatrix.Builder mapped = DesignMatrix.dense(columns);
    double[] row = new double[columns];
    for (int i = 0; i < rows.rows(); i++) {
      fill(rows, i, row);
      mapped.add(row);
    }
    return mapped.build();
  }

  private DesignMatrix sparse(DesignMatrix rows) {
    DesignMatrix.Builder mapped = DesignMatrix.sparse(columns);
    double[] row = new double[columns];
    int[] indices = new int[columns];
    double[] values = new double[columns];
    for (int i = 0; i < rows.rows(); i++) {
      fill(rows, i, row);
      int count = 0;
      for (int p = 0; p < columns; p++) {
        if (row[p] != 0) {
          indices[count] = p;
          values[count++] = row[p];
        }
      }
      mapped.add(Arrays.copyOf(indices, count), Arrays.copyOf(values, count));
    }
    return mapped.build();
  }

  private void fill(DesignMatrix rows, int i, double[] row) {
    rows.copyRow(i, row);
    int at = cuts.length;
    for (int m = 0; m < cuts.length; m++) {
      for (double cut : cuts[m]) {
        row[at++] = step(row[m], cut);
      }
    }
  }

  private static double step(double value, double cut) {
    boolean away = cut >= 0 ? value > cut : value <= cut;
    return away ? 1 : 0;
  }

  /** Such as {@code thresholds, 90 steps}. */
  @Override
  public String toString() {
    return "thresholds, " + (columns - cuts.length) + " steps";
  }
}
