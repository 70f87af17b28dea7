// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.config.Config;
import com.oracle.labs.mlrg.olcut.config.PropertyException;
import com.oracle.labs.mlrg.olcut.provenance.Provenance;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.categorical.Finish;
import org.ibcavi.categorical.Weighing;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.ibcavi.settings.StoppingRule;
import org.tribuo.Dataset;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.ImmutableOutputInfo;
import org.tribuo.Trainer;
import org.tribuo.WeightedExamples;
import org.tribuo.classification.Label;
import org.tribuo.classification.WeightedLabels;
import org.tribuo.provenance.ModelProvenance;
import org.tribuo.provenance.TrainerProvenance;
import org.tribuo.provenance.impl.TrainerProvenanceImpl;

/**
 * Trains Bayesian multiclass regressions: one probit or logit regression for each label, fitted by
 * IB-CAVI (Wojnowicz, Aeron, Miller and Hughes, ICML 2022), then a finish: categorical models of
 * all labels together, which start from there and predict as a weighted average. Nothing needs
 * tuning.
 *
 * <pre>{@code
 * IBCaviTrainer trainer = new IBCaviTrainer().numThreads(4);
 * IBCaviModel model = trainer.train(dataset);
 * }</pre>
 *
 * <p>Methods named after an option return a changed copy, whose invocation count is 0; a
 * configuration file sets the same options by the same names. A value that an option does not take
 * is a {@link PropertyException} that says what it takes.
 *
 * <p><b>Features.</b> The fit works on a sparse matrix, except where examples have on average at
 * least two thirds of the features of the domain: then a dense one takes no more memory. This
 * decides how {@code standardize} works, too. Dense columns are centred and divided by their
 * standard deviation; sparse ones are divided by their largest absolute value, so that zeros stay
 * zeros. Features that hashing gave the same id are added.
 *
 * <p><b>Weights.</b> An example of weight 2 counts as two examples, and label weights multiply the
 * weights of their examples. Weights of examples that sum to 1, such as AdaBoost's, are taken for
 * shares of the data and multiplied by the number of examples.
 *
 * <p><b>Labels without examples</b>, as the domain of a {@link org.tribuo.dataset.DatasetView} may
 * have them, get the small probability that their absence justifies.
 *
 * <p><b>Seed.</b> Chance only enters estimates by Monte Carlo. Every training uses the seed as it
 * is, so the same data give the same model whatever the invocation count, and for any number of
 * threads to the last bit.
 *
 * <p>Safe for use by several threads. Interrupting the thread that trains ends the training with a
 * {@link org.ibcavi.parallel.FitCancelledException}. Progress goes to the logger of this class: a
 * summary at {@code INFO}, every sweep at {@code FINE}.
 */
public final class IBCaviTrainer implements Trainer<Label>, WeightedExamples, WeightedLabels {
  /** Under this name the provenance of a continued model has that of the model before. */
  public static final String CONTINUED_FROM = "continued-from";

  /** How many of the features that were left out are named. */
  private static final int NAMES_LOGGED = 5;

  private static final long MEGABYTE = 1_000_000;

  private static final Logger logger = Logger.getLogger(IBCaviTrainer.class.getName());

  @Config(description = "Link of the binary regressions: probit or logit.")
  private String link = "probit";

  @Config(
      description =
          "Categorical likelihoods to average over: grid (weighted by the data; a finish chooses"
              + " them itself), bma (the published two), cbm, cbc or a single alpha from 0 to 1.")
  private String average = "grid";

  @Config(
      description =
          "What follows the binary regressions: auto (categorical models of all labels together,"
              + " where the size of the data allows it), categorical (these whatever they cost) or"
              + " none.")
  private String finish = "auto";

  @Config(description = "Prior variance of the weights: auto (learned from the data) or a number.")
  private String priorVariance = "auto";

  @Config(
      description =
          "How precisely a learned prior variance is found, as a difference of logarithms.")
  private double scaleTolerance = 0.05;

  @Config(
      description =
          "Whether a finish learns a prior variance for each feature, shared by the labels.")
  private boolean scalePerFeature;

  @Config(
      description =
          "How a finish weighs its members: stacking (by leave-one-out predictions) or evidence.")
  private String weighing = "stacking";

