// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import org.ibcavi.design.DesignMatrix;

/**
 * The features as they are.
 *
 * @param inputs how many there are
 */
record Identity(int inputs) implements FittedBasis {
  @Override
  public int columns() {
    return inputs;
  }

  @Override
  public double valuesPerRow(double stored) {
    return stored;
  }

  @Override
  public DesignMatrix apply(DesignMatrix rows) {
    return rows;
  }

  @Override
  public String toString() {
    return "linear";
  }
}
