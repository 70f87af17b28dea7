// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.Draws;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;

/**
 * How the linear predictors of the rows spread around their means: their variances, and the draws
 * that expectations are means over. Rows that are the same have the same draws, so that a row of
 * weight 2 is the same as two rows, however the rows are stored and ordered.
 */
public final class Spread {
  private final Draws draws;
  private final byte[] setOfRow;
  private final RowVariances variances;

  private Spread(Draws draws, byte[] setOfRow, RowVariances variances) {
    this.draws = draws;
    this.setOfRow = setOfRow;
    this.variances = variances;
  }

  /**
   * Predictors that are known, as at a mode.
   *
   * @param problem whose rows
   * @return no variance
   */
  public static Spread none(Problem problem) {
    return new Spread(Draws.none(problem.competitors().length), null, RowVariances.none());
  }

  /**
   * Draws for the rows of a problem, which have no variance yet.
   *
   * @param problem whose rows
   * @param count how many draws for a row, an even number
   * @param seed of the draws
   * @param context threads
   * @return a set of draws for each row
   */
  public static Spread of(Problem problem, int count, long seed, FitContext context) {
    Draws draws = Draws.of(count, problem.competitors().length, seed);
    byte[] sets = new byte[problem.rows()];
    DesignMatrix features = problem.regressors().features();
    context
        .workers()
        .run(
            features.chunks(),
            context.cancellation(),
            chunk -> {
              double[] row = new double[problem.size()];
              int start = features.chunkStart(chunk);
              for (int i = start; i < start + features.chunkSize(chunk); i++) {
                features.copyRow(i, row);
                sets[i] = (byte) Math.floorMod(hash(row), draws.sets());
              }
            });
    return new Spread(draws, sets, RowVariances.none());
  }

  /**
   * The same draws with other variances.
   *
   * @param others of the rows' linear predictors
   * @return a changed copy
   */
  public Spread with(RowVariances others) {
    return new Spread(draws, setOfRow, others);
  }

  /** Zeros leave no trace, so that dense and sparse rows agree. */
  private static long hash(double[] row) {
    long hash = 0;
    for (int p = 0; p < row.length; p++) {
      if (row[p] != 0) {
        hash = Hash.of(hash + Double.doubleToLongBits(row[p]), p);
      }
    }
    return hash;
  }

  Draws draws() {
    return draws;
  }

  /**
   * The variances of the rows' linear predictors.
   *
   * @return by chunk and regression
   */
  public RowVariances variances() {
    return variances;
  }

  /** A row's set of draws. */
  double[] set(int row) {
    return draws.set(setOfRow == null ? 0 : setOfRow[row]);
  }
}
