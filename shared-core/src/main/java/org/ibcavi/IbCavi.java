// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.ibcavi.averaging.Average;
import org.ibcavi.categorical.Finish;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitContext;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Prediction;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.ibcavi.settings.StoppingRule;

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
public final class IbCavi {
  private final Settings settings;

  private IbCavi(Settings settings) {
    this.settings = settings;
  }

  /**
   * Settings that need no tuning: probit link, learned prior scale, accelerated solver, average
   * over a grid, categorical finish, standardized features, one thread.
   *
   * @return the defaults
   */
  public static IbCavi withDefaults() {
    return new IbCavi(new Settings());
  }

  private IbCavi with(Consumer<Settings> change) {
    Settings copy = settings.copy();
    change.accept(copy);
    return new IbCavi(copy);
  }

  /**
   * Chooses the binary link; probit unless told otherwise.
   *
   * @param newLink the link
   * @return changed settings
   */
  public IbCavi link(Link newLink) {
    Objects.requireNonNull(newLink, "link");
    return with(copy -> copy.link = newLink);
  }

  /**
   * Chooses the prior of the coefficients; one learned variance for all weights unless told
   * otherwise.
   *
   * @param newPrior the prior, of coefficients on the fitted scale
   * @return changed settings
   */
  public IbCavi prior(Prior newPrior) {
    Objects.requireNonNull(newPrior, "prior");
    return with(
        copy -> {
          copy.prior = newPrior;
          copy.earlier = null;
        });
  }

  /**
   * Goes on from an earlier fit with new rows: its posterior N(μ_k, Σ_k) of each category is the
   * prior of that category now, and its weights of the members of the categorical family are their
   * prior weights. Takes the place of {@link #prior}; link, intercept and standardization are the
   * earlier ones, and the data must have the same features and categories, of which some may have
   * rows for the first time.
   *
   * <p>Bayes' rule says that this is the fit on all rows, but for what is kept of the earlier ones:
   * a normal distribution in place of the exact posterior. With Laplace covariances ({@link
   * Curvature#LAPLACE}) the difference vanishes as the earlier rows become many. The probit
   * covariance of CAVI is too narrow for rare categories, so that they learn too little from the
   * new rows; diagonal covariances forget correlations. The scale of a learned prior stays what the
   * earlier rows said.
   *
   * @param earlier the model to go on from, left untouched
   * @return changed settings
   */
  public IbCavi continuing(CategoricalModel earlier) {
    Objects.requireNonNull(earlier, "earlier model");
    return with(
        copy -> {
          copy.earlier = earlier;
          copy.link = earlier.link();
          copy.intercept = earlier.hasIntercept();
          copy.standardize = !earlier.standardization().isIdentity();
          copy.average = earlier.average().asPrior();
        });
  }

  /**
   * Chooses the members of the categorical family to average over; a grid unless told otherwise.
   *
   * @param newAverage the average
   * @return changed settings
   */
  public IbCavi average(Average newAverage) {
    Objects.requireNonNull(newAverage, "average");
    return with(copy -> copy.average = newAverage);
  }

  /**
   * Chooses what follows the independent binary fit; a categorical finish where the size of the
   * data allows it unless told otherwise. With the default grid of {@link #average} the finish
   * chooses its members among both links; any other average is finished as it is, with the chosen
   * link.
   *
   * @param newFinish the finish
   * @return changed settings
   */
  public IbCavi finish(Finish newFinish) {
    Objects.requireNonNull(newFinish, "finish");
    return with(copy -> copy.finish = newFinish);
  }

  /**
   * Chooses the solver; the accelerated one unless told otherwise.
   *
   * @param newSolver the solver
   * @return changed settings
   */
  public IbCavi solver(Solver newSolver) {
    Objects.requireNonNull(newSolver, "solver");
    return with(copy -> copy.solver = newSolver);
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
    Objects.requireNonNull(newRule, "stopping rule");
    return with(copy -> copy.rule = newRule);
  }

  /**
   * Starts inference where an earlier model ended, to continue a fit that was cut short or to fit
   * changed data sooner. The start does not move the optimum; a learned prior variance is searched
   * for again, from the earlier one. Standardization is that of the new data.
   *
   * @param model of as many features and categories, with an intercept if this fit has one
   * @return changed settings
   */
  public IbCavi startingFrom(CategoricalModel model) {
    Objects.requireNonNull(model, "earlier model");
    return with(copy -> copy.start = model);
  }

