// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;
import java.util.Locale;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.pass.Laplace;
import org.ibcavi.problem.Problem;
import org.ibcavi.solver.Lbfgs;

/**
 * What a finish is going to do where it was left to choose, and what memory that takes. The choices
 * depend on the sizes of the data alone.
 */
public final class FinishPlan {
  /** The smallest set that keeps the gain of many; docs/finish.md compares them. */
  private static final List<Likelihood> SET =
      List.of(
          new Likelihood(Link.LOGIT, 1),
          new Likelihood(Link.LOGIT, 0.5),
          new Likelihood(Link.LOGIT, 0));

  /** Where that would cost too much: the ends. */
  private static final List<Likelihood> PAIR = List.of(SET.get(0), SET.get(2));

  /** Where two would cost too much: softmax. */
  private static final List<Likelihood> ONE = List.of(SET.get(0));

  /** A set of priors has also one with this many times the best variance. */
  static final double WIDER = 64;

  /** Steps at the most towards a variance for every weight. */
  static final int LOCAL_STEPS = 16;

  /** Passes that a member takes: its variances are searched and its mode is climbed. */
  private static final double TYPICAL_PASSES = 60;

  /** Operations that a linear predictor costs beside the products. */
  private static final double LINK_COST = 100;

  /**
   * Operations for a set up to which several priors are taken if that is left to choose: they help
   * where rows are few, and double the cost.
   */
  private static final double MAX_WIDE_COST = 1e11;

  /** Multiplications for the curvatures of all steps towards a variance for every weight. */
  private static final double MAX_LOCAL_COST = 2e10;

  /** Operations up to which a pair is finished if that is left to choose; some 5 s on two cores. */
  private static final double MAX_PAIR_COST = 1.5e11;

  /** Operations up to which anything is finished if that is left to choose. */
  private static final double MAX_COST = 2e12;

  /** Values in all factors of a model's covariances up to which they are kept in full: 128 MiB. */
  private static final double MAX_FACTOR_VALUES = 1 << 24;

  /** Multiplications for all units' curvatures during the search. */
  private static final double SEARCH_BUDGET = 5e9;

  /** Multiplications for all units' curvatures in the end. */
  private static final double FINAL_BUDGET = 1e10;

  /** Rows for each coefficient below which a curvature would be badly estimated. */
  private static final int ROWS_PER_COEFFICIENT = 10;

  /** The same where only the determinants of the search's few variances are compared. */
  private static final int SEARCH_ROWS_PER_COEFFICIENT = 5;

  /** Rows whose leave-one-out densities decide the weights, at the most and at the least. */
  private static final int MOST_ROWS = 20_000;

  private static final int LEAST_ROWS = 1000;

  private static final double BYTES = 8;

  private final Problem problem;
  private final Finish finish;
  private final List<Likelihood> members;
  private final boolean diagonal;

  private FinishPlan(Problem problem, Finish finish, List<Likelihood> members, boolean diagonal) {
    this.problem = problem;
    this.finish = finish;
    this.members = members;
    this.diagonal = diagonal;
  }

  /**
   * Makes the choices.
   *
   * @param problem what is fitted
   * @param finish what is wanted
   * @param asked the members that the model's average asks for; none to choose
   * @param diagonal whether the covariances must be diagonal
   * @return the plan
   */
  public static FinishPlan of(
      Problem problem, Finish finish, List<Likelihood> asked, boolean diagonal) {
    List<Likelihood> members = members(problem, finish, asked);
    boolean tooLarge = members.size() * factorValues(problem) > MAX_FACTOR_VALUES;
    return new FinishPlan(problem, finish, members, diagonal || tooLarge);
  }

  /**
   * The plan of a fit that goes on from finished members.
   *
   * @param problem what is fitted
   * @param members the earlier ones
   * @param diagonal whether the covariances must be diagonal
   * @return the plan
   */
  public static FinishPlan continuing(
      Problem problem, List<Likelihood> members, boolean diagonal) {
    return of(problem, Finish.of(members.toArray(new Likelihood[0])), List.of(), diagonal);
  }

  private static List<Likelihood> members(
      Problem problem, Finish finish, List<Likelihood> asked) {
    if (!finish.wanted()) {
      return List.of();
    }
    List<Likelihood> given = finish.members().isEmpty() ? asked : finish.members();
    if (finish.whateverItCosts()) {
      return given.isEmpty() ? SET : given;
    }
    List<Likelihood> set = given.isEmpty() ? affordable(problem) : given;
    // Whitened by diagonals only it takes long, and predicted texts worse than what it began with.
    boolean pays = JointAscent.ownMatricesPay(problem) && set.size() * cost(problem) <= MAX_COST;
    return pays ? set : List.of();
  }

