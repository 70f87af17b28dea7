// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import org.ibcavi.design.DesignMatrix;

/** The features as they are. */
public record Linear() implements Basis {
  @Override
  public int columns(int inputs) {
    return inputs;
  }

  @Override
  public double valuesPerRow(int inputs, double stored) {
    return stored;
  }

  @Override
  public double valuesToFit(int inputs, int rows) {
    return 0;
  }

  @Override
  public FittedBasis fit(DesignMatrix rows, double[] weights, long seed) {
    return FittedBasis.identity(rows.columns());
  }
}
