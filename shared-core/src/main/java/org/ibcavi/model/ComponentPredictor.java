// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import org.ibcavi.design.Regressors;
import org.ibcavi.design.Standardization;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;

/** A component with what it takes to predict from rows on the original scale. */
final class ComponentPredictor {
  /** The square of it is still finite. */
  private static final double LARGEST = 1e150;

  /** A thread's linear predictors, as long as the last model it asked. */
  private static final ThreadLocal<double[]> SCRATCH = ThreadLocal.withInitial(() -> new double[0]);

  private final Component component;
  private final Coefficients originalMeans;

  ComponentPredictor(Component component, Standardization standardization) {
    this.component = component;
    this.originalMeans = component.posterior().means().copy();
    for (int block = 0; block < originalMeans.blocks(); block++) {
      standardization.toOriginalScale(originalMeans.block(block), originalMeans.blockWidth(block));
    }
  }

  Component component() {
    return component;
  }

  /** The means on the original scale of the features. */
  Coefficients originalMeans() {
    return originalMeans;
  }

  /** Whether the means are finite on the original scale, where small scales may make them large. */
  boolean finite() {
    for (int block = 0; block < originalMeans.blocks(); block++) {
      if (!Arrays.stream(originalMeans.block(block)).allMatch(Double::isFinite)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The means of a dense row's linear predictors, in memory that the thread keeps: they stay until
   * its next call. The operations are those of a product of many rows, so the bits are the same
   * (with the native product kernel, to rounding).
   */
  double[] predictors(double[] row) {
    double[] eta = SCRATCH.get();
    if (eta.length != originalMeans.vectors()) {
      eta = new double[originalMeans.vectors()];
      SCRATCH.set(eta);
    }
    boolean intercept = originalMeans.size() > row.length;
    for (int b = 0; b < originalMeans.blocks(); b++) {
      double[] block = originalMeans.block(b);
      int width = originalMeans.blockWidth(b);
      int start = originalMeans.blockStart(b);
      for (int j = 0; j < width; j++) {
        eta[start + j] = intercept ? block[row.length * width + j] : 0;
      }
      int p = 0;
      for (; p + 4 <= row.length; p += 4) {
        addFour(row, p, block, p * width, eta, start, width);
      }
      for (; p < row.length; p++) {
        add(row[p], block, p * width, eta, start, width);
      }
    }
    for (int j = 0; j < eta.length; j++) {
      eta[j] = bounded(0, eta[j]);
    }
    return eta;
  }

  /** Four terms of every chain at a time, so that a predictor is read and written once for them. */
  private static void addFour(
      double[] row, int p, double[] from, int at, double[] to, int start, int width) {
    double x0 = row[p];
    double x1 = row[p + 1];
    double x2 = row[p + 2];
    double x3 = row[p + 3];
    int at1 = at + width;
    int at2 = at1 + width;
    int at3 = at2 + width;
    for (int j = 0; j < width; j++) {
      double first = Math.fma(x1, from[at1 + j], Math.fma(x0, from[at + j], to[start + j]));
      to[start + j] = Math.fma(x3, from[at3 + j], Math.fma(x2, from[at2 + j], first));
    }
  }

  private static void add(double x, double[] from, int at, double[] to, int start, int width) {
    for (int j = 0; j < width; j++) {
      to[start + j] = Math.fma(x, from[at + j], to[start + j]);
    }
  }

  /** Linear predictors beyond {@link #LARGEST} say no more than it, and would overflow later. */
  private static double bounded(int row, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(
          "row " + row + ": values so large that its linear predictors overflow");
    }
    return Math.max(-LARGEST, Math.min(LARGEST, value));
  }

  /** Means, and where asked for variances, of the linear predictors of a chunk of rows. */
  Rows rows(RowsToPredict rows, int chunk) {
    return new Rows(rows, chunk);
  }

  /** The linear predictors of some rows. */
  final class Rows {
    private final int first;
    private final int perRow;
    private final double[] means;
    private final double[] variances;

    private Rows(RowsToPredict rows, int chunk) {
      Regressors original = rows.original();
      first = original.features().chunkStart(chunk);
      int count = original.features().chunkSize(chunk);
      means = new double[count * originalMeans.vectors()];
      originalMeans.product(original, chunk, means);
      Posterior posterior = component.posterior();
      perRow = rows.fitted() == null ? 0 : posterior.covariance().variancesPerRow();
      variances = new double[count * perRow];
      if (perRow > 0) {
        posterior.covariance().rowVariances(rows.fitted(), rows.squares(), chunk, variances);
      }
    }

    double[] means(int i) {
      return bounded(i, means, originalMeans.vectors());
    }

    /** Empty if none were asked for. */
    double[] variances(int i) {
      return bounded(i, variances, perRow);
    }

    private double[] bounded(int i, double[] values, int width) {
      double[] row = Arrays.copyOfRange(values, i * width, (i + 1) * width);
      for (int j = 0; j < row.length; j++) {
        row[j] = ComponentPredictor.bounded(first + i, row[j]);
      }
      return row;
    }
  }
}