  @Config(description = "Prior variance of the intercepts.")
  private double interceptVariance = Prior.DEFAULT_INTERCEPT_VARIANCE;

  @Config(description = "Posterior covariance: full, diagonal or auto (by size).")
  private String covariance = "auto";

  @Config(description = "Solver: accelerated or cavi (as published).")
  private String solver = "accelerated";

  @Config(description = "Largest number of sweeps.")
  private int maxSweeps = 1000;

  @Config(
      description =
          "What the posterior variances are from: laplace (the likelihood's curvature), cavi (as"
              + " published, too narrow for rare labels) or auto (by size). Without a finish only.")
  private String curvature = "auto";

  @Config(description = "Relative tolerance at which a label's regression has converged.")
  private double tolerance = 1e-5;

  @Config(
      description =
          "Stop all regressions when a sweep's gain of the ELBO, times labels/examples, is below"
              + " this, instead of by tolerance; 0 for off.")
  private double elboGain;

  @Config(
      description =
          "How probabilities are computed: plugin (at the posterior means), moderated (shrunk by"
              + " their uncertainty) or montecarlo.")
  private String predict = "plugin";

  @Config(description = "Draws of a Monte Carlo prediction.")
  private int samples = 100;

  @Config(description = "Whether to bring the features to one scale for the fit.")
  private boolean standardize = true;

  @Config(description = "Seed of everything random.")
  private long seed = 1;

  @Config(description = "Threads that train; 0 for all cores. The model does not depend on it.")
  private int numThreads = 1;

  @Config(
      description =
          "Megabytes that training may take beside the data; 0 for what the heap has left. Below"
              + " what all labels together need they are fitted group after group.")
  private long memoryLimit;

  @Config(description = "What the weights of a label's examples are multiplied by; 1 if absent.")
  private Map<String, Float> labelWeights = new LinkedHashMap<>();

  private int invocationCount;

  /** A trainer with the default of every option. */
  public IBCaviTrainer() {
    postConfig();
  }

  /**
   * A trainer as the command line describes it.
   *
   * @param options the options
   */
  IBCaviTrainer(IBCaviOptions options) {
    link = options.link;
    average = options.average;
    finish = options.finish;
    priorVariance = options.priorVariance;
    scaleTolerance = options.scaleTolerance;
    scalePerFeature = options.scalePerFeature;
    weighing = options.weighing;
    interceptVariance = options.interceptVariance;
    covariance = options.covariance;
    curvature = options.curvature;
    solver = options.solver;
    maxSweeps = options.maxSweeps;
    tolerance = options.tolerance;
    elboGain = options.elboGain;
    predict = options.predict;
    samples = options.samples;
    standardize = options.standardize;
    seed = options.seed;
    numThreads = options.numThreads;
    memoryLimit = options.memoryLimit;
    postConfig();
  }

  private IBCaviTrainer(IBCaviTrainer other) {
    link = other.link;
    average = other.average;
    finish = other.finish;
    priorVariance = other.priorVariance;
    scaleTolerance = other.scaleTolerance;
    scalePerFeature = other.scalePerFeature;
    weighing = other.weighing;
    interceptVariance = other.interceptVariance;
    covariance = other.covariance;
    curvature = other.curvature;
    solver = other.solver;
    maxSweeps = other.maxSweeps;
    tolerance = other.tolerance;
    elboGain = other.elboGain;
    predict = other.predict;
    samples = other.samples;
    standardize = other.standardize;
    seed = other.seed;
    numThreads = other.numThreads;
    memoryLimit = other.memoryLimit;
    synchronized (other) {
      labelWeights = new LinkedHashMap<>(other.labelWeights);
    }
  }

  private IBCaviTrainer with(Consumer<IBCaviTrainer> change) {
    IBCaviTrainer copy = new IBCaviTrainer(this);
    change.accept(copy);
    copy.postConfig();
    return copy;
  }

  /**
   * Chooses the link of the binary regressions.
   *
   * @param value {@code probit}, the default, or {@code logit}
   * @return a changed copy
   */
  public IBCaviTrainer link(String value) {
    return with(copy -> copy.link = value);
  }