  /**
   * Limits the sweeps; 1000 unless told otherwise.
   *
   * @param limit at least 1
   * @return changed settings
   */
  public IbCavi maxSweeps(int limit) {
    requireAtLeastOne("maximum sweeps", limit);
    return with(copy -> copy.maxSweeps = limit);
  }

  /**
   * Chooses whether the posterior knows correlations; by size and cost unless told otherwise.
   *
   * @param shape the shape
   * @return changed settings
   */
  public IbCavi covariance(CovarianceShape shape) {
    Objects.requireNonNull(shape, "covariance shape");
    return with(copy -> copy.covariance = shape);
  }

  /**
   * Chooses which covariance stands beside the means; by cost unless told otherwise.
   *
   * @param newCurvature the curvature
   * @return changed settings
   */
  public IbCavi curvature(Curvature newCurvature) {
    Objects.requireNonNull(newCurvature, "curvature");
    return with(copy -> copy.curvature = newCurvature);
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
    return with(copy -> copy.scaleTolerance = tolerance);
  }

  /**
   * Chooses whether there is an intercept; there is one unless told otherwise.
   *
   * @param wanted whether
   * @return changed settings
   */
  public IbCavi intercept(boolean wanted) {
    return with(copy -> copy.intercept = wanted);
  }

  /**
   * Chooses whether features are standardized for the fit; they are unless told otherwise.
   * Coefficients are reported on the original scale all the same.
   *
   * @param wanted whether
   * @return changed settings
   */
  public IbCavi standardize(boolean wanted) {
    return with(copy -> copy.standardize = wanted);
  }

  /**
   * Chooses how the model computes probabilities; plug-in unless told otherwise.
   *
   * @param mode the way
   * @return changed settings
   */
  public IbCavi predictingBy(PredictionMode mode) {
    Objects.requireNonNull(mode, "prediction mode");
    return with(copy -> copy.predictionMode = mode);
  }

  /**
   * Chooses the draws of a Monte Carlo prediction; 100 unless told otherwise.
   *
   * @param draws at least 2
   * @return changed settings
   */
  public IbCavi samples(int draws) {
    int checked = new Prediction(PredictionMode.MONTE_CARLO, draws, 0).samples();
    return with(copy -> copy.samples = checked);
  }

  /**
   * Seeds everything random; 1 unless told otherwise.
   *
   * @param newSeed the seed
   * @return changed settings
   */
  public IbCavi seed(long newSeed) {
    return with(copy -> copy.seed = newSeed);
  }

  /**
   * Fits on threads of its own; one unless told otherwise. The result does not depend on it.
   *
   * @param count at least 1
   * @return changed settings
   */
  public IbCavi threads(int count) {
    requireAtLeastOne("threads", count);
    return with(
        copy -> {
          copy.threads = count;
          copy.executor = null;
        });
  }

  /**
   * Fits on a given executor, which stays open.
   *
   * @param newExecutor runs the helpers of the calling thread
   * @param count threads that work at once, the calling one included
   * @return changed settings
   */
  public IbCavi threads(Executor newExecutor, int count) {
    Objects.requireNonNull(newExecutor, "executor");
    return threads(count).with(copy -> copy.executor = newExecutor);
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
    return with(copy -> copy.memoryLimit = bytes);
  }

  /**
   * Watches the fit.
   *
   * @param newListener told of every sweep, and able to cancel
   * @return changed settings
   */
  public IbCavi listener(FitListener newListener) {
    Objects.requireNonNull(newListener, "listener");
    return with(copy -> copy.listener = newListener);
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
    if (data.features().columns() == 0 && !settings.intercept) {
      throw new IllegalArgumentException("no features and no intercept; nothing can be fitted");
    }
    settings.requireContinuable(data);
    try (Workers workers = workers()) {
      FitContext context = new FitContext(workers, settings.listener);
      return new Fit(settings, data, context).run();
    }
  }

  /**
   * Fits a model to dense rows that all count once.
   *
   * @param rows at least one row, all of the same length; copied
   * @param labels a category for each row, from 0; there are as many as the largest says
   * @return the model
   * @throws IllegalArgumentException if settings and data do not go together
   * @throws MemoryLimitException if memory does not suffice
   * @throws org.ibcavi.parallel.FitCancelledException if the listener or an interrupt stopped it
   */
  public CategoricalModel fit(double[][] rows, int[] labels) {
    return fit(TrainingData.of(rows, labels));
  }

  private Workers workers() {
    return settings.executor == null
        ? Workers.of(settings.threads)
        : Workers.on(settings.executor, settings.threads);
  }
}
