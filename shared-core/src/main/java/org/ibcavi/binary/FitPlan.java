// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.Locale;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.pass.Laplace;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.Solver;
import org.ibcavi.settings.StoppingRule;
import org.ibcavi.solver.Lbfgs;

/**
 * What a fit is going to do where it was left to choose, and what memory that takes. The choices
 * depend on the sizes of the data alone, so that a machine with more memory gets the same model.
 */
public final class FitPlan {
  /** Doubles in the covariances of all categories up to which they are kept in full: 128 MiB. */
  private static final double MAX_FACTOR_VALUES = 1 << 24;

  /** Multiplications for one full curvature of each category up to which they are computed. */
  private static final double MAX_CURVATURE_COST = 5e10;

  /** Coefficients up to which one matrix for all categories is factored. */
  static final int MAX_SHARED_SIZE = 4096;

  /** Rows and columns of a square matrix that fits an array. */
  private static final int LARGEST_MATRIX = 46_340;

  /** Gram matrix, posterior factor, work space, and a factor for each level of curvature. */
  private static final double SHARED_MATRICES = 10;

  private static final double BYTES = 8;

  private final Problem problem;
  private final InferenceSettings settings;
  private final Curvature curvature;

  private FitPlan(Problem problem, InferenceSettings settings, Curvature curvature) {
    this.problem = problem;
    this.settings = settings;
    this.curvature = curvature;
  }

  /**
   * Makes the choices.
   *
   * @param problem what to fit
   * @param solver how
   * @param rule when to stop
   * @param maxSweeps sweeps at the most
   * @param shape full, diagonal or left to choose
   * @param curvature CAVI, Laplace or left to choose
   * @return the plan
   */
  public static FitPlan of(
      Problem problem,
      Solver solver,
      StoppingRule rule,
      int maxSweeps,
      CovarianceShape shape,
      Curvature curvature) {
    boolean ownMatricesAfford =
        factorValues(problem) <= MAX_FACTOR_VALUES && curvatureCost(problem) <= MAX_CURVATURE_COST;
    boolean matrix = shape == CovarianceShape.FULL || solver == Solver.CAVI;
    if (matrix && problem.size() > LARGEST_MATRIX) {
      throw new IllegalArgumentException(
          problem.size()
              + " coefficients; a full covariance and plain CAVI take at most "
              + LARGEST_MATRIX
              + ", use the diagonal covariance and the accelerated solver");
    }
    boolean diagonal =
        switch (shape) {
          case FULL -> false;
          case DIAGONAL -> true;
          case AUTO ->
              (problem.link().constantWeight() && !problem.ownPrecisions())
                  ? problem.size() > MAX_SHARED_SIZE
                  : !ownMatricesAfford;
        };
    Curvature chosen = curvature;
    if (curvature == Curvature.AUTO) {
      chosen = diagonal || ownMatricesAfford ? Curvature.LAPLACE : Curvature.CAVI;
    }
    return new FitPlan(problem, InferenceSettings.of(solver, rule, maxSweeps, diagonal), chosen);
  }

  private static double factorValues(Problem problem) {
    double size = problem.size();
    return problem.units() * size * (size + 1) / 2;
  }

  private static double curvatureCost(Problem problem) {
    double size = problem.size();
    double rows = problem.rows();
    double perRow = problem.regressors().features().nonzeros() / rows + 1;
    return problem.units() * (rows * perRow * perRow + size * size * size / 3);
  }

  /**
   * How inference is done.
   *
   * @return the settings with everything chosen
   */
  public InferenceSettings settings() {
    return settings;
  }

  /**
   * Which covariance is kept.
   *
   * @return CAVI or Laplace
   */
  public Curvature curvature() {
    return curvature;
  }

  /**
   * What the fit needs beside the data and what is already in use.
   *
   * @param standardize whether a standardized copy of the features is made
   * @param threads how many threads work
   * @return bytes, an estimate from above
   */
  public double bytes(boolean standardize, int threads) {
    return fixedBytes(standardize, threads) + bytesPerUnit() * settings.unitsAtOnce();
  }

  /**
   * What the features take in the forms that the fit keeps of them.
   *
   * @param standardize whether a standardized copy of the features is made
   * @return bytes
   */
  public double dataBytes(boolean standardize) {
    double copies = (standardize ? 1 : 0) + (settings.diagonal() ? 2 : 0);
    if (ScaleLearner.holdsOutByItself(problem)) {
      copies += 2; // Rows that are held out and the others, with their indices.
    }
    return BYTES * copies * problem.regressors().features().nonzeros();
  }

