// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.averaging.Average;
import org.ibcavi.averaging.MemberEvidence;
import org.ibcavi.design.Standardization;
import org.ibcavi.design.TrainingData;
import org.ibcavi.inference.CovarianceShape;
import org.ibcavi.inference.Curvature;
import org.ibcavi.inference.FitContext;
import org.ibcavi.inference.FitListener;
import org.ibcavi.inference.FitPhase;
import org.ibcavi.inference.FitPlan;
import org.ibcavi.inference.FittedPredictors;
import org.ibcavi.inference.Inference;
import org.ibcavi.inference.Laplace;
import org.ibcavi.inference.MemoryLimitException;
import org.ibcavi.inference.Problem;
import org.ibcavi.inference.ScaleLearner;
import org.ibcavi.inference.Solver;
import org.ibcavi.inference.StopReason;
import org.ibcavi.inference.StoppingRule;
import org.ibcavi.inference.UnitFits;
import org.ibcavi.inference.UnitMeans;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.FitReport;
import org.ibcavi.model.Prediction;
import org.ibcavi.model.PredictionMode;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.prior.GaussianPrior;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;

/**
 * Bayesian multiclass regression: K binary regressions fitted independently by coordinate ascent
 * (IB-CAVI, Wojnowicz et al., ICML 2022), and predictions from a categorical likelihood averaged
 * over a family of them. Immutable; each method returns a changed copy.
 *
 * <pre>{@code
 * CategoricalModel model = IbCavi.withDefaults().link(Link.PROBIT).threads(4).fit(data);
 * double[] p = model.probabilities(row);
 * }</pre>
 */
public final class IbCavi implements Cloneable {
  private Link link = Link.PROBIT;
  private Prior prior = Prior.learned();
  private Average average = Average.grid();
  private Solver solver = Solver.ACCELERATED;
  private StoppingRule rule = StoppingRule.DEFAULT;
  private int maxSweeps = 1000;
  private CovarianceShape covariance = CovarianceShape.AUTO;
  private Curvature curvature = Curvature.AUTO;
  private double scaleTolerance = 0.05;
  private boolean intercept = true;
  private boolean standardize = true;
  private PredictionMode predictionMode = PredictionMode.PLUG_IN;
  private int samples = 100;
  private long seed = 1;
  private int threads = 1;
  private Executor executor;
  private long memoryLimit;
  private FitListener listener = FitListener.none();

  private IbCavi() {}

  /**
   * Settings that need no tuning: probit link, learned prior scale, accelerated solver, average
   * over a grid, standardized features, one thread.
   *
   * @return the defaults
   */
  public static IbCavi withDefaults() {
    return new IbCavi();
  }