  /**
   * Chooses the categorical likelihoods to average over.
   *
   * @param value {@code grid}, the default, {@code bma}, {@code cbm}, {@code cbc} or an α from 0 to
   *     1
   * @return a changed copy
   */
  public IBCaviTrainer average(String value) {
    return with(copy -> copy.average = value);
  }

  /**
   * Chooses what follows the binary regressions.
   *
   * @param value {@code auto}, the default: categorical models of all labels together, where the
   *     size of the data allows it; {@code categorical}: these whatever they cost; {@code none}
   * @return a changed copy
   */
  public IBCaviTrainer finish(String value) {
    return with(copy -> copy.finish = value);
  }

  /**
   * Chooses the prior variance of the weights, on the fitted scale.
   *
   * @param value {@code auto}, the default, to learn it from the data, or a number above 0
   * @return a changed copy
   */
  public IBCaviTrainer priorVariance(String value) {
    return with(copy -> copy.priorVariance = value);
  }

  /**
   * Chooses how precisely a learned prior variance is found.
   *
   * @param value a difference of logarithms, above 0 and below 10; 0.05 by default
   * @return a changed copy
   */
  public IBCaviTrainer scaleTolerance(double value) {
    return with(copy -> copy.scaleTolerance = value);
  }

  /**
   * Chooses whether a finish learns a prior variance for each feature (automatic relevance
   * determination).
   *
   * @param value false by default
   * @return a changed copy
   */
  public IBCaviTrainer scalePerFeature(boolean value) {
    return with(copy -> copy.scalePerFeature = value);
  }

  /**
   * Chooses how a finish weighs its members.
   *
   * @param value {@code stacking}, the default, by leave-one-out predictions, or {@code evidence}
   * @return a changed copy
   */
  public IBCaviTrainer weighing(String value) {
    return with(copy -> copy.weighing = value);
  }

  /**
   * Chooses the prior variance of the intercepts.
   *
   * @param value above 0; 25 by default
   * @return a changed copy
   */
  public IBCaviTrainer interceptVariance(double value) {
    return with(copy -> copy.interceptVariance = value);
  }

  /**
   * Chooses the posterior covariance.
   *
   * @param value {@code full}, {@code diagonal} or {@code auto}, the default: by size
   * @return a changed copy
   */
  public IBCaviTrainer covariance(String value) {
    return with(copy -> copy.covariance = value);
  }

  /**
   * Chooses what the posterior variances of binary regressions are from; those of a finish are
   * always the curvature of its likelihood.
   *
   * @param value {@code laplace}, {@code cavi} or {@code auto}, the default: by size
   * @return a changed copy
   */
  public IBCaviTrainer curvature(String value) {
    return with(copy -> copy.curvature = value);
  }

  /**
   * Chooses the solver.
   *
   * @param value {@code accelerated}, the default, or {@code cavi}, as published
   * @return a changed copy
   */
  public IBCaviTrainer solver(String value) {
    return with(copy -> copy.solver = value);
  }

  /**
   * Limits the sweeps.
   *
   * @param value at least 1; 1000 by default
   * @return a changed copy
   */
  public IBCaviTrainer maxSweeps(int value) {
    return with(copy -> copy.maxSweeps = value);
  }

  /**
   * Chooses when a label's regression has converged.
   *
   * @param value above 0 and below 1; 1e-5 by default
   * @return a changed copy
   */
  public IBCaviTrainer tolerance(double value) {
    return with(copy -> copy.tolerance = value);
  }

  /**
   * Stops by the gain of the ELBO instead of the tolerance, as for the published tables.
   *
   * @param value at least 0; 0, the default, for off
   * @return a changed copy
   */
  public IBCaviTrainer elboGain(double value) {
    return with(copy -> copy.elboGain = value);
  }

  /**
   * Chooses how models compute probabilities.
   *
   * @param value {@code plugin}, the default, {@code moderated} or {@code montecarlo}
   * @return a changed copy
   */
  public IBCaviTrainer predict(String value) {
    return with(copy -> copy.predict = value);
  }

  /**
   * Chooses the draws of a Monte Carlo prediction.
   *
   * @param value at least 2; 100 by default
   * @return a changed copy
   */
  public IBCaviTrainer samples(int value) {
    return with(copy -> copy.samples = value);
  }

