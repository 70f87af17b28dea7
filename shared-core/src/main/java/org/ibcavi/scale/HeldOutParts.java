// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import java.util.stream.IntStream;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Sampling;

/**
 * Parts of the rows that are held out while the others are fitted, so that priors can be compared
 * by how well they predict: a fifth of each category's rows, and further fifths in turn where that
 * would be few rows.
 */
public final class HeldOutParts {
  /** How many parts the rows are dealt into. */
  public static final int FOLDS = 5;

  private final Folds folds;
  private final int share;
  private final int count;

  /**
   * Deals the rows.
   *
   * @param pass over all of them
   * @param regressions whose rows are looked at when they are held out, in increasing order
   * @param share one of so many rows of each category is dealt, and the others play no part
   * @param seed decides which rows are in which part
   */
  public HeldOutParts(RowPass pass, int[] regressions, int share, long seed) {
    folds = pass.folds(FOLDS * share, regressions, seed);
    this.share = share;
    count = count(folds.candidates() / share);
  }

  /**
   * How many parts of so many rows are held out in turn.
   *
   * @param rows that can be held out
   * @return from 1 to {@link #FOLDS}
   */
  public static int count(int rows) {
    double needed = Math.ceil(Sampling.ENOUGH_ROWS * (double) FOLDS / Math.max(1, rows));
    return (int) Math.min(FOLDS, needed);
  }

  /**
   * How many parts are held out in turn.
   *
   * @return from 1 to {@link #FOLDS}
   */
  public int count() {
    return count;
  }

  /**
   * What a part is predicted from.
   *
   * @param part which is held out
   * @return the rows of all other parts
   */
  public RowPass others(int part) {
    return folds.others(part, FOLDS);
  }

  /**
   * How many rows play a part at all.
   *
   * @return held out in turn or fitted
   */
  public int dealt() {
    return folds.candidates() / share;
  }

  /**
   * The parts.
   *
   * @return rows held out, and the others
   */
  public Folds folds() {
    return folds;
  }

  /**
   * How many rows are held out in all.
   *
   * @return those of all parts that are held out
   */
  public int rows() {
    return IntStream.range(0, count).map(folds::rows).sum();
  }
}
