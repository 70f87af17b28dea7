// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.BaseRate;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.Climber;
import org.ibcavi.solver.StoppingRule;

/**
 * Fits the binary regressions of a problem for any prior. What depends on the rows alone, the Gram
 * matrix XᵀΩX, is computed once and serves all priors that are tried.
 */
public final class Inference {
  private final RowPass pass;
  private final GramMatrix gram;
  private final Shape shape;
  private final InferenceSettings settings;
  private final FitContext context;

  /**
   * Prepares inference.
   *
   * @param pass over the rows to fit
   * @param settings how
   * @param context threads and listener
   */
  public Inference(RowPass pass, InferenceSettings settings, FitContext context) {
    this(pass, settings, context, new GramMatrix(pass));
  }

  private Inference(RowPass pass, InferenceSettings settings, FitContext context, GramMatrix gram) {
    this.pass = pass;
    this.gram = gram;
    this.shape = pass.shape();
    this.settings = settings;
    this.context = context;
  }

  /**
   * The same for trying priors: with a rule and sweeps of its own; what was computed is shared.
   * Ascents that stop much earlier would predict as if the prior were narrower, and wide ones could
   * not be told apart.
   *
   * @param share of the usual tolerance of such searches that these regressions have
   */
  Inference forSearch(double share) {
    return with(share * searchTolerance(), Convergence.STEPS);
  }

  /**
   * The same for telling other ascents where to begin, which need their start even less sharply
   * than a search needs its modes.
   */
  Inference forStart() {
    return with(Convergence.SEARCH * searchTolerance(), settings.maxSweeps());
  }

  private Inference with(double tolerance, int maxSweeps) {
    InferenceSettings own =
        new InferenceSettings(
            settings.link(),
            settings.solver(),
            new StoppingRule.Tolerance(tolerance),
            maxSweeps,
            settings.diagonal(),
            settings.regressionsAtOnce());
    return new Inference(pass, own, context, gram);
  }

  /** The tolerance of regressions whose priors are compared. */
  static double searchTolerance() {
    return Convergence.SEARCH * Option.TOLERANCE.defaultIn(Method.BINARY).orElseThrow();
  }

  /** The same on some of the rows; coordinates from all of them serve these too. */
  Inference onRows(RowPass some) {
    return new Inference(some, settings, context, gram);
  }

  /** The matrix XᵀΩX of all rows. */
  GramMatrix gram() {
    return gram;
  }

  InferenceSettings settings() {
    return settings;
  }

  RowPass pass() {
    return pass;
  }

  FitContext context() {
    return context;
  }

  /**
   * Fits every regression.
   *
   * @param prior over a regression's coefficients
   * @param warm where to start for the regressions it has; null for none
   * @return the posteriors
   */
  public RegressionFits fit(GaussianPrior prior, RegressionMeans warm) {
    return fit(RegressionPriors.shared(prior), warm);
  }

  /**
   * Fits every regression with a prior of its own.
   *
   * @param priors over the regressions' coefficients
   * @param warm where to start for the regressions it has; null for none
   * @return the posteriors
   */
  public RegressionFits fit(RegressionPriors priors, RegressionMeans warm) {
    int[] all = new int[shape.regressions()];
    Arrays.setAll(all, regression -> regression);
    return fit(priors, all, warm, FitPhase.BINARY);
  }

  /** Fits some regressions, as many side by side as the settings allow. */
  RegressionFits fit(
      RegressionPriors priors, int[] regressions, RegressionMeans warm, FitPhase phase) {
    List<RegressionFits> groups = new ArrayList<>();
    int size = Math.min(regressions.length, settings.regressionsAtOnce());
    for (int from = 0; from < regressions.length; from += size) {
      int to = Math.min(regressions.length - from, size) + from;
      groups.add(fitTogether(priors, Arrays.copyOfRange(regressions, from, to), warm, phase));
    }
    return RegressionFits.join(groups);
  }

  private RegressionFits fitTogether(
      RegressionPriors priors, int[] regressions, RegressionMeans warm, FitPhase phase) {
    double[][] starts = starts(priors, regressions, warm);
    return oneByOne(settings)
        ? fitOneByOne(priors, regressions, starts, phase)
        : fitInBlocks(priors, regressions, starts, phase);
  }

  /**
   * The modes of some regressions' posteriors. With a variance of zero the local bound is the log
   * likelihood itself, for every link.
   */
  RegressionModes modes(
      RegressionPriors priors, int[] regressions, RegressionMeans warm, FitPhase phase) {
    List<Climber> climbers = new ArrayList<>();
    Coordinates coordinates = new Coordinates(gram, settings, shape, priors);
    for (double[] start : starts(priors, regressions, warm)) {
      int regression = regressions[climbers.size()];
      climbers.add(coordinates.climber(regression, start, new double[0]));
    }
    double[] constants = new double[shape.regressions()];
    for (int regression : regressions) {
      constants[regression] = 0.5 * priors.logDeterminant(regression);
    }
    BlockedAscent blocked =
        new BlockedAscent(pass, settings.link(), priors, false, constants, true, context);
    Climb climb = blocked.run(climbers, settings.rule(), settings.maxSweeps(), phase);
    return new RegressionModes(regressions, means(climbers), climb.values());
  }

