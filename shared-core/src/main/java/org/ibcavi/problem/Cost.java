// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

/**
 * What a problem costs, in operations and in values held, and what of it is affordable. Every
 * choice that depends on sizes is made from these figures, and the limits stand here once.
 */
public final class Cost {
  /** Values in matrices of all regressions together that may be held at the most: 128 MiB. */
  public static final double MATRIX_VALUES = 1 << 24;

  /** Operations that nobody notices: some 0.05 s on one core. */
  public static final double QUICK = 5e8;

  /** Operations of a careful look that is taken once: about a second on one core. */
  public static final double MODERATE = 1e10;

  /** Operations that end within some seconds on two cores. */
  public static final double SECONDS = 1e11;

  /** Operations that end within some minutes on two cores. */
  public static final double MINUTES = 1e13;

  /** Rows for each coefficient below which a curvature matrix would be badly estimated. */
  private static final int CURVATURE_ROWS = 10;

  /**
   * Rows for each coefficient from which the mean over a posterior is so near to the prediction at
   * its means that it is not worth its time.
   */
  private static final double ROWS_TO_AVERAGE = 30;

  /** A solve with a P×P factor costs 2P², a pass 4·nonzeros: beyond this ratio it does not pay. */
  private static final double SOLVE_TO_PASS = 16;

  /**
   * Passes that a categorical member takes: its variance is searched and its mode is climbed. Its
   * variational posterior takes about as many again.
   */
  private static final double MEMBER_PASSES = 60;

  /** Passes from near a member's mode to it. */
  private static final double MODE_PASSES = 15;

  /** Operations that a linear predictor costs beside the products. */
  private static final double LINK_COST = 100;

  private final double rows;
  private final double givenRows;
  private final double regressions;
  private final double size;
  private final double nonzeros;

  /**
   * Takes the sizes of a problem.
   *
   * @param shape of what is fitted
   */
  public Cost(Shape shape) {
    rows = shape.rows();
    givenRows = shape.givenRows();
    regressions = shape.regressions();
    size = shape.size();
    nonzeros = shape.nonzeros();
  }

  /** Stored values of a row, and the intercept. */
  private double perRow() {
    return nonzeros / rows + 1;
  }

  /**
   * Operations for one member of the categorical stage.
   *
   * @return an estimate
   */
  public double member() {
    return MEMBER_PASSES * pass();
  }

  private double pass() {
    return rows * regressions * (4 * perRow() + LINK_COST);
  }

  /**
   * Operations for one member of the categorical stage whose variance is searched with a share of
   * the rows.
   *
   * @param share one of so many rows takes part in the search
   * @return an estimate
   */
  public double member(int share) {
    return share == 1 ? member() : member() / share + MODE_PASSES * pass();
  }

  /**
   * Which share of the rows members are compared by, where they have to be fitted for it: all, or
   * as many as leave the other half of the time that there is to the modes with all rows.
   *
   * @return one of so many rows takes part, each other one does not
   */
  public int comparedShare() {
    return (int) Math.max(1, Math.ceil(2 * member() / MINUTES));
  }

  /**
   * Operations for the variational posterior of one member.
   *
   * @param draws of each row's linear predictors
   * @param passesOfRound passes for the means before covariances are found anew
   * @param diagonal whether covariances are
   * @return an estimate
   */
  public double variational(int draws, int passesOfRound, boolean diagonal) {
    double passes = MEMBER_PASSES * rows * regressions * (4 * perRow() + draws * LINK_COST);
    double rounds = MEMBER_PASSES / passesOfRound;
    double covariances = diagonal ? 0 : rounds * (rowVariances() + regressions * factor());
    return passes + covariances;
  }

  /** Operations for the factor of a matrix, and its inverse. */
  private double factor() {
    return Math.pow(size, 3);
  }

  /**
   * Operations for the variances of all linear predictors, unless so many that they are not found
   * exactly.
   */
  private double rowVariances() {
    double products = 0.5 * rows * regressions * size * size;
    return products <= MODERATE ? products : 0;
  }

  /**
   * Operations for a curvature matrix of every regression.
   *
   * @param someRows from how many rows
   * @return an estimate, without the factorisations
   */
  public double curvatures(double someRows) {
    return regressions * someRows * perRow() * perRow();
  }

  /**
   * Operations for a curvature matrix of every regression and its factor.
   *
   * @param someRows from how many rows
   * @return an estimate
   */
  public double factors(double someRows) {
    return curvatures(someRows) + regressions * size * size * size / 3;
  }

  /**
   * Values in a packed factor of every regression.
   *
   * @return U·P(P+1)/2
   */
  public double factorValues() {
    return regressions * size * (size + 1) / 2;
  }

  /**
   * Whether factors of every regression may be held, several times.
   *
   * @param times how often
   * @return true if so
   */
  public boolean affordsFactors(int times) {
    return times * factorValues() <= MATRIX_VALUES;
  }

  /**
   * Whether every regression may have a whole matrix of its own to precondition by.
   *
   * @return true if so
   */
  public boolean affordsOwnMatrices() {
    return regressions * size * size <= MATRIX_VALUES;
  }

  /**
   * Whether one matrix for all regressions can be factored.
   *
   * @return true if so
   */
  public boolean affordsSharedMatrix() {
    return size * size <= MATRIX_VALUES;
  }

  /**
   * Whether preconditioning by one matrix for all regressions is worth its solves.
   *
   * @return true if so
   */
  public boolean sharedMatrixPays() {
    return factor() <= QUICK || (affordsSharedMatrix() && size * size <= SOLVE_TO_PASS * nonzeros);
  }

  /**
   * Whether determinants of curvatures are found by factors, and not estimated.
   *
   * @return true if so
   */
  public boolean factorsDeterminants() {
    return factor() <= MODERATE;
  }

  /**
   * Whether there are more coefficients than rows, or too many for determinants: there Laplace's
   * evidence is far below the true one the wider the prior is (Kuss and Rasmussen 2005).
   *
   * @return true if so
   */
  public boolean misleadsEvidence() {
    return size > givenRows || !factorsDeterminants();
  }

  /**
   * Whether rows are enough for each coefficient to determine its curvature.
   *
   * @return true if so
   */
  public boolean determinesCurvatures() {
    return rows >= CURVATURE_ROWS * size;
  }

  /**
   * Whether predictions by the mean over a posterior may differ from those at its means.
   *
   * @param rows how many there are
   * @param coefficients of all categories that have rows
   * @return true if rows are few
   */
  public static boolean averagingMatters(double rows, double coefficients) {
    return rows < ROWS_TO_AVERAGE * coefficients;
  }

  /**
   * Rows from which curvatures of every regression are taken.
   *
   * @param operations that these may take
   * @return at most all rows, and not too few for a good estimate
   */
  public int curvatureRows(double operations) {
    return sampledRows(operations / curvatures(1), CURVATURE_ROWS);
  }

  /**
   * Rows from which a preconditioner of every regression is taken; half as many are enough for it.
   *
   * @return at most all rows
   */
  public int metricRows() {
    return sampledRows(QUICK / (regressions * size * size), CURVATURE_ROWS / 2);
  }

  /**
   * Rows from which curvatures are taken that only serve to compare priors.
   *
   * @return at most all rows, and not too few for a good estimate
   */
  public int searchRows() {
    return curvatureRows(QUICK);
  }

  private int sampledRows(double affordable, int perCoefficient) {
    return (int) Math.min(rows, Math.max(affordable, perCoefficient * size));
  }
}
