// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.pass.Laplace;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.variational.VariationalSettings;

/**
 * What the categorical stage is going to do where it was left to choose, and what memory that
 * takes.
 */
public final class CategoricalPlan {
  /** Steps at the most towards a variance for every weight. */
  static final int LOCAL_STEPS = 16;

  /** Rows whose leave-one-out densities decide the weights, at the most and at the least. */
  private static final int MOST_ROWS = 20_000;

  private static final int LEAST_ROWS = 1000;

  private static final double BYTES = 8;

  private final Problem problem;
  private final CategoricalSettings settings;
  private final List<Likelihood> likelihoods;
  private final boolean severalPriors;
  private final boolean diagonal;
  private final int companionSize;
  private final boolean leads;

  private CategoricalPlan(
      Problem problem,
      CategoricalSettings settings,
      List<Likelihood> likelihoods,
      boolean severalPriors,
      boolean diagonal) {
    this(problem, settings, likelihoods, severalPriors, diagonal, 0, true);
  }

  private CategoricalPlan(
      Problem problem,
      CategoricalSettings settings,
      List<Likelihood> likelihoods,
      boolean severalPriors,
      boolean diagonal,
      int companionSize,
      boolean leads) {
    this.problem = problem;
    this.settings = settings;
    this.likelihoods = likelihoods;
    this.severalPriors = severalPriors && likelihoods.size() > 1;
    this.diagonal = diagonal;
    this.companionSize = companionSize;
    this.leads = leads;
  }

  /**
   * A stage whatever it costs.
   *
   * @param problem what is fitted
   * @param settings what was set
   * @return the plan
   */
  public static CategoricalPlan whole(Problem problem, CategoricalSettings settings) {
    List<Likelihood> likelihoods =
        settings.given().isEmpty() ? three(settings.link()) : settings.given();
    return of(problem, settings, likelihoods, true);
  }

  /**
   * As much of the stage as ends within seconds, and no less than one likelihood.
   *
   * @param problem what is fitted
   * @param settings what was set
   * @return the plan
   */
  public static CategoricalPlan quick(Problem problem, CategoricalSettings settings) {
    CategoricalPlan whole = whole(problem, settings);
    if (whole.operations() <= Cost.SECONDS) {
      return whole;
    }
    List<Likelihood> fewer =
        settings.given().isEmpty() ? whole.likelihoods.subList(0, 1) : settings.given();
    return of(problem, settings, fewer, false);
  }

  /**
   * A stage that goes on from the members of an earlier one.
   *
   * @param problem what is fitted
   * @param settings with the earlier members' likelihoods
   * @return the plan
   */
  public static CategoricalPlan continuing(Problem problem, CategoricalSettings settings) {
    return of(problem, settings, settings.given(), false);
  }

  /**
   * A stage on features that a basis made: one likelihood unless others were asked for, under one
   * prior. Its coefficients may be as many as the rows, where Laplace's evidence chooses too small
   * variances, so the variance is learned by leave-one-out.
   *
   * @param problem what is fitted, with the basis's features
   * @param settings what was set
   * @return the plan
   */
  public static CategoricalPlan ofBasis(Problem problem, CategoricalSettings settings) {
    List<Likelihood> likelihoods =
        settings.given().isEmpty() ? three(settings.link()).subList(0, 1) : settings.given();
    CategoricalPlan one = of(problem, settings, likelihoods, false);
    return new CategoricalPlan(problem, settings, likelihoods, false, one.diagonal, 0, false);
  }

  /**
   * The same stage beside others that fit members to other forms of the rows, so that all members
   * are compared by the same rows.
   *
   * @param largest the most features that any of them has; 0 if there are none
   * @return the plan
   */
  public CategoricalPlan beside(int largest) {
    return new CategoricalPlan(
        problem, settings, likelihoods, severalPriors, diagonal, largest, leads);
  }

  /** Whether there are members of other forms of the rows to be compared with. */
  boolean hasCompanions() {
    return companionSize > 0;
  }

  /** Whether the first member leads: others must earn their weight. Those of a basis never do. */
  boolean leads() {
    return leads;
  }

  /** Whether variances are compared by rows left out, and not by Laplace's evidence. */
  boolean comparesByLeftOut() {
    return !leads
        && settings.prior() instanceof LearnedScale learned
        && learned.evidence() == LearnedScale.Evidence.AUTO;
  }

  /**
   * The smallest set that keeps the gain of many; docs/laboratory/categorical-stage.md compares
   * them.
   */
  private static List<Likelihood> three(Link link) {
    return List.of(new Likelihood(link, 1), new Likelihood(link, 0.5), new Likelihood(link, 0));
  }

