// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.categorical;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalCurvatures;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;
import org.ibcavi.scale.HeldOutParts;
import org.ibcavi.scale.RegressionPath;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.variational.VariationalSettings;

/**
 * What the categorical stage is going to do where it was left to choose, and what memory that
 * takes.
 */
public final class CategoricalPlan {
  private final Shape shape;
  private final CategoricalSettings settings;
  private final List<Likelihood> likelihoods;
  private final boolean severalPriors;
  private final boolean diagonal;
  private final boolean variational;
  private final int companionSize;
  private final boolean leads;

  private CategoricalPlan(
      Shape shape,
      CategoricalSettings settings,
      List<Likelihood> likelihoods,
      boolean severalPriors,
      boolean diagonal,
      boolean variational) {
    this(shape, settings, likelihoods, severalPriors, diagonal, variational, 0, true);
  }

  private CategoricalPlan(
      Shape shape,
      CategoricalSettings settings,
      List<Likelihood> likelihoods,
      boolean severalPriors,
      boolean diagonal,
      boolean variational,
      int companionSize,
      boolean leads) {
    this.shape = shape;
    this.settings = settings;
    this.likelihoods = likelihoods;
    this.severalPriors = severalPriors && likelihoods.size() > 1;
    this.diagonal = diagonal;
    this.variational = variational;
    this.companionSize = companionSize;
    this.leads = leads;
  }

  /**
   * A stage whatever it costs.
   *
   * @param shape of what is fitted
   * @param settings what was set
   * @return the plan
   */
  public static CategoricalPlan whole(Shape shape, CategoricalSettings settings) {
    List<Likelihood> likelihoods =
        settings.given().isEmpty() ? three(settings.link()) : settings.given();
    return of(shape, settings, likelihoods, true);
  }

  /**
   * As much of the stage as ends within seconds, and no less than one likelihood.
   *
   * @param shape of what is fitted
   * @param settings what was set
   * @return the plan
   */
  public static CategoricalPlan quick(Shape shape, CategoricalSettings settings) {
    CategoricalPlan whole = whole(shape, settings);
    if (whole.operations() <= Cost.SECONDS && !whole.wide()) {
      return whole;
    }
    List<Likelihood> fewer =
        settings.given().isEmpty() ? whole.likelihoods.subList(0, 1) : settings.given();
    return of(shape, settings, fewer, false);
  }

  /**
   * A stage that goes on from the members of an earlier one.
   *
   * @param shape of what is fitted
   * @param settings with the earlier members' likelihoods
   * @param members the likelihood of each member that goes on; several may have the same
   * @return the plan
   */
  public static CategoricalPlan continuing(
      Shape shape, CategoricalSettings settings, List<Likelihood> members) {
    return of(shape, settings, members, false);
  }

