// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Objects;
import java.util.concurrent.Executor;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalPass;
import org.ibcavi.local.PassMaker;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.RowSource;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Draws;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;

/**
 * Bayesian multiclass regression in two stages: K binary regressions fitted independently by
 * coordinate ascent (IB-CAVI, Wojnowicz et al., ICML 2022), and from there on categorical models of
 * all categories together, which predict as a weighted average. Immutable; each method returns a
 * changed copy.
 *
 * <pre>{@code
 * CategoricalModel model = IbCavi.withDefaults().threads(4).fit(data);
 * double[] p = model.probabilities(row);
 * }</pre>
 *
 * <p>Every option has a default, and hardly anybody needs another value. An option acts, or {@link
 * #fit} refuses it with a sentence that says why.
 */
public final class IbCavi {
  private static final IbCavi DEFAULTS = new IbCavi();

  private final Settings settings;
  private final Prior prior;
  private final CategoricalModel earlier;
  private final CategoricalModel start;
  private final Executor executor;
  private final FitListener listener;

  private IbCavi() {
    settings = Settings.none();
    prior = null;
    earlier = null;
    start = null;
    executor = null;
    listener = FitListener.none();
  }

  private IbCavi(
      Settings settings,
      Prior prior,
      CategoricalModel earlier,
      CategoricalModel start,
      Executor executor,
      FitListener listener) {
    this.settings = settings;
    this.prior = prior;
    this.earlier = earlier;
    this.start = start;
    this.executor = executor;
    this.listener = listener;
  }

  /**
   * Settings that need no tuning: both stages where the size of the data allows it, learned prior
   * scale, standardized features, one thread.
   *
   * @return the defaults
   */
  public static IbCavi withDefaults() {
    return DEFAULTS;
  }

  /**
   * The paper's method: the binary stage alone, logit link, standard normal prior, plain coordinate
   * ascent until the gain of the ELBO is small, the average of two likelihoods, features as they
   * are. The same as {@code withDefaults().method(Method.PUBLISHED)}.
   *
   * @return the published settings
   */
  public static IbCavi published() {
    return DEFAULTS.method(Method.PUBLISHED);
  }

  /**
   * Sets any option of the table.
   *
   * @param option which
   * @param value its value
   * @param <T> the type of its values
   * @return changed settings
   * @throws IllegalArgumentException with name, value and rule if the option does not take it
   */
  public <T> IbCavi with(Option<T> option, T value) {
    Objects.requireNonNull(option, "option");
    return with(settings.with(option, Objects.requireNonNull(value, option.name())));
  }

  /**
   * Takes over options that were set elsewhere, in place of all that were set here.
   *
   * @param options what was set
   * @return changed settings
   */
  public IbCavi with(Settings options) {
    Objects.requireNonNull(options, "settings");
    return new IbCavi(options, prior, earlier, start, executor, listener);
  }

  /**
   * The options that were set.
   *
   * @return all others are left to the method
   */
  public Settings settings() {
    return settings;
  }

  /**
   * Chooses which stages run, and with whose defaults.
   *
   * @param method auto unless told otherwise
   * @return changed settings
   */
  public IbCavi method(Method method) {
    return with(Option.METHOD, method);
  }

  /**
   * Chooses the link of the binary stage, or of the categorical stage's likelihoods.
   *
   * @param link probit in the binary stage and logit in the categorical one unless told otherwise
   * @return changed settings
   */
  public IbCavi link(Link link) {
    return with(Option.LINK, link);
  }

  /**
   * Chooses what the categorical stage's members are linear in.
   *
   * @param kind the features themselves unless told otherwise
   * @return changed settings
   */
  public IbCavi basis(BasisKind kind) {
    return with(Option.BASIS, kind);
  }

  /**
   * Chooses the prior of the coefficients; one learned variance for all weights unless told
   * otherwise. It takes the place of options about the prior that were set before, and of a model
   * to go on from. The usual variance of an intercept need not act where there is none.
   *
   * @param newPrior the prior, of coefficients on the fitted scale
   * @return changed settings
   */
  public IbCavi prior(Prior newPrior) {
    Objects.requireNonNull(newPrior, "prior");
    Settings without =
        settings
            .without(Option.PRIOR)
            .without(Option.PRIOR_VARIANCE)
            .without(Option.INTERCEPT_VARIANCE)
            .without(Option.SCALE_EVIDENCE);
    return new IbCavi(written(newPrior, without), newPrior, null, start, executor, listener);
  }