  private IbCavi copy() {
    try {
      return (IbCavi) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Chooses the binary link; probit unless told otherwise.
   *
   * @param newLink the link
   * @return changed settings
   */
  public IbCavi link(Link newLink) {
    IbCavi copy = copy();
    copy.link = Objects.requireNonNull(newLink, "link");
    return copy;
  }

  /**
   * Chooses the prior of the coefficients; one learned variance for all weights unless told
   * otherwise.
   *
   * @param newPrior the prior, of coefficients on the fitted scale
   * @return changed settings
   */
  public IbCavi prior(Prior newPrior) {
    IbCavi copy = copy();
    copy.prior = Objects.requireNonNull(newPrior, "prior");
    return copy;
  }

  /**
   * Chooses the members of the categorical family to average over; a grid unless told otherwise.
   *
   * @param newAverage the average
   * @return changed settings
   */
  public IbCavi average(Average newAverage) {
    IbCavi copy = copy();
    copy.average = Objects.requireNonNull(newAverage, "average");
    return copy;
  }

  /**
   * Chooses the solver; the accelerated one unless told otherwise.
   *
   * @param newSolver the solver
   * @return changed settings
   */
  public IbCavi solver(Solver newSolver) {
    IbCavi copy = copy();
    copy.solver = Objects.requireNonNull(newSolver, "solver");
    return copy;
  }

  /**
   * Stops each category at a relative tolerance; 1e-5 unless told otherwise.
   *
   * @param tolerance above 0 and below 1; see {@link StoppingRule.Tolerance}
   * @return changed settings
   */
  public IbCavi tolerance(double tolerance) {
    return stoppingRule(new StoppingRule.Tolerance(tolerance));
  }

  /**
   * Chooses when to stop.
   *
   * @param newRule the rule
   * @return changed settings
   */
  public IbCavi stoppingRule(StoppingRule newRule) {
    IbCavi copy = copy();
    copy.rule = Objects.requireNonNull(newRule, "stopping rule");
    return copy;
  }

  /**
   * Limits the sweeps; 1000 unless told otherwise.
   *
   * @param limit at least 1
   * @return changed settings
   */
  public IbCavi maxSweeps(int limit) {
    requireAtLeastOne("maximum sweeps", limit);
    IbCavi copy = copy();
    copy.maxSweeps = limit;
    return copy;
  }

  /**
   * Chooses whether the posterior knows correlations; by size and cost unless told otherwise.
   *
   * @param shape the shape
   * @return changed settings
   */
  public IbCavi covariance(CovarianceShape shape) {
    IbCavi copy = copy();
    copy.covariance = Objects.requireNonNull(shape, "covariance shape");
    return copy;
  }

  /**
   * Chooses which covariance stands beside the means; by cost unless told otherwise.
   *
   * @param newCurvature the curvature
   * @return changed settings
   */
  public IbCavi curvature(Curvature newCurvature) {
    IbCavi copy = copy();
    copy.curvature = Objects.requireNonNull(newCurvature, "curvature");
    return copy;
  }

  /**
   * How precisely a learned prior variance is found; to 5 % unless told otherwise.
   *
   * @param tolerance of its logarithm, above 0
   * @return changed settings
   */
  public IbCavi scaleTolerance(double tolerance) {
    if (!(tolerance > 0 && tolerance < 10)) {
      throw new IllegalArgumentException(
          "scale tolerance " + tolerance + "; must be above 0 and below 10");
    }
    IbCavi copy = copy();
    copy.scaleTolerance = tolerance;
    return copy;
  }

  /**
   * Chooses whether there is an intercept; there is one unless told otherwise.
   *
   * @param wanted whether
   * @return changed settings
   */
  public IbCavi intercept(boolean wanted) {
    IbCavi copy = copy();
    copy.intercept = wanted;
    return copy;
  }

  /**
   * Chooses whether features are standardized for the fit; they are unless told otherwise.
   * Coefficients are reported on the original scale all the same.
   *
   * @param wanted whether
   * @return changed settings
   */
  public IbCavi standardize(boolean wanted) {
    IbCavi copy = copy();
    copy.standardize = wanted;
    return copy;
  }

  /**
   * Chooses how the model computes probabilities; plug-in unless told otherwise.
   *
   * @param mode the way
   * @return changed settings
   */
  public IbCavi predictingBy(PredictionMode mode) {
    IbCavi copy = copy();
    copy.predictionMode = Objects.requireNonNull(mode, "prediction mode");
    return copy;
  }

  /**
   * Chooses the draws of a Monte Carlo prediction; 100 unless told otherwise.
   *
   * @param draws at least 2
   * @return changed settings
   */
  public IbCavi samples(int draws) {
    IbCavi copy = copy();
    copy.samples = new Prediction(predictionMode, draws, seed).samples();
    return copy;
  }

  /**
   * Seeds everything random; 1 unless told otherwise.
   *
   * @param newSeed the seed
   * @return changed settings
   */
  public IbCavi seed(long newSeed) {
    IbCavi copy = copy();
    copy.seed = newSeed;
    return copy;
  }

  /**
   * Fits on threads of its own; one unless told otherwise. The result does not depend on it.
   *
   * @param count at least 1
   * @return changed settings
   */
  public IbCavi threads(int count) {
    requireAtLeastOne("threads", count);
    IbCavi copy = copy();
    copy.threads = count;
    copy.executor = null;
    return copy;
  }

  /**
   * Fits on a given executor, which stays open.
   *
   * @param newExecutor runs the helpers of the calling thread
   * @param count threads that work at once, the calling one included
   * @return changed settings
   */
  public IbCavi threads(Executor newExecutor, int count) {
    IbCavi copy = threads(count);
    copy.executor = Objects.requireNonNull(newExecutor, "executor");
    return copy;
  }

  /**
   * Limits the memory a fit may need; what the heap has left unless told otherwise.
   *
   * @param bytes at least 1
   * @return changed settings
   */
  public IbCavi memoryLimit(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("memory limit " + bytes + "; must be at least 1");
    }
    IbCavi copy = copy();
    copy.memoryLimit = bytes;
    return copy;
  }

  /**
   * Watches the fit.
   *
   * @param newListener told of every sweep, and able to cancel
   * @return changed settings
   */
  public IbCavi listener(FitListener newListener) {
    IbCavi copy = copy();
    copy.listener = Objects.requireNonNull(newListener, "listener");
    return copy;
  }

  private static void requireAtLeastOne(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " " + value + "; must be at least 1");
    }
  }

  /**
   * Fits a model.
   *
   * @param data the training data, left untouched
   * @return the model
   * @throws IllegalArgumentException if settings and data do not go together
   * @throws MemoryLimitException if memory does not suffice
   * @throws org.ibcavi.parallel.FitCancelledException if the listener or an interrupt stopped it
   */
  public CategoricalModel fit(TrainingData data) {
    Objects.requireNonNull(data, "data");
    if (data.features().columns() == 0 && !intercept) {
      throw new IllegalArgumentException("no features and no intercept; nothing can be fitted");
    }
    try (Workers workers = workers()) {
      return new Fit(data, new FitContext(workers, listener)).run();
    }
  }

  private Workers workers() {
    return executor == null ? Workers.of(threads) : Workers.on(executor, threads);
  }

  /** One fit from data to model. */
  private final class Fit {
    private final TrainingData data;
    private final FitContext context;
    private final FitReport.Builder report = new FitReport.Builder();
    private Duration phaseStart = Duration.ZERO;

    Fit(TrainingData data, FitContext context) {
      this.data = data;
      this.context = context;
    }

    CategoricalModel run() {
      FitPlan plan = plan();
      try {
        return run(plan);
      } catch (OutOfMemoryError e) {
        throw new MemoryLimitException("memory ran out during the fit; " + plan.waysOut());
      }
    }

    /** From the sizes alone, before anything large is made. */
    private FitPlan plan() {
      Problem problem = Problem.of(link, data, data.features(), intercept);
      return FitPlan.of(problem, solver, rule, maxSweeps, covariance, curvature)
          .within(standardize, threads, memoryLimit > 0 ? memoryLimit : freeMemory());
    }

    private CategoricalModel run(FitPlan plan) {
      int columns = data.features().columns();
      Standardization standardization =
          standardize ? Standardization.of(data, intercept) : Standardization.none(columns);
      Problem problem = Problem.of(link, data, standardization.apply(data.features()), intercept);
      Inference inference = new Inference(problem, plan.settings(), context);
      end(FitPhase.PREPARATION);
      UnitMeans start = null;
      Prior fixed = prior;
      if (prior instanceof LearnedScale learned) {
        ScaleLearner.Result scale =
            new ScaleLearner(inference, learned, scaleTolerance, seed).learn();
        fixed = learned.at(scale.variance());
        start = scale.fits();
        report.weightVariance(scale.variance(), scale.evidence());
        scale.notes().forEach(report::note);
        end(FitPhase.SCALE);
      } else if (prior instanceof IsotropicPrior isotropic) {
        report.weightVariance(isotropic.weightVariance(), Double.NaN);
      }
      GaussianPrior gaussian = fixed.over(columns, intercept);
      UnitFits fits = inference.fit(gaussian, solver == Solver.CAVI ? null : start);
      report.inference(fits.trace(), fits.stopReason());
      if (fits.stopReason() == StopReason.SWEEP_LIMIT) {
        report.note("warning: the sweep limit ended inference before it converged");
      }
      end(FitPhase.INFERENCE);
      PosteriorCovariance spread = covariance(plan, problem, gaussian, fits);
      end(FitPhase.COVARIANCE);
      AlphaWeights weights = average(problem, fits);
      end(FitPhase.AVERAGING);
      describe(plan, weights);
      return new CategoricalModel(
          link,
          standardization,
          intercept,
          new Posterior(problem.unitOfCategory(), fits.means(), spread),
          weights,
          new Prediction(predictionMode, samples, seed),
          report.build());
    }

    private void end(FitPhase phase) {
      Duration now = context.elapsed();
      report.time(phase, now.minus(phaseStart));
      phaseStart = now;
    }

    private PosteriorCovariance covariance(
        FitPlan plan, Problem problem, GaussianPrior gaussian, UnitFits fits) {
      if (plan.curvature() == Curvature.CAVI) {
        return fits.covariance();
      }
      Laplace laplace = new Laplace(problem, gaussian, context);
      return plan.settings().diagonal() ? laplace.diagonal(fits) : laplace.full(fits);
    }

    /** Under the variational posterior, whatever covariance is kept beside the means. */
    private AlphaWeights average(Problem problem, UnitFits fits) {
      if (average.size() == 1) {
        return AlphaWeights.prior(average);
      }
      int rows = MemberEvidence.rowsFor(data.rows(), data.categories());
      if (rows < data.rows()) {
        report.note(
            "the average was weighed by " + rows + " of " + data.rows() + " rows, scaled up");
      }
      FittedPredictors predictors =
          FittedPredictors.of(problem, rows, fits.means(), fits.covariance(), seed);
      return new MemberEvidence(average, predictors, seed).weights(context);
    }

    private void describe(FitPlan plan, AlphaWeights weights) {
      report
          .size(
              data.rows(),
              data.features().columns(),
              data.categories(),
              (int) Arrays.stream(data.categoryWeights()).filter(w -> w > 0).count(),
              data.features().nonzeros())
          .alphaWeights(weights)
          .setting("link", link.name())
          .setting("prior", prior)
          .setting("average", average)
          .setting("solver", lower(solver))
          .setting("stopping", rule)
          .setting("max sweeps", maxSweeps)
          .setting("covariance", plan.settings().diagonal() ? "diagonal" : "full")
          .setting("curvature", lower(plan.curvature()))
          .setting("intercept", intercept)
          .setting("standardize", standardize)
          .setting("seed", seed)
          .setting("threads", threads);
    }

    private String lower(Enum<?> value) {
      return value.name().toLowerCase(Locale.ROOT);
    }
  }

  private static long freeMemory() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
  }
}
