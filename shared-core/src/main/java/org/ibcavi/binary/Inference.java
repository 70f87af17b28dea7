// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.binary;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.gaussian.GaussianPrior;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.pass.Precision;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.BaseRate;
import org.ibcavi.problem.Convergence;
import org.ibcavi.problem.Cost;
import org.ibcavi.problem.RegressionMeans;
import org.ibcavi.problem.RegressionModes;
import org.ibcavi.problem.RegressionPriors;
import org.ibcavi.problem.Shape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Solver;
import org.ibcavi.solver.Climb;
import org.ibcavi.solver.Climber;
import org.ibcavi.solver.GradientStep;
import org.ibcavi.solver.Lbfgs;
import org.ibcavi.solver.StoppingRule;
import org.ibcavi.solver.Whitening;

/**
 * Fits the binary regressions of a problem for any prior. What depends on the rows alone, the Gram
 * matrix XᵀΩX, is computed once and serves all priors that are tried.
 */
public final class Inference {
  /** Between the curvatures that get coordinates of their own. */
  private static final double LEVEL_RATIO = 4;

  private final RowPass pass;
  private final RowPass all;
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
    this(pass, settings, context, pass);
  }

  private Inference(RowPass pass, InferenceSettings settings, FitContext context, RowPass all) {
    this.pass = pass;
    this.all = all;
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
    return new Inference(pass, own, context, all);
  }

  /** The tolerance of regressions whose priors are compared. */
  static double searchTolerance() {
    return Convergence.SEARCH * Option.TOLERANCE.defaultIn(Method.BINARY).orElseThrow();
  }

  /** The same on some of the rows; coordinates from all of them serve these too. */
  Inference onRows(RowPass some) {
    return new Inference(some, settings, context, all);
  }

  /** The mean of ‖x‖² over the rows, without the intercept. */
  double meanSquare() {
    return Arrays.stream(all.squareSums(), 0, shape.columns()).sum() / shape.totalWeight();
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
    Coordinates coordinates = new Coordinates(priors);
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
        start[last] = baseRate(regression).intercept(prior.mean(last), prior.precision(last));
      }
    }
    return start;
  }

  private BaseRate baseRate(int regression) {
    double own = shape.regressionWeight(regression);
    return new BaseRate(settings.link(), own, shape.totalWeight() - own);
  }

  private RegressionFits fitInBlocks(
      RegressionPriors priors, int[] regressions, double[][] starts, FitPhase phase) {
    boolean variancesClimb = !settings.link().constantWeight();
    WorkingPosteriors posteriors = new WorkingPosteriors(priors);
    Coordinates coordinates = new Coordinates(priors);
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

  /**
   * The precisions Λ₀ + XᵀΩX that regressions have where the working weight is 1, one for each
   * kind.
   */
  private final class WorkingPosteriors {
    private final RegressionPriors priors;
    private final Map<Integer, Cholesky> factors = new HashMap<>();
    private final Map<Integer, Whitening> whitenings = new HashMap<>();
    private final Map<Integer, Double> logDeterminants = new HashMap<>();

    WorkingPosteriors(RegressionPriors priors) {
      this.priors = priors;
    }

    private Cholesky factor(int regression) {
      return factors.computeIfAbsent(
          priors.kind(regression), kind -> sharedFactor(priors.of(regression), 1));
    }

    private double[] precisions(int regression) {
      return diagonalPrecisions(priors.of(regression), 1);
    }

    Climber plainClimber(int regression, double[] start) {
      Whitening whitening =
          whitenings.computeIfAbsent(
              priors.kind(regression), kind -> new Whitening.Full(factor(regression)));
      whitening.toWhitened(start, 1);
      GradientStep ascent = new GradientStep(start, settings.rule().categoryTolerance());
      return new Climber(regression, whitening, ascent);
    }

    double logDeterminant(int regression) {
      return logDeterminants.computeIfAbsent(
          priors.kind(regression),
          kind ->
              settings.diagonal()
                  ? sumOfLogs(precisions(regression))
                  : factor(regression).logDeterminant());
    }

    PosteriorCovariance covariance(int[] regressions) {
      if (priors.samePrecision()) {
        return settings.diagonal()
            ? PosteriorCovariance.sharedDiagonal(reciprocals(precisions(regressions[0])))
            : PosteriorCovariance.shared(factor(regressions[0]));
      }
      if (settings.diagonal()) {
        Coefficients variances = new Coefficients(shape.size(), regressions.length);
        for (int i = 0; i < regressions.length; i++) {
          variances.set(i, reciprocals(precisions(regressions[i])));
        }
        return PosteriorCovariance.eachDiagonal(variances);
      }
      Map<Integer, double[]> packed = new HashMap<>();
      double[][] each = new double[regressions.length][];
      for (int i = 0; i < regressions.length; i++) {
        int regression = regressions[i];
        each[i] =
            packed.computeIfAbsent(priors.kind(regression), kind -> factor(regression).packed());
      }
      return PosteriorCovariance.each(shape.size(), each);
    }
  }

  /**
   * Coordinates for regressions by how curved their log likelihoods are: Λ₀ + c·XᵀΩX, with c the
   * curvature at the base rate rounded to a power of 4. A rare category hardly bends the prior, a
   * frequent one does; one matrix for all would suit only one of them. Regressions of different
   * kinds have coordinates of their own.
   */
  private final class Coordinates {
    /** Whose coordinates they are. */
    private record Level(int kind, int level) {}

    private final RegressionPriors priors;
    private final boolean whole;
    private final Map<Level, Whitening> byLevel = new HashMap<>();

    Coordinates(RegressionPriors priors) {
      Cost cost = new Cost(shape);
      this.priors = priors;
      this.whole = cost.sharedMatrixPays() && (priors.samePrecision() || cost.affordsOwnMatrices());
    }

    /** A regression at its start; what is beside the mean climbs as it is. */
    Climber climber(int regression, double[] start, double[] beside) {
      double curvature = baseRate(regression).curvature();
      int level = (int) Math.rint(Math.log(curvature) / Math.log(LEVEL_RATIO));
      double weight = Math.pow(LEVEL_RATIO, level);
      Whitening whitening =
          byLevel.computeIfAbsent(
              new Level(priors.kind(regression), level),
              key -> whitening(priors.of(regression), weight));
      whitening.toWhitened(start, 1);
      double[] point = Arrays.copyOf(start, start.length + beside.length);
      System.arraycopy(beside, 0, point, start.length, beside.length);
      double tolerance = settings.rule().categoryTolerance() * largestStartGradient(weight);
      return new Climber(regression, whitening, new Lbfgs(point, tolerance));
    }

    private Whitening whitening(GaussianPrior prior, double weight) {
      return whole
          ? new Whitening.Full(sharedFactor(prior, weight))
          : new Whitening.Diagonal(diagonalPrecisions(prior, weight));
    }
  }

  private double[][] means(List<Climber> climbers) {
    return climbers.stream()
        .map(climber -> climber.coefficients(shape.size()))
        .toArray(double[][]::new);
  }

  /** √½·log σ² of each coefficient: beside the mean, that is what climbs. */
  private double[] startOfVariances(GaussianPrior prior) {
    return Arrays.stream(diagonalPrecisions(prior, settings.link().maximumWeight()))
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

  /**
   * At coefficients of zero every row's slope is ±s, and since whitened rows have a Gram matrix of
   * at most 1/c, the whitened gradient is at most s·√(Σω/c).
   */
  private double largestStartGradient(double curvature) {
    double slope = settings.link().boundSlope(true, 0, 0);
    return slope * Math.sqrt(shape.totalWeight() / curvature);
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
    return settings.diagonal()
        ? reciprocals(diagonalPrecisions(prior, 1))
        : sharedFactor(prior, 1).packed();
  }

  /** Whether each regression has a precision matrix of its own that is refreshed in every sweep. */
  static boolean oneByOne(InferenceSettings settings) {
    return !settings.link().constantWeight()
        && (!settings.diagonal() || settings.solver() == Solver.CAVI);
  }

  /** The factor of Λ₀ + w·XᵀΩX. */
  private Cholesky sharedFactor(GaussianPrior prior, double weight) {
    double[] upper = all.gram().clone();
    for (int at = 0; at < upper.length; at++) {
      upper[at] *= weight;
    }
    prior.addPrecision(upper);
    return Precision.factor(upper, shape.size());
  }

  /** diag(Λ₀ + w·XᵀΩX). */
  private double[] diagonalPrecisions(GaussianPrior prior, double weight) {
    double[] result = all.squareSums().clone();
    for (int p = 0; p < result.length; p++) {
      result[p] = prior.precision(p) + weight * result[p];
    }
    return result;
  }

  private static double[] reciprocals(double[] values) {
    return Arrays.stream(values).map(value -> 1 / value).toArray();
  }

  private static double sumOfLogs(double[] values) {
    return Arrays.stream(values).map(Math::log).sum();
  }
}
