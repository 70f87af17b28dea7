// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import org.ibcavi.design.DesignMatrix;

/**
 * A fixed map of a row's features, on the fitted scale, to the features that a member's
 * coefficients multiply. The row's own features come first and stay as they are. Immutable.
 */
public sealed interface FittedBasis permits Identity, Steps, Waves, Leaves {
  /**
   * The map that adds nothing.
   *
   * @param inputs features of a row
   * @return the identity
   */
  static FittedBasis identity(int inputs) {
    return new Identity(inputs);
  }

  /**
   * The number of features of a row.
   *
   * @return M
   */
  int inputs();

  /**
   * The number of features that they are mapped to, these included.
   *
   * @return at least M
   */
  int columns();

  /**
   * Maps rows. A row is mapped to the same bits among any others.
   *
   * @param rows on the fitted scale
   * @return as many rows of {@link #columns()} features
   */
  DesignMatrix apply(DesignMatrix rows);

  /**
   * How many values are stored of a mapped row.
   *
   * @param stored how many of its own features are: all of a dense row, a sparse one's nonzero ones
   * @return at the most
   */
  double valuesPerRow(double stored);

  /**
   * What the mapped features of a row take where they are held: all of them, or the stored ones
   * with their numbers.
   *
   * @param stored how many of its own features are stored
   * @return bytes
   */
  default double bytesPerRow(double stored) {
    return Math.min(
        (double) Double.BYTES * columns(), (Double.BYTES + Integer.BYTES) * valuesPerRow(stored));
  }

  /**
   * Whether nothing is added to a row's features: members on this basis are linear in them.
   *
   * @return true for the identity
   */
  default boolean isLinear() {
    return columns() == inputs();
  }
}