  /**
   * Chooses whether to bring the features to one scale for the fit.
   *
   * @param value true by default
   * @return a changed copy
   */
  public IBCaviTrainer standardize(boolean value) {
    return with(copy -> copy.standardize = value);
  }

  /**
   * Chooses the seed of everything random.
   *
   * @param value 1 by default
   * @return a changed copy
   */
  public IBCaviTrainer seed(long value) {
    return with(copy -> copy.seed = value);
  }

  /**
   * Chooses the number of threads that train.
   *
   * @param value at least 0; 0 for all cores, 1 by default
   * @return a changed copy
   */
  public IBCaviTrainer numThreads(int value) {
    return with(copy -> copy.numThreads = value);
  }

  /**
   * Limits the memory that training may take beside the data.
   *
   * @param megabytes at least 0; 0, the default, for what the heap has left
   * @return a changed copy
   */
  public IBCaviTrainer memoryLimit(long megabytes) {
    return with(copy -> copy.memoryLimit = megabytes);
  }

  /** Checks every option; configuration calls it. */
  @Override
  public synchronized void postConfig() {
    settings();
    labelWeights.forEach(IBCaviTrainer::requireWeight);
  }

  /** The options as the core takes them. */
  private IbCavi settings() {
    StoppingRule rule =
        elboGain == 0
            ? checked("tolerance", () -> new StoppingRule.Tolerance(tolerance))
            : checked("elboGain", () -> new StoppingRule.ElboGain(elboGain));
    IbCavi settings =
        IbCavi.withDefaults()
            .link(checked("link", () -> Link.named(link)))
            .average(checked("average", () -> Average.named(average)))
            .finish(finish())
            .prior(prior())
            .covariance(constant("covariance", CovarianceShape.class, covariance))
            .curvature(constant("curvature", Curvature.class, curvature))
            .solver(constant("solver", Solver.class, solver))
            .predictingBy(constant("predict", PredictionMode.class, predict))
            .stoppingRule(rule)
            .standardize(standardize)
            .seed(seed);
    IbCavi sampling = checked("samples", () -> settings.samples(samples));
    IbCavi limited = checked("maxSweeps", () -> sampling.maxSweeps(maxSweeps));
    IbCavi scaled = checked("scaleTolerance", () -> limited.scaleTolerance(scaleTolerance));
    return withinMemory(scaled.threads(threads()));
  }

  private Finish finish() {
    Finish chosen =
        checked("finish", () -> Finish.named(finish))
            .by(constant("weighing", Weighing.class, weighing));
    return scalePerFeature ? chosen.withScalePerFeature() : chosen;
  }

  private IbCavi withinMemory(IbCavi settings) {
    if (memoryLimit < 0 || memoryLimit > Long.MAX_VALUE / MEGABYTE) {
      throw new PropertyException(
          "", "memoryLimit", memoryLimit + "; must be megabytes, at least 0, where 0 is no limit");
    }
    return memoryLimit == 0 ? settings : settings.memoryLimit(memoryLimit * MEGABYTE);
  }

  private Prior prior() {
    Prior learned =
        checked(
            "interceptVariance", () -> Prior.learned().withInterceptVariance(interceptVariance));
    if (priorVariance.equalsIgnoreCase("auto")) {
      return learned;
    }
    try {
      return new IsotropicPrior(Double.parseDouble(priorVariance), interceptVariance);
    } catch (IllegalArgumentException e) {
      throw new PropertyException(
          "", "priorVariance", "'" + priorVariance + "'; must be auto or a finite number above 0");
    }
  }

  private int threads() {
    if (numThreads < 0) {
      throw new PropertyException(
          "", "numThreads", numThreads + "; must be at least 0, where 0 is all cores");
    }
    return numThreads == 0 ? Runtime.getRuntime().availableProcessors() : numThreads;
  }