  private double[][] starts(RegressionPriors priors, int[] regressions, RegressionMeans warm) {
    double[][] starts = new double[regressions.length][];
    for (int i = 0; i < regressions.length; i++) {
      int known = warm == null ? -1 : Arrays.binarySearch(warm.regressions(), regressions[i]);
      starts[i] = known >= 0 ? warm.mean(known).clone() : coldStart(priors, regressions[i]);
    }
    return starts;
  }

  /**
   * CAVI starts at zero as published; the accelerated solvers at the base rate; all of them where
   * an earlier fit ended.
   */
  private double[] coldStart(RegressionPriors priors, int regression) {
    GaussianPrior prior = priors.of(regression);
    double[] start = new double[shape.size()];
    if (!priors.isShared() || settings.solver() == Solver.ACCELERATED) {
      Arrays.setAll(start, prior::mean);
      if (priors.isShared() && shape.hasIntercept()) {
        int last = start.length - 1;
        start[last] =
            BaseRate.of(settings.link(), shape, regression)
                .intercept(prior.mean(last), prior.precision(last));
      }
    }
    return start;
  }

  private RegressionFits fitInBlocks(
      RegressionPriors priors, int[] regressions, double[][] starts, FitPhase phase) {
    boolean variancesClimb = !settings.link().constantWeight();
    WorkingPosteriors posteriors = new WorkingPosteriors(gram, settings, priors);
    Coordinates coordinates = new Coordinates(gram, settings, shape, priors);
    Map<Integer, double[]> logVariances = new HashMap<>();
    List<Climber> climbers = new ArrayList<>();
    for (int i = 0; i < regressions.length; i++) {
      GaussianPrior prior = priors.of(regressions[i]);
      double[] beside =
          logVariances.computeIfAbsent(
              priors.kind(regressions[i]),
              kind -> variancesClimb ? startOfVariances(prior) : new double[0]);
      climbers.add(
          settings.solver() == Solver.CAVI
              ? posteriors.plainClimber(regressions[i], starts[i])
              : coordinates.climber(regressions[i], starts[i], beside));
    }
    double[] constants = new double[shape.regressions()];
    for (int regression : regressions) {
      constants[regression] = 0.5 * priors.logDeterminant(regression);
      if (!variancesClimb) {
        constants[regression] -= 0.5 * posteriors.logDeterminant(regression);
      }
    }
    boolean accelerated = settings.solver() == Solver.ACCELERATED;
    BlockedAscent blocked =
        new BlockedAscent(
            pass, settings.link(), priors, variancesClimb, constants, accelerated, context);
    Climb climb = blocked.run(climbers, settings.rule(), settings.maxSweeps(), phase);
    PosteriorCovariance covariance =
        variancesClimb ? variances(climbers) : posteriors.covariance(regressions);
    return new RegressionFits(regressions, means(climbers), covariance, climb);
  }

  private double[][] means(List<Climber> climbers) {
    return climbers.stream()
        .map(climber -> climber.coefficients(shape.size()))
        .toArray(double[][]::new);
  }

  /** √½·log σ² of each coefficient: beside the mean, that is what climbs. */
  private double[] startOfVariances(GaussianPrior prior) {
    return Arrays.stream(gram.precisions(prior, settings.link().maximumWeight()))
        .map(precision -> -Math.sqrt(0.5) * Math.log(precision))
        .toArray();
  }

  private PosteriorCovariance variances(List<Climber> climbers) {
    int size = shape.size();
    Coefficients variances = new Coefficients(size, climbers.size());
    for (int i = 0; i < climbers.size(); i++) {
      double[] point = climbers.get(i).ascent().point();
      double[] vector = new double[size];
      Arrays.setAll(vector, p -> Math.exp(Math.sqrt(2) * point[size + p]));
      variances.set(i, vector);
    }
    return PosteriorCovariance.eachDiagonal(variances);
  }

  private RegressionFits fitOneByOne(
      RegressionPriors priors, int[] regressions, double[][] starts, FitPhase phase) {
    RegressionStep.State[] states = new RegressionStep.State[regressions.length];
    Map<Integer, double[]> spreads = new HashMap<>();
    for (int i = 0; i < regressions.length; i++) {
      GaussianPrior prior = priors.of(regressions[i]);
      double[] spread =
          spreads.computeIfAbsent(priors.kind(regressions[i]), kind -> startOfCovariance(prior));
      states[i] =
          settings.diagonal()
              ? new RegressionStep.State(starts[i], null, spread)
              : new RegressionStep.State(starts[i], spread, null);
    }
    PerCategoryAscent ascent =
        new PerCategoryAscent(pass, settings.link(), priors, settings.solver(), context);
    Climb climb = ascent.run(regressions, states, settings.rule(), settings.maxSweeps(), phase);
    return RegressionFits.of(regressions, states, shape.size(), climb);
  }

  /** Variances, or the packed factor of the precision, before the first sweep. */
  private double[] startOfCovariance(GaussianPrior prior) {
    return settings.diagonal() ? gram.variances(prior, 1) : gram.factor(prior, 1).packed();
  }

  /** Whether each regression has a precision matrix of its own that is refreshed in every sweep. */
  static boolean oneByOne(InferenceSettings settings) {
    return !settings.link().constantWeight()
        && (!settings.diagonal() || settings.solver() == Solver.CAVI);
  }
}
