// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

/** When something that is repeated until it settles has settled, and when it is given up. */
public final class Convergence {
  /** A change by a smaller share than this is none. */
  public static final double CHANGE = 1e-6;

  /**
   * Repetitions at the most, of what settles long before: a limit for data that nobody thought of.
   */
  public static final int STEPS = 1000;

  /**
   * Rounds at the most, each of which finds covariances anew: where these are dear, what the last
   * of them would still change is not worth its time.
   */
  public static final int ROUNDS = 20;

  /** A search for a prior need not see its modes more sharply than this many tolerances. */
  public static final double SEARCH = 10;

  private Convergence() {}

  /**
   * Whether a value has settled.
   *
   * @param value now
   * @param before the value one repetition ago
   * @return true if it changed by no more than a small share
   */
  public static boolean reached(double value, double before) {
    return Math.abs(value - before) <= CHANGE * Math.abs(value);
  }
}