  private static List<Likelihood> affordable(Problem problem) {
    if (SET.size() * cost(problem) <= MAX_WIDE_COST) {
      return SET;
    }
    return PAIR.size() * cost(problem) <= MAX_PAIR_COST ? PAIR : ONE;
  }

  /** Stored values of a row, and the intercept. */
  private static double perRow(Problem problem) {
    return (double) problem.regressors().features().nonzeros() / problem.rows() + 1;
  }

  /** Operations for one member. */
  private static double cost(Problem problem) {
    double perRow = perRow(problem);
    return TYPICAL_PASSES * problem.rows() * problem.units() * (4 * perRow + LINK_COST);
  }

  private static double factorValues(Problem problem) {
    double size = problem.size();
    return problem.units() * size * (size + 1) / 2;
  }

  /**
   * Whether there is anything to finish.
   *
   * @return true if so
   */
  public boolean finishes() {
    return !members.isEmpty();
  }

  List<Likelihood> members() {
    return members;
  }

  Weighing weighing() {
    return finish.weighing();
  }

  boolean scalePerFeature() {
    return finish.scalePerFeature();
  }

  /**
   * Whether the likelihoods come with several priors: the first with its best variance, a wider one
   * and heavy tails, the others with the wider one. Only stacking can weigh them, since the
   * evidence has chosen between them already.
   */
  boolean severalPriors() {
    return members.size() > 1
        && finish.weighing() == Weighing.STACKING
        && (finish.whateverItCosts() || members.size() * cost(problem) <= MAX_WIDE_COST);
  }

  /** Whether the first likelihood is finished under a prior with heavy tails too. */
  boolean heavyTails() {
    double perRow = perRow(problem);
    double curvatures = problem.units() * perRow * perRow * searchRows();
    return severalPriors()
        && !diagonal
        && !finish.scalePerFeature()
        && LOCAL_STEPS * curvatures <= MAX_LOCAL_COST;
  }

  /** How many models are finished. */
  private int count() {
    return members.size() + (severalPriors() ? 1 : 0) + (heavyTails() ? 1 : 0);
  }

  boolean diagonal() {
    return diagonal;
  }

  /** Rows for each unit's curvature during the search. */
  int searchRows() {
    return curvatureRows(SEARCH_BUDGET, SEARCH_ROWS_PER_COEFFICIENT);
  }

  /** Rows for each unit's curvature in the end. */
  int finalRows() {
    return curvatureRows(FINAL_BUDGET, ROWS_PER_COEFFICIENT);
  }

  private int curvatureRows(double budget, int perCoefficient) {
    double perRow = perRow(problem);
    double affordable = budget / (problem.units() * perRow * perRow);
    double enough = (double) perCoefficient * problem.size();
    return (int) Math.min(problem.rows(), Math.max(affordable, enough));
  }

  /** Rows whose leave-one-out densities are looked at. */
  int stackingRows() {
    double size = diagonal ? 1 : problem.size();
    double affordable = SEARCH_BUDGET / (problem.units() * size * size);
    return (int) Math.min(problem.rows(), Math.max(LEAST_ROWS, Math.min(MOST_ROWS, affordable)));
  }

  /**
   * Refuses a finish that does not fit.
   *
   * @param available bytes that the data leave
   * @param threads how many threads work
   * @throws MemoryLimitException with the figures and the ways out
   */
  public void requireWithin(double available, int threads) {
    double needed = bytes(threads);
    if (finishes() && needed > available) {
      throw new MemoryLimitException(
          String.format(
              Locale.ROOT,
              "the categorical finish needs about %.0f MB of memory and %.0f MB are available; "
                  + "use no finish, the diagonal covariance, fewer threads or a larger heap",
              Math.ceil(needed / 1e6),
              Math.max(0, available / 1e6)));
    }
  }

  /**
   * What the finish needs beside the data.
   *
   * @param threads how many threads work
   * @return bytes, an estimate from above
   */
  public double bytes(int threads) {
    if (!finishes()) {
      return 0;
    }
    double size = problem.size();
    double coefficients = problem.units() * size;
    double climbing = (2 * Lbfgs.HISTORY + 10) * coefficients;
    double own = JointAscent.ownMatricesPay(problem) ? coefficients * size : coefficients;
    double matrices = own + (heavyTails() ? own + factorValues(problem) + 4 * coefficients : 0);
    double perThread =
        2.0 * DesignMatrix.CHUNK_ROWS * problem.units()
            + coefficients
            + (diagonal ? 0 : 3 * size * size + (double) Laplace.GROUP * problem.rows());
    double result =
        count() * (2 * coefficients + (diagonal ? coefficients : factorValues(problem)));
    double squares = diagonal ? problem.regressors().features().nonzeros() : 0;
    double densities = (double) stackingRows() * (2 + 2 * count());
    return BYTES
        * (climbing
            + matrices
            + threads * perThread
            + result
            + squares
            + densities
            + 2.0 * problem.rows());
  }
}
