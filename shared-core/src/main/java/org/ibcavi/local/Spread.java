// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.design.DesignMatrix;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.problem.CategoryOrder;
import org.ibcavi.problem.Draws;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;

/**
 * How the linear predictors of the rows spread around their means: their variances, and the draws
 * that expectations are means over. Rows that are the same have the same draws, so that a row of
 * weight 2 is the same as two rows, however the rows are stored and ordered; and which column of
 * the draws a category has is decided by its rows, so that the order of the categories does not
 * matter.
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
    long[] hashes = hashes(problem, context);
    Draws draws =
        Draws.of(count, problem.competitors().length, seed)
            .inOrder(CategoryOrder.of(problem, hashes));
    byte[] sets = new byte[problem.rows()];
    for (int i = 0; i < sets.length; i++) {
      sets[i] = (byte) Math.floorMod(hashes[i], draws.sets());
    }
    return new Spread(draws, sets, RowVariances.none());
  }

  /**
   * Numbers that rows with the same features have in common, wherever they are.
   *
   * @param problem whose rows
   * @param context threads and who may cancel
   * @return one for each row
   */
  public static long[] hashes(Problem problem, FitContext context) {
    long[] hashes = new long[problem.rows()];
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
                hashes[i] = Hash.ofRow(row);
              }
            });
    return hashes;
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