  private static CategoricalPlan of(
      Problem problem,
      CategoricalSettings settings,
      List<Likelihood> likelihoods,
      boolean severalPriors) {
    boolean diagonal =
        switch (settings.covariance()) {
          case FULL -> false;
          case DIAGONAL -> true;
          case AUTO -> !new Cost(problem).affordsFactors(likelihoods.size());
        };
    return new CategoricalPlan(problem, settings, likelihoods, severalPriors, diagonal);
  }

  /**
   * The next lesser plan where choices were left open, for want of memory: fewer priors, fewer
   * likelihoods, diagonal covariances.
   *
   * @return empty if nothing less is left
   */
  public Optional<CategoricalPlan> lesser() {
    if (severalPriors) {
      return Optional.of(with(likelihoods, diagonal));
    }
    if (likelihoods.size() > 1 && settings.given().isEmpty()) {
      return Optional.of(with(likelihoods.subList(0, 1), diagonal));
    }
    if (!diagonal && settings.covariance() == CovarianceShape.AUTO) {
      return Optional.of(with(likelihoods, true));
    }
    return Optional.empty();
  }

  /** Under one prior. */
  private CategoricalPlan with(List<Likelihood> fewer, boolean nowDiagonal) {
    return new CategoricalPlan(problem, settings, fewer, false, nowDiagonal, companionSize, leads);
  }

  /** Operations of all members. */
  private double operations() {
    return likelihoods.size() * new Cost(problem).member();
  }

  /**
   * Why the stage is too dear to be chosen by itself.
   *
   * @return a phrase with figures and limits; empty if it is affordable
   */
  public Optional<String> tooDear() {
    if (!new Cost(problem).affordsOwnMatrices()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the categorical stage would hold %d matrices of %d coefficients squared, more than"
                  + " %.3g values",
              problem.units(),
              problem.size(),
              Cost.MATRIX_VALUES));
    }
    return operations() <= Cost.MINUTES
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the categorical stage would take %.3g operations, more than %.3g",
                operations(),
                Cost.MINUTES));
  }

  /**
   * What was chosen, for the report.
   *
   * @return a phrase
   */
  public String description() {
    return String.format(
        Locale.ROOT,
        "%d likelihood%s, %s, about %.2g operations",
        likelihoods.size(),
        likelihoods.size() == 1 ? "" : "s",
        severalPriors ? "several priors" : "one prior",
        operations());
  }

  List<Likelihood> likelihoods() {
    return likelihoods;
  }

  /**
   * Whether the likelihoods come with several priors: the first with its best variance, a wider one
   * and heavy tails, the others with the wider one.
   */
  boolean severalPriors() {
    return severalPriors;
  }

  /** Whether the first likelihood is fitted under a prior with heavy tails too. */
  boolean heavyTails() {
    return severalPriors
        && !diagonal
        && !settings.scalePerFeature()
        && LOCAL_STEPS * new Cost(problem).curvatures(curvatureRows()) <= Cost.MODERATE;
  }

  /** How many members are fitted. */
  private int count() {
    return likelihoods.size() + (severalPriors ? 1 : 0) + (heavyTails() ? 1 : 0);
  }

  boolean diagonal() {
    return diagonal;
  }

  /** Rows for each unit's curvature. */
  int curvatureRows() {
    return new Cost(problem).curvatureRows(Cost.MODERATE);
  }

  /** Rows whose leave-one-out densities are looked at. */
  int stackingRows() {
    double own = diagonal ? 1 : problem.size();
    double size = hasCompanions() ? companionSize : own;
    double affordable = Cost.MODERATE / (problem.units() * size * size);
    return (int) Math.min(problem.rows(), Math.max(LEAST_ROWS, Math.min(MOST_ROWS, affordable)));
  }

  /**
   * What the stage needs beside the data.
   *
   * @param threads how many threads work
   * @return bytes, an estimate from above
   */
  public double bytes(int threads) {
    Cost cost = new Cost(problem);
    double size = problem.size();
    double coefficients = problem.units() * size;
    double climbing = (2 * Lbfgs.HISTORY + 10) * coefficients;
    double own = cost.affordsOwnMatrices() ? coefficients * size : coefficients;
    double matrices = own + (heavyTails() ? own + cost.factorValues() + 4 * coefficients : 0);
    double perThread =
        2.0 * DesignMatrix.CHUNK_ROWS * problem.units()
            + coefficients
            + (diagonal ? 0 : 3 * size * size + (double) Laplace.GROUP * problem.rows());
    double result = count() * (2 * coefficients + (diagonal ? coefficients : cost.factorValues()));
    double squares = diagonal ? problem.regressors().features().nonzeros() : 0;
    double densities = (double) stackingRows() * (2 + 2 * count());
    double draws = settings.variational() ? VariationalSettings.values(problem) : 0;
    return BYTES
        * (climbing
            + matrices
            + threads * perThread
            + result
            + squares
            + densities
            + draws
            + 2.0 * problem.rows());
  }
}
