// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.util.Random;
import java.util.stream.IntStream;

/** The two ways of storing a matrix, so that a test can make the same claim of both. */
public enum Form {
  DENSE {
    @Override
    public DesignMatrix of(double[][] rows) {
      return DesignMatrix.of(rows);
    }
  },
  SPARSE {
    @Override
    public DesignMatrix of(double[][] rows) {
      DesignMatrix.Builder builder = DesignMatrix.sparse(rows[0].length);
      for (double[] row : rows) {
        int[] columns = IntStream.range(0, row.length).filter(m -> row[m] != 0).toArray();
        builder.add(columns, IntStream.of(columns).mapToDouble(m -> row[m]).toArray());
      }
      return builder.build();
    }
  };

  /** The matrix in this form; a sparse one leaves the zeros out. */
  public abstract DesignMatrix of(double[][] rows);

  /** Normal values, of which about half are replaced by zeros. */
  public static double[][] randomRows(Random random, int rows, int columns) {
    double[][] values = new double[rows][columns];
    for (double[] row : values) {
      for (int m = 0; m < columns; m++) {
        row[m] = random.nextBoolean() ? random.nextGaussian() : 0;
      }
    }
    return values;
  }

  /** Values of either sign, none of them near zero. */
  public static double[] randomVector(Random random, int length) {
    return random.doubles(length, 0.1, 2).map(x -> random.nextBoolean() ? x : -x).toArray();
  }
}
