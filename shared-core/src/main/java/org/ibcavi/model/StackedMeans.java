// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.List;
import org.ibcavi.columns.Regressors;
import org.ibcavi.columns.Standardization;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;

/**
 * The means of the coefficients of components that share a basis, side by side: a row's linear
 * predictors in all of them are one product. Those of linear components are on the original scale
 * of the features.
 */
final class StackedMeans {
  /** The square of it is still finite. */
  private static final double LARGEST = 1e150;

  private final Coefficients means;
  private final int[] starts;

  StackedMeans(List<Component> components, Standardization standardization) {
    starts = new int[components.size()];
    int vectors = 0;
    for (int c = 0; c < starts.length; c++) {
      starts[c] = vectors;
      vectors += components.get(c).posterior().vectors();
    }
    means = new Coefficients(components.get(0).posterior().size(), vectors);
    for (int c = 0; c < starts.length; c++) {
      Posterior fitted = components.get(c).posterior();
      for (int v = 0; v < fitted.vectors(); v++) {
        means.set(starts[c] + v, fitted.mean(v));
      }
    }
    if (!components.get(0).basis().isLinear()) {
      return;
    }
    for (int b = 0; b < means.blocks(); b++) {
      standardization.toOriginalScale(means.block(b), means.blockWidth(b));
    }
  }

  /** Linear predictors of a row in all components. */
  int vectors() {
    return means.vectors();
  }

  /** Where a component's linear predictors begin. */
  int start(int component) {
    return starts[component];
  }

  /** A vector; those of a component follow its start. */
  double[] vector(int vector) {
    return means.vector(vector);
  }

  /** A number of a vector. */
  double get(int vector, int coefficient) {
    return means.get(vector, coefficient);
  }

  /** Whether the means are finite on the original scale, where small scales may make them large. */
  boolean finite() {
    for (int b = 0; b < means.blocks(); b++) {
      if (!Arrays.stream(means.block(b)).allMatch(Double::isFinite)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The linear predictors of a dense row. The operations are those of a product of many rows, so
   * the bits are the same (with the native product kernel, to rounding).
   *
   * @param row one value for each feature
   * @param eta receives one for each vector
   */
  void predictors(double[] row, double[] eta) {
    boolean intercept = means.size() > row.length;
    for (int b = 0; b < means.blocks(); b++) {
      double[] block = means.block(b);
      int width = means.blockWidth(b);
      int start = means.blockStart(b);
      if (intercept) {
        System.arraycopy(block, row.length * width, eta, start, width);
      } else {
        Arrays.fill(eta, start, start + width, 0);
      }
      int p = 0;
      for (; p + 4 <= row.length; p += 4) {
        addFour(row, p, block, p * width, eta, start, width);
      }
      for (; p < row.length; p++) {
        add(row[p], block, p * width, eta, start, width);
      }
    }
    bound(0, eta, 0);
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

  /**
   * The linear predictors of a chunk's rows.
   *
   * @param rows that hold the chunk
   * @param chunk its number there
   * @param reported its number among all rows, for messages
   * @return chunk rows × {@link #vectors()}
   */
  double[] predictors(Regressors rows, int chunk, int reported) {
    int count = rows.features().chunkSize(chunk);
    double[] eta = new double[count * vectors()];
    means.product(rows, chunk, eta);
    for (int i = 0; i < count; i++) {
      bound(rows.features().chunkStart(reported) + i, eta, i * vectors());
    }
    return eta;
  }

  private void bound(int row, double[] eta, int from) {
    for (int at = from; at < from + means.vectors(); at++) {
      if (!(Math.abs(eta[at]) <= LARGEST)) {
        eta[at] = bounded(row, eta[at]);
      }
    }
  }

  /**
   * Linear predictors and their variances beyond {@link #LARGEST} say no more than it, and would
   * overflow later.
   */
  static double bounded(int row, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(
          "row " + row + ": values so large that its linear predictors overflow");
    }
    return Math.max(-LARGEST, Math.min(LARGEST, value));
  }
}