  /** A prior as options, if they can say it. */
  private static Settings written(Prior prior, Settings settings) {
    if (prior instanceof LearnedScale learned) {
      return settings
          .with(Option.INTERCEPT_VARIANCE, learned.interceptVariance())
          .with(Option.SCALE_EVIDENCE, learned.evidence());
    }
    if (prior instanceof IsotropicPrior isotropic) {
      return settings
          .with(Option.PRIOR_VARIANCE, isotropic.weightVariance())
          .with(Option.INTERCEPT_VARIANCE, isotropic.interceptVariance());
    }
    return settings;
  }

  /**
   * Goes on from a fitted model with new rows: its posterior is the prior of the new fit. Features,
   * categories, method, likelihoods, standardization and intercept are the model's; options that
   * would say otherwise are refused. A prior that was given before is forgotten.
   *
   * @param model the model to go on from, left untouched
   * @return changed settings
   */
  public IbCavi continuing(CategoricalModel model) {
    Objects.requireNonNull(model, "earlier model");
    Prior known = Choices.isWritten(prior) ? prior : null;
    return new IbCavi(settings, known, model, start, executor, listener);
  }

  /**
   * Chooses the members of the categorical family that predictions are averaged over.
   *
   * @param average eleven in the binary stage, and what the categorical stage chooses by cost,
   *     unless told otherwise
   * @return changed settings
   */
  public IbCavi average(Average average) {
    return with(Option.AVERAGE, average);
  }

  /**
   * Chooses how the binary optimum is approached.
   *
   * @param solver accelerated unless told otherwise
   * @return changed settings
   */
  public IbCavi solver(Solver solver) {
    return with(Option.SOLVER, solver);
  }

  /**
   * Chooses when an ascent has arrived.
   *
   * @param tolerance relative gradient, above 0 and below 1
   * @return changed settings
   */
  public IbCavi tolerance(double tolerance) {
    return with(Option.TOLERANCE, tolerance);
  }

  /**
   * Stops the binary stage by the published rule: when the gain of the ELBO in a sweep, times
   * categories/rows, is below a threshold.
   *
   * @param threshold above 0; 0.1 was published
   * @return changed settings
   */
  public IbCavi elboGain(double threshold) {
    return with(Option.ELBO_GAIN, threshold);
  }

  /**
   * Starts the ascents from a fitted model of the same features and categories, which saves passes;
   * its data play no part.
   *
   * @param model where to start
   * @return changed settings
   */
  public IbCavi startingFrom(CategoricalModel model) {
    Objects.requireNonNull(model, "model to start from");
    return new IbCavi(settings, prior, earlier, model, executor, listener);
  }

  /**
   * Limits sweeps of the binary stage and passes of each categorical member.
   *
   * @param limit at least 1
   * @return changed settings
   */
  public IbCavi maxSweeps(int limit) {
    return with(Option.MAX_SWEEPS, limit);
  }

  /**
   * Chooses the shape of the posterior covariance.
   *
   * @param shape full where it is affordable unless told otherwise
   * @return changed settings
   */
  public IbCavi covariance(CovarianceShape shape) {
    return with(Option.COVARIANCE, shape);
  }

  /**
   * Chooses which posterior stands around the means.
   *
   * @param kind the stage's own choice unless told otherwise
   * @return changed settings
   */
  public IbCavi posterior(PosteriorKind kind) {
    return with(Option.POSTERIOR, kind);
  }

  /**
   * Chooses how precisely a learned prior variance is found.
   *
   * @param tolerance of its logarithm, above 0 and below 10
   * @return changed settings
   */
  public IbCavi scaleTolerance(double tolerance) {
    return with(Option.SCALE_TOLERANCE, tolerance);
  }

  /**
   * Chooses whether each category has an intercept.
   *
   * @param wanted true unless told otherwise
   * @return changed settings
   */
  public IbCavi intercept(boolean wanted) {
    return with(Option.INTERCEPT, wanted);
  }