  /**
   * A stage on features that a basis made: one likelihood unless others were asked for, under one
   * prior, with Laplace's posterior unless another was asked for. Its coefficients may be as many
   * as the rows, where Laplace's evidence chooses too small variances, so the variance is learned
   * by leave-one-out.
   *
   * @param shape of what is fitted, with the basis's features
   * @param settings what was set
   * @return the plan
   */
  public static CategoricalPlan ofBasis(Shape shape, CategoricalSettings settings) {
    List<Likelihood> likelihoods =
        settings.given().isEmpty() ? three(settings.link()).subList(0, 1) : settings.given();
    boolean diagonal = of(shape, settings, likelihoods, false).diagonal;
    boolean variational = settings.posterior() == PosteriorKind.VARIATIONAL;
    return new CategoricalPlan(
        shape, settings, likelihoods, false, diagonal, variational, 0, false);
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
        shape, settings, likelihoods, severalPriors, diagonal, variational, largest, leads);
  }

  /** Whether there are members of other forms of the rows to be compared with. */
  boolean hasCompanions() {
    return companionSize > 0;
  }

  /** Whether the first member leads: others must earn their weight. Those of a basis never do. */
  boolean leads() {
    return leads;
  }

  /**
   * Whether coefficients are so many that no category can have a curvature matrix: there neither
   * evidence nor leave-one-out can be had.
   *
   * @return true if so
   */
  public boolean wide() {
    return !new Cost(shape).affordsOwnMatrices();
  }

  /**
   * Whether held-out rows choose the variance and the weights.
   *
   * @return true if the data are wide and the variance is left to learn
   */
  public boolean holdsOut() {
    return wide()
        && !hasCompanions()
        && settings.structure().isEmpty()
        && settings.prior() instanceof LearnedScale learned
        && (learned.evidence() == LearnedScale.Evidence.AUTO
            || learned.evidence() == LearnedScale.Evidence.HELD_OUT);
  }

  /** Where rows are held out: one of so many rows takes part in the comparison. */
  int heldOutShare() {
    return holdsOut() ? new Cost(shape).comparedShare() : 1;
  }

  /**
   * Whether the binary stage's regressions are a member too.
   *
   * @return true if held-out rows can weigh it and likelihoods were left to choose
   */
  public boolean takesStart() {
    return leads && holdsOut() && settings.given().isEmpty();
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
      Shape shape,
      CategoricalSettings settings,
      List<Likelihood> likelihoods,
      boolean severalPriors) {
    boolean diagonal =
        switch (settings.covariance()) {
          case FULL -> false;
          case DIAGONAL -> true;
          case AUTO -> !new Cost(shape).affordsFactors(likelihoods.size());
        };
    CategoricalPlan dearest =
        new CategoricalPlan(shape, settings, likelihoods, severalPriors, diagonal, true);
    return switch (settings.posterior()) {
      case VARIATIONAL -> dearest;
      case AUTO -> dearest.suitsVariational() ? dearest : dearest.laplace();
      default -> dearest.laplace();
    };
  }

  private boolean suitsVariational() {
    return variationalOperations() <= Cost.SECONDS && !wide();
  }

  /**
   * Whether variational posteriors are kept only if they predict left-out rows as well as modes:
   * where coefficients outnumber rows variances are learned by the predictions of modes, and may be
   * too wide for them.
   */
  boolean doubtsVariational() {
    return variational
        && settings.posterior() == PosteriorKind.AUTO
        && new Cost(shape).misleadsEvidence();
  }

  private CategoricalPlan laplace() {
    return with(likelihoods, severalPriors, diagonal, false);
  }

  private CategoricalPlan with(
      List<Likelihood> some, boolean manyPriors, boolean nowDiagonal, boolean nowVariational) {
    return new CategoricalPlan(
        shape, settings, some, manyPriors, nowDiagonal, nowVariational, companionSize, leads);
  }

  /**
   * The next lesser plan where choices were left open, for want of memory: fewer priors, fewer
   * likelihoods, diagonal covariances, Laplace's posteriors.
   *
   * @return empty if nothing less is left
   */
  public Optional<CategoricalPlan> lesser() {
    if (severalPriors) {
      return Optional.of(with(likelihoods, false, diagonal, variational));
    }
    if (likelihoods.size() > 1 && settings.given().isEmpty()) {
      return Optional.of(with(likelihoods.subList(0, 1), false, diagonal, variational));
    }
    if (!diagonal && settings.covariance() == CovarianceShape.AUTO) {
      return Optional.of(with(likelihoods, false, true, variational));
    }
    if (variational && settings.posterior() == PosteriorKind.AUTO) {
      return Optional.of(laplace());
    }
    return Optional.empty();
  }

  /** Operations of all members. */
  private double operations() {
    return likelihoods.size() * new Cost(shape).member(heldOutShare());
  }

  /** Operations of the variational posteriors: the binary stage's regressions have none. */
  private double variationalOperations() {
    return (takesStart() ? count() - 1 : count())
        * new Cost(shape)
            .variational(
                VariationalSettings.draws(shape), VariationalSettings.MAX_PASSES, diagonal);
  }

  /**
   * Why the stage is too dear to be chosen by itself.
   *
   * @return a phrase with figures and limits; empty if it is affordable
   */
  public Optional<String> tooDear() {
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
        "%d likelihood%s, %s, %s",
        likelihoods.size(),
        likelihoods.size() == 1 ? "" : "s",
        severalPriors && searchesVariance() ? "several priors" : "one prior",
        effort());
  }

  /**
   * What goes on, for the report of a fit that continues.
   *
   * @return a phrase
   */
  public String continuedDescription() {
    int members = likelihoods.size();
    return members + (members == 1 ? " member, " : " members, ") + effort();
  }

  private String effort() {
    return String.format(
        Locale.ROOT,
        "%s, about %.2g operations",
        variational ? "variational posteriors" : "Laplace's posteriors",
        operations() + (variational ? variationalOperations() : 0));
  }

  /** Whether all rows choose the variance: else each likelihood has one prior. */
  private boolean searchesVariance() {
    return shape.columns() > 0 && settings.prior() instanceof LearnedScale && !holdsOut();
  }

  /**
   * Whether every likelihood is softmax, whose posterior has one mode.
   *
   * @return true if it does not matter where ascents start
   */
  public boolean hasOneMode() {
    return likelihoods.stream().allMatch(Likelihood::blindToCommonShift);
  }

  List<Likelihood> likelihoods() {
    return likelihoods;
  }

  /**
   * Whether the likelihoods come with several priors: the first with its best variance, heavy tails
   * and a wider one, and all with the widest.
   */
  boolean severalPriors() {
    return severalPriors;
  }

  /** Whether the first likelihood is fitted under a prior with heavy tails too. */
  boolean heavyTails() {
    return severalPriors
        && !diagonal
        && settings.structure().isEmpty()
        && Convergence.ROUNDS * new Cost(shape).curvatures(curvatureRows()) <= Cost.MODERATE;
  }

  /** How many members are fitted. */
  private int count() {
    if (takesStart()) {
      return likelihoods.size() + 1;
    }
    int leading = 1 + (heavyTails() ? 1 : 0) + (variational ? 1 : 0);
    return severalPriors ? leading + likelihoods.size() : likelihoods.size();
  }

  /** Whether members under wide priors predict as the mean over their variational posterior. */
  boolean averages() {
    double coefficients = (double) shape.size() * shape.competitors().length;
    return variational && Cost.averagingMatters(shape.givenRows(), coefficients);
  }

  /** Whether modes are fitted without some rows, to see whether leave-one-out flatters members. */
  boolean refits() {
    return severalPriors && averages() && !averagesAll() && !hasCompanions();
  }

  /** Whether all members' predictions are the mean over their variational posteriors. */
  boolean averagesAll() {
    return variational && settings.prediction() == PredictionMode.MONTE_CARLO;
  }

  /**
   * Which posteriors there are.
   *
   * @return true if they are variational, and not Laplace's
   */
  public boolean variational() {
    return variational;
  }

  boolean diagonal() {
    return diagonal;
  }

  /** Rows for each regression's curvature. */
  int curvatureRows() {
    return new Cost(shape).curvatureRows(Cost.MODERATE);
  }

  /**
   * Rows that each thread copies to find a curvature matrix from a sample of them.
   *
   * @return at the most half of all rows: of more none are copied
   */
  public double copiedRows() {
    return diagonal || curvatureRows() >= shape.rows()
        ? 0
        : Math.min(curvatureRows(), 0.5 * shape.rows());
  }

  /** Rows whose leave-one-out densities are looked at. */
  int stackingRows() {
    double own = diagonal ? 1 : shape.size();
    double size = hasCompanions() ? companionSize : own;
    double affordable = Cost.MODERATE / (shape.regressions() * size * size);
    double most = Math.min(VariationalSettings.ENOUGH_DRAWS, affordable);
    return (int) Math.min(shape.rows(), Math.max(Sampling.ENOUGH_ROWS, most));
  }

  /**
   * What the stage needs beside the data.
   *
   * @param threads how many threads work
   * @return bytes, an estimate from above
   */
  public double bytes(int threads) {
    Cost cost = new Cost(shape);
    double size = shape.size();
    double coefficients = shape.regressions() * size;
    double climbing = (2 * Lbfgs.HISTORY + 10) * coefficients;
    double own = cost.affordsOwnMatrices() ? coefficients * size : coefficients;
    double factors = diagonal ? coefficients : cost.factorValues();
    boolean grouped = settings.structure().isPresent();
    double matrices = own + (heavyTails() || grouped ? own + factors + 4 * coefficients : 0);
    double perThread =
        2.0 * DesignMatrix.CHUNK_ROWS * shape.regressions()
            + coefficients
            + (diagonal ? 0 : 3 * size * size + (double) LocalCurvatures.GROUP * shape.rows());
    // Beside the members there are two refits of their modes: the first one's and another.
    int members = count() + (refits() ? 2 : 0);
    double result = members * ((grouped ? 4 : 2) * coefficients + factors);
    double squares = diagonal ? shape.nonzeros() : 0;
    // Modes of some variances, from which the next is guessed, of all rows or without each part.
    // Each part copies the rows that take part; a stored value of a sparse one is a double and an
    // index.
    int parts = holdsOut() ? HeldOutParts.count(shape.givenRows() / heldOutShare()) : 0;
    double path = Math.max(1, parts) * RegressionPath.MAX_POINTS * coefficients;
    double copied = Math.min(1.5 * shape.nonzeros(), (double) shape.rows() * size);
    double copies = refits() ? copied : parts * copied / heldOutShare();
    double densities = (double) stackingRows() * (2 + 2 * count());
    double draws = variational ? VariationalSettings.values(shape) : 0;
    return (double) Double.BYTES
        * (climbing
            + matrices
            + threads * perThread
            + result
            + squares
            + path
            + copies
            + densities
            + draws
            + 2.0 * shape.rows());
  }
}