  private static <T> T checked(String option, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new PropertyException("", option, e.getMessage());
    }
  }

  /** The constant of an enumeration that is written in lower case and without underscores. */
  private static <E extends Enum<E>> E constant(String option, Class<E> type, String text) {
    for (E value : type.getEnumConstants()) {
      if (written(value).equals(text.toLowerCase(Locale.ROOT))) {
        return value;
      }
    }
    String all =
        String.join(
            ", ", Arrays.stream(type.getEnumConstants()).map(IBCaviTrainer::written).toList());
    throw new PropertyException("", option, "'" + text + "'; must be one of " + all);
  }

  private static String written(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  private static void requireWeight(String label, Float weight) {
    if (!(weight >= 0) || weight.isInfinite()) {
      throw new PropertyException(
          "",
          "labelWeights",
          "label '" + label + "': weight " + weight + "; must be finite and at least 0");
    }
  }

  @Override
  public synchronized void setLabelWeights(Map<Label, Float> weights) {
    Map<String, Float> byName = new LinkedHashMap<>();
    weights.forEach((label, weight) -> byName.put(label.getLabel(), weight));
    byName.forEach(IBCaviTrainer::requireWeight);
    labelWeights = byName;
  }

  @Override
  public IBCaviModel train(Dataset<Label> examples) {
    return train(examples, Map.of());
  }

  @Override
  public IBCaviModel train(Dataset<Label> examples, Map<String, Provenance> runProvenance) {
    return train(examples, runProvenance, INCREMENT_INVOCATION_COUNT);
  }

  @Override
  public IBCaviModel train(
      Dataset<Label> examples, Map<String, Provenance> runProvenance, int invocation) {
    requireTrainable(examples);
    Run run = begin(invocation);
    ImmutableFeatureMap features = examples.getFeatureIDMap();
    ImmutableOutputInfo<Label> labels = examples.getOutputIDInfo();
    if (labels.size() < 2) {
      throw new IllegalArgumentException(
          "The supplied Dataset has " + labels.size() + " label; there must be at least 2.");
    }
    return run.fit(run.settings, examples, features, labels, runProvenance);
  }

  /**
   * Goes on from a model with new examples: what it knows of its coefficients is the prior of the
   * new fit. An approximation of training on all examples, old and new: the old ones are remembered
   * as a normal distribution. See {@link IbCavi#continuing} for how near it comes.
   *
   * <p>Features and labels are the model's. A label that it does not know is refused; one that had
   * no examples before may have some now. Features that it does not know are left out, as in a
   * prediction, and the log names some; an example with no other is refused. Link, prior, scale of
   * the features and prior weights of the average are the model's too, whatever this trainer is set
   * to; a finished model goes on with each of its members, one without finish goes on without.
   *
   * @param model the model to go on from, left untouched
   * @param examples new examples only
   * @return a model of all examples, with the given one's provenance as {@code continued-from}
   */
  public IBCaviModel continueTraining(IBCaviModel model, Dataset<Label> examples) {
    return continueTraining(model, examples, Map.of());
  }

  /**
   * Goes on from a model with new examples; see {@link #continueTraining(IBCaviModel, Dataset)}.
   *
   * @param model the model to go on from, left untouched
   * @param examples new examples only
   * @param runProvenance what else should stand in the provenance
   * @return a model of all examples, with the given one's provenance as {@code continued-from}
   */
  public IBCaviModel continueTraining(
      IBCaviModel model, Dataset<Label> examples, Map<String, Provenance> runProvenance) {
    requireTrainable(examples);
    ExampleData.requireDomain(examples, model.getFeatureIDMap(), model.getOutputIDInfo());
    logLeftOut(ExampleData.unknownFeatures(examples, model.getFeatureIDMap()));
    Run run = begin(INCREMENT_INVOCATION_COUNT);
    Map<String, Provenance> withEarlier = new LinkedHashMap<>(runProvenance);
    withEarlier.put(CONTINUED_FROM, model.getProvenance());
    return run.fit(
        run.settings.continuing(model.getCategoricalModel()),
        examples,
        model.getFeatureIDMap(),
        model.getOutputIDInfo(),
        withEarlier);
  }

  private static void logLeftOut(Set<String> names) {
    if (!names.isEmpty()) {
      String first = names.stream().limit(NAMES_LOGGED).collect(Collectors.joining(", "));
      logger.info(
          String.format(
              Locale.ROOT,
              "Left out %d features that the model to continue does not know: %s%s",
              names.size(),
              first,
              names.size() > NAMES_LOGGED ? ", ..." : ""));
    }
  }

  private synchronized Run begin(int invocation) {
    if (invocation != INCREMENT_INVOCATION_COUNT) {
      setInvocationCount(invocation);
    }
    Run run = new Run(getProvenance(), settings(), Map.copyOf(labelWeights));
    invocationCount++;
    return run;
  }

  /** One training, with the options as they were when it began. */
  private static final class Run {
    private final TrainerProvenance trainer;
    private final IbCavi settings;
    private final Map<String, Float> weights;

    Run(TrainerProvenance trainer, IbCavi settings, Map<String, Float> weights) {
      this.trainer = trainer;
      this.settings = settings;
      this.weights = weights;
    }

    IBCaviModel fit(
        IbCavi changed,
        Dataset<Label> examples,
        ImmutableFeatureMap features,
        ImmutableOutputInfo<Label> labels,
        Map<String, Provenance> runProvenance) {
      CategoricalModel fitted =
          changed
              .listener(new ProgressLog())
              .fit(ExampleData.of(examples, features, labels, weights));
      logReport(fitted.report());
      ModelProvenance provenance =
          new ModelProvenance(
              IBCaviModel.class.getName(),
              OffsetDateTime.now(ZoneId.systemDefault()),
              examples.getProvenance(),
              trainer,
              runProvenance);
      return new IBCaviModel("ibcavi", provenance, features, labels, fitted);
    }
  }

  private static void requireTrainable(Dataset<Label> examples) {
    if (examples.size() == 0) {
      throw new IllegalArgumentException("The supplied Dataset has no examples.");
    }
    if (examples.getOutputInfo().getUnknownCount() > 0) {
      throw new IllegalArgumentException(
          "The supplied Dataset contained unknown Outputs, and this Trainer is supervised.");
    }
  }

  private static void logReport(FitReport report) {
    double millis = report.times().values().stream().mapToLong(Duration::toMillis).sum();
    logger.info(
        () ->
            String.format(
                Locale.ROOT,
                "Trained on %d examples, %d features, %d labels in %.3f s: %s after %d sweeps, ELBO"
                    + " %.6g, weight variance %.4g, mean alpha %.2f",
                report.rows(),
                report.features(),
                report.categories(),
                millis / 1000,
                report.stopReason().description(),
                report.sweeps(),
                report.elbo(),
                report.weightVariance(),
                report.alphaWeights().meanAlpha()));
    report.notes().forEach(logger::info);
  }

  /** Tells the logger of every sweep. */
  private static final class ProgressLog implements FitListener {
    @Override
    public void onSweep(FitProgress progress) {
      if (logger.isLoggable(Level.FINE)) {
        logger.fine(
            String.format(
                Locale.ROOT,
                "%s sweep %d: objective %.8g, %d of %d regressions active, %.3f s",
                progress.phase().name().toLowerCase(Locale.ROOT),
                progress.sweep(),
                progress.objective(),
                progress.activeCategories(),
                progress.categories(),
                progress.elapsed().toMillis() / 1000.0));
      }
    }
  }

  @Override
  public synchronized int getInvocationCount() {
    return invocationCount;
  }

  @Override
  public synchronized void setInvocationCount(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("invocation count " + count + "; must be at least 0");
    }
    invocationCount = count;
  }

  @Override
  public synchronized TrainerProvenance getProvenance() {
    return new TrainerProvenanceImpl(this);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "IBCaviTrainer(link=%s, average=%s, finish=%s, scalePerFeature=%s, weighing=%s,"
            + " priorVariance=%s, scaleTolerance=%s, interceptVariance=%s, covariance=%s,"
            + " curvature=%s, solver=%s, maxSweeps=%d, tolerance=%s, elboGain=%s, predict=%s,"
            + " samples=%d, standardize=%s, seed=%d, numThreads=%d, memoryLimit=%d)",
        link,
        average,
        finish,
        scalePerFeature,
        weighing,
        priorVariance,
        scaleTolerance,
        interceptVariance,
        covariance,
        curvature,
        solver,
        maxSweeps,
        tolerance,
        elboGain,
        predict,
        samples,
        standardize,
        seed,
        numThreads,
        memoryLimit);
  }
}
