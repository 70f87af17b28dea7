// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.stream.IntStream;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Regressors;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DesignMatrix;

/**
 * Rows in the forms that predictions ask for. What a basis makes of them is made a chunk at a time
 * and never held for all rows.
 */
final class RowsToPredict {
  private final Regressors original;
  private final Standardization standardization;
  private final boolean squares;
  private Form fitted;

  /**
   * Takes the rows.
   *
   * @param rows on the original scale
   * @param intercept whether a constant 1 follows the features
   * @param standardization to the fitted scale
   * @param squares whether squares are asked for: some covariance is diagonal
   */
  RowsToPredict(
      DesignMatrix rows, boolean intercept, Standardization standardization, boolean squares) {
    this.original = new Regressors(rows, intercept);
    this.standardization = standardization;
    this.squares = squares;
  }

  /** Prepares the fitted scale for all rows, which a basis that is linear asks for. */
  RowsToPredict fitted() {
    fitted = form(standardization.apply(original.features()));
    return this;
  }

  /** The rows on the original scale. */
  Regressors original() {
    return original;
  }

  /**
   * A form of rows.
   *
   * @param regressors what coefficients multiply
   * @param squares of them; null if they are not asked for
   */
  record Form(Regressors regressors, Regressors squares) {}

  private Form form(DesignMatrix features) {
    Regressors regressors = new Regressors(features, original.hasIntercept());
    return new Form(regressors, squares ? regressors.squared() : null);
  }

  /**
   * A chunk's rows as a basis has them.
   *
   * @param chunk which rows
   * @param form all rows for the identity, else the chunk's rows alone
   * @param number the chunk's number in the form
   */
  record Chunk(int chunk, Form form, int number) {}

  /** The rows of a chunk on the fitted scale, mapped by a basis. */
  Chunk chunk(FittedBasis basis, int chunk) {
    if (basis.isLinear()) {
      return new Chunk(chunk, fitted, chunk);
    }
    DesignMatrix features = original.features();
    int start = features.chunkStart(chunk);
    DesignMatrix rows =
        features.selectRows(IntStream.range(start, start + features.chunkSize(chunk)).toArray());
    return new Chunk(chunk, form(basis.apply(standardization.apply(rows))), 0);
  }
}
