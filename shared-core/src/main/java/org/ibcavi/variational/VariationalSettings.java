// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.variational;

import org.ibcavi.joint.JointAscent;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Draws;
import org.ibcavi.problem.Shape;

/**
 * How a variational posterior is found.
 *
 * @param diagonal whether correlations between a category's coefficients are left out
 * @param draws of a row's linear predictors, an even number
 * @param curvatureRows rows that each category's precision is summed over, at the most about
 * @param tolerance change of the linear predictors' deviations, as a share of them, at which it is
 *     done; the means are found to as large a share of their posterior deviations
 * @param maxRounds rounds at the most
 * @param maxPasses passes over the rows for the means of one round at the most
 * @param seed of draws and samples
 */
public record VariationalSettings(
    boolean diagonal,
    int draws,
    int curvatureRows,
    double tolerance,
    int maxRounds,
    int maxPasses,
    long seed) {
  /** Draws for a row where rows are few. */
  private static final int MOST_DRAWS = 32;

  /**
   * Draws of all rows together beyond which each row has fewer, since rows average each other's
   * errors; and rows beyond which left-out ones say nothing more about weights.
   */
  public static final int ENOUGH_DRAWS = 1 << 14;

  /**
   * Change of deviations, or of the logarithm of a prior's scale, as a share, at which a round is
   * the last: a 30th of a deviation is seen in no interval.
   */
  public static final double TOLERANCE = 0.03;

  /** Means climb in a round for as many passes as tell a crawl; then covariances are dated. */
  public static final int MAX_PASSES = JointAscent.GAIN_PASSES;

  /**
   * Checks the numbers.
   *
   * @param diagonal whether correlations between a category's coefficients are left out
   * @param draws of a row's linear predictors, an even number
   * @param curvatureRows rows that each category's precision is summed over
   * @param tolerance above 0
   * @param maxRounds at least 1
   * @param maxPasses at least 1
   * @param seed of draws and samples
   */
  public VariationalSettings {
    require(draws >= 2 && draws % 2 == 0, "draws", draws, "must be an even number above 0");
    require(curvatureRows >= 1, "curvatureRows", curvatureRows, "must be at least 1");
    require(tolerance > 0, "tolerance", tolerance, "must be above 0");
    require(maxRounds >= 1, "maxRounds", maxRounds, "must be at least 1");
    require(maxPasses >= 1, "maxPasses", maxPasses, "must be at least 1");
  }

  private static void require(boolean valid, String name, Object value, String rule) {
    if (!valid) {
      throw new IllegalArgumentException(name + " " + value + "; " + rule);
    }
  }

  /**
   * What suits a problem: full covariances, all rows, and the fewer draws for a row the more rows
   * there are.
   *
   * @param shape of what is fitted
   * @param seed of draws and samples
   * @return the settings
   */
  public static VariationalSettings of(Shape shape, long seed) {
    return new VariationalSettings(
        false, draws(shape), shape.rows(), TOLERANCE, Convergence.ROUNDS, MAX_PASSES, seed);
  }

  /**
   * Draws that suit a shape.
   *
   * @param shape of what is fitted
   * @return an even number
   */
  public static int draws(Shape shape) {
    int affordable = ENOUGH_DRAWS / shape.rows() / 2 * 2;
    return Math.max(Draws.FEW, Math.min(MOST_DRAWS, affordable));
  }

  /**
   * Whether there are so many rows that each has the fewest draws.
   *
   * @param shape of what is fitted
   * @return true if there are
   */
  public static boolean hasManyRows(Shape shape) {
    return draws(shape) == Draws.FEW;
  }

  /**
   * Numbers that a variational posterior holds beside the mode's: normalisers of every draw, the
   * draws, and variances of linear predictors or whitened rows.
   *
   * @param shape of what is fitted
   * @return how many, an estimate from above
   */
  public static double values(Shape shape) {
    double rows = shape.rows();
    double variances = Math.min(rows * shape.regressions(), Cost.MATRIX_VALUES);
    return rows * (draws(shape) + shape.size()) + variances + Draws.MOST_VALUES;
  }

  /**
   * The same with another shape of the covariances.
   *
   * @param left whether correlations are left out
   * @return changed settings
   */
  public VariationalSettings withDiagonal(boolean left) {
    return new VariationalSettings(
        left, draws, curvatureRows, tolerance, maxRounds, maxPasses, seed);
  }

  /**
   * The same with another number of draws.
   *
   * @param count an even number
   * @return changed settings
   */
  public VariationalSettings withDraws(int count) {
    return new VariationalSettings(
        diagonal, count, curvatureRows, tolerance, maxRounds, maxPasses, seed);
  }

  /**
   * The same with precisions from about some number of rows.
   *
   * @param rows at least 1
   * @return changed settings
   */
  public VariationalSettings withCurvatureRows(int rows) {
    return new VariationalSettings(diagonal, draws, rows, tolerance, maxRounds, maxPasses, seed);
  }

  /**
   * The same with another precision.
   *
   * @param share change of deviations at which it is done
   * @param rounds at the most
   * @param passes for the means of one round at the most
   * @return changed settings
   */
  public VariationalSettings withTolerance(double share, int rounds, int passes) {
    return new VariationalSettings(diagonal, draws, curvatureRows, share, rounds, passes, seed);
  }
}