  /**
   * Chooses whether features are brought to one scale for the fit.
   *
   * @param wanted true unless told otherwise
   * @return changed settings
   */
  public IbCavi standardize(boolean wanted) {
    return with(Option.STANDARDIZE, wanted);
  }

  /**
   * Chooses how the model computes probabilities.
   *
   * @param mode at the means, or by the mean over draws where that suits, unless told otherwise
   * @return changed settings
   */
  public IbCavi predictingBy(PredictionMode mode) {
    return with(Option.PREDICT, mode);
  }

  /**
   * Chooses the draws of a Monte Carlo prediction.
   *
   * @param draws at least 2
   * @return changed settings
   */
  public IbCavi samples(int draws) {
    return with(Option.SAMPLES, draws);
  }

  /**
   * Seeds everything random.
   *
   * @param seed 1 unless told otherwise
   * @return changed settings
   */
  public IbCavi seed(long seed) {
    return with(Option.SEED, seed);
  }

  /**
   * Fits with several threads; the model has the same bits for any number.
   *
   * @param count 0 for all cores; 1 unless told otherwise
   * @return changed settings
   */
  public IbCavi threads(int count) {
    Settings changed = settings.with(Option.THREADS, count);
    return new IbCavi(changed, prior, earlier, start, null, listener);
  }

  /**
   * Fits with the threads of an executor.
   *
   * @param newExecutor runs tasks; it is not shut down
   * @param count how many tasks it runs side by side, 0 for as many as there are cores
   * @return changed settings
   */
  public IbCavi threads(Executor newExecutor, int count) {
    Objects.requireNonNull(newExecutor, "executor");
    Settings changed = settings.with(Option.THREADS, count);
    return new IbCavi(changed, prior, earlier, start, newExecutor, listener);
  }

  /**
   * Limits the memory that a fit may take beside the data.
   *
   * @param bytes 0 for what the heap has left
   * @return changed settings
   */
  public IbCavi memoryLimit(long bytes) {
    return with(Option.MEMORY_LIMIT, bytes);
  }

  /**
   * Watches fits.
   *
   * @param newListener told after every sweep and pass
   * @return changed settings
   */
  public IbCavi listener(FitListener newListener) {
    Objects.requireNonNull(newListener, "listener");
    return new IbCavi(settings, prior, earlier, start, executor, newListener);
  }

