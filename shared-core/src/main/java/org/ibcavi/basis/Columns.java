// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import org.ibcavi.design.DesignMatrix;

/** The values of rows, column by column. */
final class Columns {
  private Columns() {}

  static double[][] of(DesignMatrix rows) {
    double[][] columns = new double[rows.columns()][rows.rows()];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.copyRow(i, row);
      for (int m = 0; m < row.length; m++) {
        columns[m][i] = row[m];
      }
    }
    return columns;
  }
}
