// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.columns;

import java.util.Arrays;
import org.ibcavi.design.DesignMatrix;

/**
 * What the coefficients multiply: the features and, when it is on, the intercept's constant 1,
 * which comes last and is not stored. P = {@link #size()} is the length of a coefficient vector.
 */
public final class Regressors {
  private final DesignMatrix features;
  private final boolean intercept;

  /**
   * Creates the regressors.
   *
   * @param features the feature values
   * @param intercept whether a constant 1 follows them
   */
  public Regressors(DesignMatrix features, boolean intercept) {
    this.features = features;
    this.intercept = intercept;
  }

  /**
   * The number of coefficients of a category.
   *
   * @return P = columns, plus one with an intercept
   */
  public int size() {
    return features.columns() + (intercept ? 1 : 0);
  }

  /**
   * Whether the last coefficient is an intercept.
   *
   * @return true if so
   */
  public boolean hasIntercept() {
    return intercept;
  }

  /**
   * The features.
   *
   * @return the design matrix
   */
  public DesignMatrix features() {
    return features;
  }

  /**
   * The regressors with every value squared; the intercept's stays 1.
   *
   * @return new regressors
   */
  public Regressors squared() {
    return new Regressors(features.squared(), intercept);
  }

  /**
   * Linear predictors of a chunk's rows: out = X·B.
   *
   * @param chunk which rows
   * @param b size × width
   * @param width how many coefficient vectors
   * @param out chunk rows × width, overwritten
   */
  public void product(int chunk, double[] b, int width, double[] out) {
    int length = features.chunkSize(chunk) * width;
    if (intercept) {
      int last = features.columns() * width;
      for (int at = 0; at < length; at += width) {
        System.arraycopy(b, last, out, at, width);
      }
    } else {
      Arrays.fill(out, 0, length, 0);
    }
    features.addProduct(chunk, b, width, out);
  }

  /**
   * Adds Xᵀ·R for the rows of a chunk.
   *
   * @param chunk which rows
   * @param r chunk rows × width
   * @param width how many vectors
   * @param out size × width, added to
   */
  public void addTransposedProduct(int chunk, double[] r, int width, double[] out) {
    features.addTransposedProduct(chunk, r, width, out);
    if (intercept) {
      int last = features.columns() * width;
      for (int row = 0; row < features.chunkSize(chunk); row++) {
        for (int j = 0; j < width; j++) {
          out[last + j] += r[row * width + j];
        }
      }
    }
  }

  /**
   * Adds Xᵀ·diag(weights)·X for the rows of a chunk, the upper triangle only.
   *
   * @param chunk which rows
   * @param weights a weight for each row of the chunk
   * @param gram size × size, added to
   */
  public void addUpperGram(int chunk, double[] weights, double[] gram) {
    features.addUpperGram(chunk, weights, intercept, gram);
  }

  /**
   * Writes a row, with its intercept.
   *
   * @param row which row
   * @param out at least {@link #size()} long
   */
  public void copyRow(int row, double[] out) {
    features.copyRow(row, out);
    if (intercept) {
      out[features.columns()] = 1;
    }
  }

  /**
   * A chunk's rows as columns.
   *
   * @param chunk which rows
   * @return size × chunk rows
   */
  public double[] columns(int chunk) {
    int start = features.chunkStart(chunk);
    int count = features.chunkSize(chunk);
    double[] row = new double[size()];
    double[] columns = new double[size() * count];
    for (int i = 0; i < count; i++) {
      copyRow(start + i, row);
      for (int p = 0; p < row.length; p++) {
        columns[p * count + i] = row[p];
      }
    }
    return columns;
  }
}
