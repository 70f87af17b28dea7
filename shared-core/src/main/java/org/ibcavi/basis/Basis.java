// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import org.ibcavi.design.DesignMatrix;

/** What a fit is asked to map features by, before the rows are known. */
public sealed interface Basis permits Linear, Thresholds, Smooth, Trees {
  /**
   * How many features rows are mapped to.
   *
   * @param inputs features of a row
   * @return at the most
   */
  int columns(int inputs);

  /**
   * How many values are stored of a mapped row.
   *
   * @param inputs features of a row
   * @param stored how many of them are stored: all of a dense row, a sparse one's nonzero values
   * @return at the most
   */
  double valuesPerRow(int inputs, double stored);

  /**
   * How many values {@link #fit} holds beside the rows.
   *
   * @param inputs features of a row
   * @param rows how many there are
   * @return at the most
   */
  double valuesToFit(int inputs, int rows);

  /**
   * Fits the map to the rows to learn from; labels play no part.
   *
   * @param rows on the fitted scale
   * @param weights of the rows, above 0
   * @param seed of everything random
   * @return the map
   */
  FittedBasis fit(DesignMatrix rows, double[] weights, long seed);
}