  /**
   * Fits a model.
   *
   * @param data rows, labels, weights, perhaps offsets
   * @return the model
   * @throws IllegalArgumentException if an option cannot act, or data and options do not fit
   *     together
   * @throws MemoryLimitException if there is not enough memory
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  public CategoricalModel fit(TrainingData data) {
    return fitHere(data, LocalPass::new);
  }

  /**
   * Fits a model to rows that are here while an engine, which has copies of them elsewhere, takes
   * over sums over them. The engine is on the class path, where packages that the module does not
   * export can be used.
   *
   * @param data rows, labels, weights
   * @param passes makes the passes over them
   * @return the model; the one of {@link #fit(TrainingData)} if the engine's sums are
   * @throws IllegalArgumentException if an option cannot act, or data and options do not fit
   *     together, or the data have offsets, of which an engine's copies of the rows know nothing
   * @throws MemoryLimitException if there is not enough memory here
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  @SuppressWarnings("exports") // For engines alone; see above.
  public CategoricalModel fit(TrainingData data, PassMaker passes) {
    Objects.requireNonNull(data, "data");
    if (!data.offsets().areNone()) {
      throw new IllegalArgumentException(
          data.offsets()
              + " for a fit whose sums an engine takes over; an engine's copies of the rows have"
              + " none, so fit these data without it");
    }
    return fitHere(data, passes);
  }

  private CategoricalModel fitHere(TrainingData data, PassMaker passes) {
    Objects.requireNonNull(data, "data");
    try (Workers workers = workers()) {
      return fit(new RowsHere(data, passes), workers).run();
    }
  }

  /**
   * Fits a model to rows that an engine holds elsewhere. Members are linear in the features, and
   * what the posteriors of a method compute row by row takes as many rows here as it needs.
   *
   * @param rows what the fit asks of them
   * @return the model
   * @throws IllegalArgumentException if an option cannot act, or data and options do not fit
   *     together
   * @throws MemoryLimitException if there is not enough memory here
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  @SuppressWarnings("exports") // For engines alone; see above.
  public CategoricalModel fitElsewhere(RowSource rows) {
    Objects.requireNonNull(rows, "rows");
    try (Workers workers = workers()) {
      return fit(new RowsElsewhere(rows), workers).run();
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
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  public CategoricalModel fit(double[][] rows, int[] labels) {
    return fit(TrainingData.of(rows, labels));
  }

  /**
   * Predicts each row by a model that was fitted to others: the rows are dealt into folds with the
   * same shares of the categories, at random by the seed, and each fold is predicted from all
   * others. What comes out shows how good predictions of new rows will be: give it to {@link
   * org.ibcavi.evaluation.ProbabilityScores#of}.
   *
   * @param data rows, labels, weights, perhaps offsets
   * @param folds how many fits, at least 2 and at most as many as there are rows; 10 is usual
   * @return for each row one probability for each category
   * @throws IllegalArgumentException as {@link #fit(TrainingData)}, or if the folds are too few or
   *     too many
   * @throws MemoryLimitException if there is not enough memory
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  public double[][] crossValidate(TrainingData data, int folds) {
    Objects.requireNonNull(data, "data");
    long seed = settings.in(Method.CATEGORICAL, Option.SEED).orElseThrow();
    return new CrossValidation(data, folds, seed).probabilities(this::fit);
  }

  /**
   * Fits a model and tells how far its posteriors can be trusted, by 1000 draws from each.
   *
   * @param data rows, labels, weights
   * @return the model, with figures and warnings about each of its members
   * @throws IllegalArgumentException as {@link #fit}, or if the method is not categorical
   * @throws MemoryLimitException if there is not enough memory
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  public Diagnosis diagnose(TrainingData data) {
    return diagnose(data, Draws.USUAL);
  }

  /**
   * Fits a model and tells how far its posteriors can be trusted. The draws of one member at a time
   * are held in memory.
   *
   * @param data rows, labels, weights
   * @param draws from the posterior of each member, at least 100
   * @return the model, with figures and warnings about each of its members
   * @throws IllegalArgumentException as {@link #fit}, or if the method is not categorical
   * @throws MemoryLimitException if there is not enough memory
   * @throws org.ibcavi.fit.FitCancelledException if the listener or an interrupt stopped it
   */
  public Diagnosis diagnose(TrainingData data, int draws) {
    Objects.requireNonNull(data, "data");
    if (draws < Draws.LEAST) {
      throw new IllegalArgumentException("draws " + draws + "; must be at least " + Draws.LEAST);
    }
    try (Workers workers = workers()) {
      return fit(new RowsHere(data, LocalPass::new), workers).diagnose(draws);
    }
  }

  private Fit fit(FitRows rows, Workers workers) {
    FitContext context = new FitContext(workers, listener);
    return new Fit(new Choices(settings, prior, earlier, start, rows.summary()), rows, context);
  }

  private Workers workers() {
    int asked = settings.in(Method.BINARY, Option.THREADS).orElseThrow();
    int count = asked == 0 ? Runtime.getRuntime().availableProcessors() : asked;
    return executor == null ? Workers.of(count) : Workers.on(executor, count);
  }

  /**
   * Whether the other has the same options, prior, models to go on or start from, executor and
   * listener.
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof IbCavi that
        && settings.equals(that.settings)
        && Objects.equals(prior, that.prior)
        && earlier == that.earlier
        && start == that.start
        && executor == that.executor
        && listener.equals(that.listener);
  }

  @Override
  public int hashCode() {
    return Objects.hash(settings, prior);
  }

  /** Such as {@code IbCavi(method=binary, threads=4)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("IbCavi(").append(settings);
    if (prior != null && !Choices.isWritten(prior)) {
      text.append(", prior=").append(prior);
    }
    if (earlier != null) {
      text.append(", continuing a model of ").append(earlier.report().allRows()).append(" rows");
    }
    if (start != null) {
      text.append(", starting from a model");
    }
    return text.append(')').toString();
  }
}