  /** For the features, what all units share, each thread's work space and the result. */
  private double fixedBytes(boolean standardize, int threads) {
    double size = problem.size();
    double units = problem.units();
    boolean full = !settings.diagonal();
    boolean matrix = full || settings.solver() == Solver.CAVI || Inference.wholeMatrixPays(problem);
    double matrices = matrix ? SHARED_MATRICES * size * size : 0;
    double perThread =
        Inference.oneByOne(problem, settings) || (curvature == Curvature.LAPLACE && full)
            ? 3 * size * size + (3.0 + Laplace.GROUP) * problem.rows()
            : 5 * climbing() * Math.min(BlockedAscent.MAX_WIDTH, units);
    double rowsAtOnce = 2.0 * DesignMatrix.CHUNK_ROWS * problem.categories();
    double result = 3 * units * size + priorValues(full);
    if (curvature == Curvature.LAPLACE || Inference.oneByOne(problem, settings)) {
      result += full ? factorValues(problem) : units * size;
    }
    double working = Math.min(threads, problem.segments() * units);
    return dataBytes(standardize)
        + BYTES * (matrices + working * (perThread + rowsAtOnce) + result);
  }

  /** Values of priors that an earlier fit gives, and of posteriors that differ only for them. */
  private double priorValues(boolean full) {
    if (problem.earlier() == null) {
      return 0;
    }
    double size = problem.size();
    double units = problem.units();
    double perPrecision = problem.earlier().covariance().diagonal() ? size : size * size;
    double values = units * size + (problem.ownPrecisions() ? units : 1) * perPrecision;
    if (problem.ownPrecisions() && !Inference.oneByOne(problem, settings)) {
      values += full ? units * size * size + factorValues(problem) : units * size;
    }
    return values;
  }

  /** For a unit while it climbs. */
  private double bytesPerUnit() {
    double size = problem.size();
    if (Inference.oneByOne(problem, settings)) {
      return BYTES * (size + (settings.diagonal() ? size : size * (size + 1) / 2));
    }
    double own = climbing() > size ? 0 : Math.min(size * size, BlockedAscent.MAX_OWN_VALUES);
    double coordinates = 0;
    if (problem.ownPrecisions()) {
      coordinates = BlockedAscent.affordsOwnMatrices(problem) ? size * size : size;
    }
    return BYTES
        * (coordinates
            + climbing() * (2 * Lbfgs.HISTORY + 5)
            + Math.min(own, BlockedAscent.MAX_OWN_VALUES / problem.units()));
  }

  /** Numbers that climb for a unit. */
  private double climbing() {
    boolean variancesToo = settings.diagonal() && !problem.link().constantWeight();
    return (variancesToo ? 2.0 : 1.0) * problem.size();
  }

  /**
   * The plan with as many units at once as memory allows.
   *
   * @param standardize whether a standardized copy of the features is made
   * @param threads how many threads work
   * @param available bytes
   * @return this plan, or one that fits group after group
   * @throws MemoryLimitException with the figures and the ways out if even a small group does not
   *     fit
   */
  public FitPlan within(boolean standardize, int threads, long available) {
    double left = available - fixedBytes(standardize, threads);
    double affordable = Math.floor(left / bytesPerUnit());
    boolean together = settings.rule() instanceof StoppingRule.ElboGain;
    int least = together ? problem.units() : Math.min(problem.units(), Coefficients.MAX_WIDTH);
    if (affordable < least) {
      FitPlan smallest = new FitPlan(problem, settings.with(least), curvature);
      throw new MemoryLimitException(
          "the fit needs about "
              + megabytes(smallest.bytes(standardize, threads))
              + " of memory and "
              + megabytes((double) available)
              + " are available; "
              + waysOut());
    }
    int unitsAtOnce = (int) Math.min(problem.units(), affordable);
    return new FitPlan(problem, settings.with(unitsAtOnce), curvature);
  }

  /**
   * What may help against a lack of memory.
   *
   * @return advice
   */
  public String waysOut() {
    StringBuilder advice = new StringBuilder();
    if (!settings.diagonal()) {
      if (!problem.link().constantWeight() || curvature == Curvature.LAPLACE) {
        advice.append(
            String.format(
                Locale.ROOT,
                "full covariances of %d categories with %d coefficients take %s: ",
                problem.units(),
                problem.size(),
                megabytes(BYTES * factorValues(problem))));
      }
      advice.append("use the diagonal covariance, ");
      if (problem.link().constantWeight() && curvature == Curvature.LAPLACE) {
        advice.append("or the CAVI curvature, ");
      }
    }
    return advice.append("fewer threads, features or categories, or a larger heap").toString();
  }

  private static String megabytes(double bytes) {
    return String.format(Locale.ROOT, "%.0f MB", Math.ceil(bytes / 1e6));
  }
}
