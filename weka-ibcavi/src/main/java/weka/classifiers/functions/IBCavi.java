// SPDX-License-Identifier: GPL-3.0-or-later
package weka.classifiers.functions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.categorical.Finish;
import org.ibcavi.categorical.Weighing;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.file.ModelFormatException;
import org.ibcavi.fit.StopReason;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.FitCancelledException;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.IsotropicPrior;
import org.ibcavi.prior.Prior;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Curvature;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.Solver;
import org.ibcavi.settings.StoppingRule;
import org.ibcavi.weka.AttributeEncoder;
import org.ibcavi.weka.Choice;
import org.ibcavi.weka.ModelText;
import org.ibcavi.weka.OptionReader;
import org.ibcavi.weka.Progress;
import weka.classifiers.IterativeClassifier;
import weka.classifiers.RandomizableClassifier;
import weka.core.AdditionalMeasureProducer;
import weka.core.Capabilities;
import weka.core.Capabilities.Capability;
import weka.core.Drawable;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.LogHandler;
import weka.core.Option;
import weka.core.OptionMetadata;
import weka.core.SelectedTag;
import weka.core.TechnicalInformation;
import weka.core.TechnicalInformationHandler;
import weka.core.Utils;
import weka.core.WeightedInstancesHandler;
import weka.gui.Logger;
import weka.gui.ProgrammaticProperty;

/**
 * Bayesian multiclass regression by IB-CAVI (Wojnowicz, Aeron, Miller and Hughes, ICML 2022): one
 * binary regression for each class, fitted by closed-form coordinate ascent, from there on to
 * categorical models of all classes, and probabilities from an average over these. The prior's
 * scale is learned, so there is nothing to tune. This class translates between Weka and the core,
 * which does the mathematics.
 *
 * <p>A model, once built, may predict from many threads at the same time.
 */
public final class IBCavi extends RandomizableClassifier
    implements WeightedInstancesHandler,
        TechnicalInformationHandler,
        AdditionalMeasureProducer,
        IterativeClassifier,
        Drawable,
        LogHandler {
  private static final long serialVersionUID = 1L;

  /**
   * What a saved classifier consists of, beside its superclasses' fields: the options as on a
   * command line, so that those of a later version find their defaults; how instances are encoded;
   * and the model in the core's own format, checksummed.
   *
   * @serialField options String[] the command line
   * @serialField encoder AttributeEncoder null before building
   * @serialField model byte[] null before building
   */
  @SuppressWarnings("UnusedVariable") // Java's serialisation reads it.
  private static final ObjectStreamField[] serialPersistentFields = {
    new ObjectStreamField("options", String[].class),
    new ObjectStreamField("encoder", AttributeEncoder.class),
    new ObjectStreamField("model", byte[].class)
  };

  private static final Choice LINKS = new Choice("probit", "logit");
  private static final Choice FINISHES = new Choice("none", "categorical", "auto");
  private static final Choice COVARIANCES = new Choice("full", "diagonal", "auto");
  private static final Choice CURVATURES = new Choice("laplace", "cavi", "auto");
  private static final Choice WEIGHINGS = new Choice("stacking", "evidence");
  private static final Choice SOLVERS = new Choice("accelerated", "cavi");
  private static final Choice PREDICTIONS = new Choice("plugin", "montecarlo");
  private static final String LEARNED = "auto";
  private static final double SCALE_TOLERANCE = 0.05;
  private static final long MEGABYTE = 1_000_000;

  /** Each iteration also makes a model that can predict; a single sweep would be too little. */
  private static final int SWEEPS_PER_ITERATION = 10;

  private static final String LINK_TIP = "The binary link: probit (normal) or logit (logistic).";

  private static final String AVERAGE_TIP =
      "The members of the categorical family that predictions are averaged over: "
          + "grid (weighed by the data), bma (the published two), cbm (alpha = 0), cbc "
          + "(alpha = 1), or a number alpha from 0 to 1. With grid the finish chooses links and "
          + "alphas itself; with another average it takes the link and these alphas.";

  private static final String FINISH_TIP =
      "What follows the fit of one binary regression for each class: auto (categorical models of "
          + "all classes together, fitted from there and weighed by how well they predict left-out "
          + "instances, if the data are not too large for it), categorical (these whatever it "
          + "costs), or none.";

  private static final String PRIOR_VARIANCE_TIP =
      "The prior variance of the weights, of standardized attributes unless these "
          + "are left as they are: auto to learn it from the data, or a number above 0.";

  private static final String INTERCEPT_VARIANCE_TIP =
      "The prior variance of the intercepts, above 0.";

  private static final String COVARIANCE_TIP =
      "The shape of the posterior covariance: full, diagonal, or auto, which "
          + "decides by the number of columns and by memory.";

  private static final String CURVATURE_TIP =
      "What the posterior variances are from: laplace (the likelihood's curvature), cavi (as "
          + "published, too narrow for rare classes) or auto (by size). Without a finish only.";

  private static final String SCALE_TOLERANCE_TIP =
      "How precisely a learned prior variance is found, as a difference of logarithms, above 0 and "
          + "below 10.";

  private static final String SCALE_PER_FEATURE_TIP =
      "Let a finish learn a prior variance for each column, shared by the classes.";

  private static final String WEIGHING_TIP =
      "How a finish weighs its models: stacking (by leave-one-out predictions) or evidence.";

  private static final String MEMORY_LIMIT_TIP =
      "Megabytes that training may take beside the data; 0 for what the heap has left. Below what "
          + "all classes together need they are fitted group after group.";

  private static final String MAX_SWEEPS_TIP = "The largest number of sweeps, at least 1.";

  private static final String TOLERANCE_TIP =
      "The relative tolerance at which a class stops, above 0 and below 1.";

  private static final String PREDICT_TIP =
      "Probabilities at the posterior means (plugin) or as the mean over draws from "
          + "the posterior (montecarlo), which knows how unsure the coefficients are.";

  private static final String SAMPLES_TIP =
      "The number of draws of a Monte Carlo prediction, at least 2.";

  private static final String PRINT_ALL_TIP = "Print every class and coefficient of a long model.";

  private static final String RESUME_TIP =
      "Let a model that was built, or saved and loaded, be continued where it ended: in the"
          + " Explorer by 'Continue iterating' in the menu of the result list, on the command line"
          + " by -continue-iterating. Start always begins anew. The model is no larger for it.";

  private static final List<String> MEASURES =
      List.of(
          "measureElbo",
          "measureSweeps",
          "measureConverged",
          "measureLearnedVariance",
          "measureLogEvidence",
          "measureMeanAlpha",
          "measureColumns");

  private transient String link = "probit";
  private transient String average = "grid";
  private transient String finish = "auto";
  private transient String priorVariance = LEARNED;
  private transient double interceptVariance = Prior.DEFAULT_INTERCEPT_VARIANCE;
  private transient String covariance = "auto";
  private transient String curvature = "auto";
  private transient double scaleTolerance = SCALE_TOLERANCE;
  private transient boolean scalePerFeature;
  private transient String weighing = "stacking";
  private transient int memoryLimit;
  private transient String solver = "accelerated";
  private transient int maxSweeps = 1000;
  private transient double tolerance = 1e-5;
  private transient double elboGain;
  private transient String predict = "plugin";
  private transient int samples = 100;
  private transient boolean doNotStandardize;
  private transient int numSlots = 1;
  private transient boolean printAll;
  private transient boolean resume;

  private transient AttributeEncoder encoder;
  private transient CategoricalModel model;
  private transient Logger log;

  /** While it is iterated; null otherwise. */
  private transient TrainingData trainingData;

  private transient int sweepsLeft;

  /** Defaults that need no tuning. */
  public IBCavi() {
    m_numDecimalPlaces = 4;
  }

  /**
   * Runs the classifier from the command line.
   *
   * @param options Weka's and those of this class
   */
  public static void main(String[] options) {
    runClassifier(new IBCavi(), options);
  }

  /**
   * For the property sheet and the command line.
   *
   * @return what this classifier does
   */
  public String globalInfo() {
    return "Bayesian multiclass regression: calibrated class probabilities without tuning. Fits one"
        + " Bayesian binary regression (probit or logit) for each class by closed-form coordinate"
        + " ascent, goes on from there to categorical models of all classes together, and predicts"
        + " with an average of these. The scale of the prior is learned from the data.\n\n"
        + "Missing values are replaced by training means and modes, nominal attributes of more than"
        + " two values become an indicator for each value, constant ones are left out.\n\n"
        + "For more information see:\n\n"
        + getTechnicalInformation();
  }

  @Override
  public TechnicalInformation getTechnicalInformation() {
    TechnicalInformation paper = new TechnicalInformation(TechnicalInformation.Type.INPROCEEDINGS);
    paper.setValue(
        TechnicalInformation.Field.AUTHOR,
        "Michael T. Wojnowicz and Shuchin Aeron and Eric L. Miller and Michael C. Hughes");
    paper.setValue(TechnicalInformation.Field.YEAR, "2022");
    paper.setValue(
        TechnicalInformation.Field.TITLE,
        "Easy Variational Inference for Categorical Models via an Independent Binary Approximation");
    paper.setValue(
        TechnicalInformation.Field.BOOKTITLE,
        "Proceedings of the 39th International Conference on Machine Learning");
    return paper;
  }

  @Override
  public Capabilities getCapabilities() {
    Capabilities capabilities = super.getCapabilities();
    capabilities.disableAll();
    capabilities.enable(Capability.NOMINAL_ATTRIBUTES);
    capabilities.enable(Capability.NUMERIC_ATTRIBUTES);
    capabilities.enable(Capability.DATE_ATTRIBUTES);
    capabilities.enable(Capability.MISSING_VALUES);
    capabilities.enable(Capability.NOMINAL_CLASS);
    capabilities.enable(Capability.MISSING_CLASS_VALUES);
    return capabilities;
  }

  /**
   * Fits a model from scratch, whatever was fitted before and whether or not it could be resumed.
   *
   * @param data the training data, left untouched
   * @throws InterruptedException if the thread was interrupted, as by the Explorer's Stop button;
   *     there is no model then
   * @throws Exception if the data are refused
   */
  @Override
  public void buildClassifier(Instances data) throws Exception {
    forget();
    prepare(data);
    try {
      fit(settings().maxSweeps(sweepsLeft));
    } finally {
      done();
    }
  }

  /**
   * Prepares for {@link #next}. A model that was built before is continued if {@link #getResume}
   * says so; else one of a single sweep takes its place, because Weka asks for predictions at once.
   *
   * @param data the training data, left untouched
   * @throws Exception if the data are refused
   */
  @Override
  public void initializeClassifier(Instances data) throws Exception {
    if (!resume) {
      forget();
    }
    prepare(data);
    if (model == null) {
      sweep(1);
    }
  }

  private void prepare(Instances data) throws Exception {
    getCapabilities().testWithFail(data);
    AttributeEncoder learned = new AttributeEncoder(data);
    if (model != null) {
      learned.requireColumnsOf(encoder);
    }
    trainingData = learned.trainingData(data);
    encoder = learned;
    sweepsLeft = maxSweeps;
  }

  /**
   * Goes on for ten sweeps of the binary regressions at the most; after it the model predicts. The
   * last iteration adds the finish, which needs them at their end. A model that is resumed and was
   * finished before has only this last one left.
   *
   * @return false when the fit has converged or {@link #getMaxSweeps} is reached
   * @throws IllegalStateException before {@link #initializeClassifier} and after {@link #done}
   * @throws Exception if the thread was interrupted
   */
  @Override
  public boolean next() throws Exception {
    if (trainingData == null) {
      throw new IllegalStateException("IBCavi: next() must come after initializeClassifier()");
    }
    if (model.finished()) {
      sweepsLeft = 0;
    }
    if (sweepsLeft > 0) {
      sweep(Math.min(sweepsLeft, SWEEPS_PER_ITERATION));
    }
    if (sweepsLeft == 0 && !finish.equals("none")) {
      fit(settings().maxSweeps(maxSweeps));
    }
    return sweepsLeft > 0;
  }

  /** Some sweeps without finish. */
  private void sweep(int sweeps) throws InterruptedException {
    fit(settings().finish(Finish.none()).maxSweeps(sweeps));
    boolean more = model.report().stopReason() == StopReason.SWEEP_LIMIT;
    sweepsLeft = more ? sweepsLeft - sweeps : 0;
  }

  /** Ends the iterations. With {@link #setResume} more may follow, from where these ended. */
  @Override
  public void done() {
    trainingData = null;
    sweepsLeft = 0;
    if (log != null && model != null) {
      FitReport report = model.report();
      log.logMessage(
          "IBCavi: " + report.stopReason().description() + " after " + report.sweeps() + " sweeps");
      report.notes().forEach(note -> log.logMessage("IBCavi: " + note));
    }
  }

  private void forget() {
    encoder = null;
    model = null;
  }

  private void fit(IbCavi settings) throws InterruptedException {
    try {
      model = (model == null ? settings : settings.startingFrom(model)).fit(trainingData);
    } catch (FitCancelledException e) {
      throw interrupted(e);
    }
  }

  private IbCavi settings() {
    IbCavi settings = unlimitedSettings();
    return memoryLimit == 0 ? settings : settings.memoryLimit(memoryLimit * MEGABYTE);
  }

  private IbCavi unlimitedSettings() {
    return IbCavi.withDefaults()
        .link(Link.named(link))
        .average(Average.named(average))
        .finish(chosenFinish())
        .prior(prior())
        .covariance(CovarianceShape.valueOf(covariance.toUpperCase(Locale.ROOT)))
        .curvature(Curvature.valueOf(curvature.toUpperCase(Locale.ROOT)))
        .scaleTolerance(scaleTolerance)
        .solver(Solver.valueOf(solver.toUpperCase(Locale.ROOT)))
        .stoppingRule(
            elboGain > 0
                ? new StoppingRule.ElboGain(elboGain)
                : new StoppingRule.Tolerance(tolerance))
        .predictingBy(
            predict.equals("plugin") ? PredictionMode.PLUG_IN : PredictionMode.MONTE_CARLO)
        .samples(samples)
        .standardize(!doNotStandardize)
        .seed(getSeed())
        .threads(threads())
        .listener(new Progress(log, getDebug()));
  }

  private Finish chosenFinish() {
    Finish chosen = Finish.named(finish).by(Weighing.valueOf(weighing.toUpperCase(Locale.ROOT)));
    return scalePerFeature ? chosen.withScalePerFeature() : chosen;
  }

  private Prior prior() {
    return priorVariance.equals(LEARNED)
        ? Prior.learned().withInterceptVariance(interceptVariance)
        : new IsotropicPrior(Double.parseDouble(priorVariance), interceptVariance);
  }

  private int threads() {
    return numSlots == 0 ? Runtime.getRuntime().availableProcessors() : numSlots;
  }

  /** Throwing it clears the flag, as is the custom of the Java library. */
  private static InterruptedException interrupted(FitCancelledException cause) {
    Thread.interrupted();
    InterruptedException exception = new InterruptedException(cause.getMessage());
    exception.initCause(cause);
    return exception;
  }

  @Override
  public double[] distributionForInstance(Instance instance) throws Exception {
    try {
      return built().probabilities(encoder.encode(instance));
    } catch (FitCancelledException e) {
      throw interrupted(e);
    }
  }

  @Override
  public double[][] distributionsForInstances(Instances batch) throws Exception {
    CategoricalModel built = built();
    try (Workers workers = Workers.of(threads())) {
      return built.probabilities(encoder.encodeAll(batch), workers);
    } catch (FitCancelledException e) {
      throw interrupted(e);
    }
  }

  @Override
  public boolean implementsMoreEfficientBatchPrediction() {
    return true;
  }

  private CategoricalModel built() {
    if (model == null) {
      throw new IllegalStateException("IBCavi: No model built yet.");
    }
    return model;
  }

  /**
   * The fitted model, for programs that want more than Weka asks for.
   *
   * @return the core's model
   * @throws IllegalStateException before building
   */
  public CategoricalModel model() {
    return built();
  }

  /**
   * How instances become the model's rows.
   *
   * @return the encoder
   * @throws IllegalStateException before building
   */
  public AttributeEncoder encoder() {
    built();
    return encoder;
  }

  @Override
  public Enumeration<String> enumerateMeasures() {
    return Collections.enumeration(MEASURES);
  }

  /**
   * A figure of the fit. ELBO, sweeps, learned variance and its log evidence are those of the
   * binary regressions, which a finished model started from; {@code measureConverged} is 0 if these
   * or the finish met the limit of sweeps, and {@code measureMeanAlpha} is of the models that
   * predict.
   *
   * @param name one of {@link #enumerateMeasures}, in any case
   * @return its value; NaN before building
   */
  @Override
  public double getMeasure(String name) {
    String known =
        MEASURES.stream()
            .filter(name::equalsIgnoreCase)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        name + " not supported (IBCavi); must be one of " + MEASURES));
    if (model == null) {
      return Double.NaN;
    }
    FitReport report = model.report();
    return switch (known) {
      case "measureElbo" -> report.elbo();
      case "measureSweeps" -> report.sweeps();
      case "measureConverged" -> report.stopReason() == StopReason.SWEEP_LIMIT ? 0 : 1;
      case "measureLearnedVariance" -> report.weightVariance();
      case "measureLogEvidence" -> report.evidence();
      case "measureMeanAlpha" -> model.meanAlpha();
      default -> report.features();
    };
  }

  /**
   * None of Weka's own kinds of graph: the pictures are drawn by plug-ins of the result list.
   *
   * @return {@link Drawable#NOT_DRAWABLE}
   */
  @Override
  public int graphType() {
    return Drawable.NOT_DRAWABLE;
  }

  /**
   * What makes Weka ask the plug-ins of this package for pictures: a line that says what could be
   * drawn.
   *
   * @return one line
   * @throws IllegalStateException before building
   */
  @Override
  public String graph() {
    return String.format(
        Locale.ROOT, "IBCavi: %d classes, %d columns", built().categories(), model.features());
  }

  @Override
  public void setLog(Logger newLog) {
    log = newLog;
  }

  @ProgrammaticProperty
  @Override
  public Logger getLog() {
    return log;
  }

  @Override
  public String toString() {
    return model == null
        ? "IBCavi: No model built yet."
        : new ModelText(model, encoder, getNumDecimalPlaces(), printAll).write();
  }

  /**
   * Saves.
   *
   * <p>The fields of {@code serialPersistentFields}, nothing else.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  private void writeObject(ObjectOutputStream out) throws IOException {
    ObjectOutputStream.PutField fields = out.putFields();
    fields.put("options", getOptions());
    fields.put("encoder", model == null ? null : encoder);
    fields.put("model", model == null ? null : bytes());
    out.writeFields();
  }

  private byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ModelFile.write(model, bytes);
    return bytes.toByteArray();
  }

  /**
   * Loads; refuses what is damaged.
   *
   * @param in where from
   * @throws IOException if reading fails or what was read is no classifier
   * @throws ClassNotFoundException if a class is missing
   */
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    ObjectInputStream.GetField fields = in.readFields();
    String[] options = (String[]) fields.get("options", null);
    try {
      setOptions(options == null ? new String[0] : options.clone());
    } catch (Exception e) {
      InvalidObjectException refused =
          new InvalidObjectException("saved IBCavi with options this version refuses: " + e);
      refused.initCause(e);
      throw refused;
    }
    encoder = (AttributeEncoder) fields.get("encoder", null);
    byte[] bytes = (byte[]) fields.get("model", null);
    if (bytes != null) {
      model = read(bytes);
    }
    if ((model == null) != (encoder == null)
        || (model != null
            && (model.features() != encoder.size() || model.categories() != encoder.classes()))) {
      throw new InvalidObjectException("saved IBCavi whose model and attributes do not match");
    }
  }

  private static CategoricalModel read(byte[] bytes) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    try {
      CategoricalModel model = ModelFile.read(in);
      if (in.available() > 0) {
        throw new InvalidObjectException("saved IBCavi: bytes after the end of the model");
      }
      return model;
    } catch (ModelFormatException e) {
      throw new IOException("saved IBCavi: " + e.getMessage(), e);
    }
  }

  @Override
  public Enumeration<Option> listOptions() {
    List<Option> options = new ArrayList<>();
    options.add(option(linkTipText(), "probit", "link", 1, "-link probit|logit"));
    options.add(
        option(averageTipText(), "grid", "average", 1, "-average grid|bma|cbm|cbc|<number>"));
    options.add(option(finishTipText(), "auto", "finish", 1, "-finish none|categorical|auto"));
    options.add(
        option(
            priorVarianceTipText(), "auto", "prior-variance", 1, "-prior-variance auto|<number>"));
    options.add(
        option(
            interceptVarianceTipText(),
            "25",
            "intercept-variance",
            1,
            "-intercept-variance <number>"));
    options.add(
        option(covarianceTipText(), "auto", "covariance", 1, "-covariance full|diagonal|auto"));
    options.add(option(solverTipText(), "accelerated", "solver", 1, "-solver accelerated|cavi"));
    options.add(option(maxSweepsTipText(), "1000", "max-sweeps", 1, "-max-sweeps <number>"));
    options.add(option(toleranceTipText(), "1.0E-5", "tolerance", 1, "-tolerance <number>"));
    options.add(option(elboGainTipText(), "0, off", "elbo-gain", 1, "-elbo-gain <number>"));
    options.add(option(predictTipText(), "plugin", "predict", 1, "-predict plugin|montecarlo"));
    options.add(option(samplesTipText(), "100", "samples", 1, "-samples <number>"));
    options.add(
        option(
            doNotStandardizeTipText(),
            "attributes are standardized",
            "no-standardize",
            0,
            "-no-standardize"));
    options.add(option(numSlotsTipText(), "1", "num-slots", 1, "-num-slots <number>"));
    options.add(
        option(printAllTipText(), "long models are abbreviated", "print-all", 0, "-print-all"));
    options.add(
        option(
            scalePerFeatureTipText(),
            "one for all columns",
            "scale-per-feature",
            0,
            "-scale-per-feature"));
    options.add(
        option(weighingTipText(), "stacking", "weighing", 1, "-weighing stacking|evidence"));
    options.add(
        option(scaleToleranceTipText(), "0.05", "scale-tolerance", 1, "-scale-tolerance <number>"));
    options.add(option(curvatureTipText(), "auto", "curvature", 1, "-curvature laplace|cavi|auto"));
    options.add(option(memoryLimitTipText(), "0", "memory-limit", 1, "-memory-limit <megabytes>"));
    options.add(option(resumeTipText(), "a model is final", "resume", 0, "-resume"));
    options.addAll(Collections.list(super.listOptions()));
    return Collections.enumeration(options);
  }

  private static Option option(
      String text, String fallback, String name, int arguments, String synopsis) {
    String[] lines = Utils.breakUp(text + " (default: " + fallback + ")", 70);
    return new Option("\t" + String.join("\n\t", lines), name, arguments, synopsis);
  }

  /**
   * Reads options; those that are absent get their defaults.
   *
   * <pre>
   * -link probit|logit
   * -average grid|bma|cbm|cbc|&lt;number&gt;
   * -finish none|categorical|auto
   * -prior-variance auto|&lt;number&gt;
   * -intercept-variance &lt;number&gt;
   * -covariance full|diagonal|auto
   * -solver accelerated|cavi
   * -max-sweeps &lt;number&gt;
   * -tolerance &lt;number&gt;
   * -elbo-gain &lt;number&gt;
   * -predict plugin|montecarlo
   * -samples &lt;number&gt;
   * -no-standardize
   * -num-slots &lt;number&gt;
   * -print-all
   * -scale-per-feature
   * -weighing stacking|evidence
   * -scale-tolerance &lt;number&gt;
   * -curvature laplace|cavi|auto
   * -memory-limit &lt;megabytes&gt;
   * -resume
   * -S &lt;seed&gt;
   * </pre>
   *
   * @param options the command line
   * @throws Exception if a value is refused or an option is unknown
   */
  @Override
  public void setOptions(String[] options) throws Exception {
    OptionReader reader = new OptionReader(options);
    reader.text("link", "probit", text -> link = LINKS.check(text));
    reader.text("average", "grid", this::setAverage);
    reader.text("finish", "auto", text -> finish = FINISHES.check(text));
    reader.text("prior-variance", "auto", this::setPriorVariance);
    reader.number("intercept-variance", 25, this::setInterceptVariance);
    reader.text("covariance", "auto", text -> covariance = COVARIANCES.check(text));
    reader.text("solver", "accelerated", text -> solver = SOLVERS.check(text));
    reader.integer("max-sweeps", 1000, this::setMaxSweeps);
    reader.number("tolerance", 1.0E-5, this::setTolerance);
    reader.number("elbo-gain", 0, this::setElboGain);
    reader.text("predict", "plugin", text -> predict = PREDICTIONS.check(text));
    reader.integer("samples", 100, this::setSamples);
    setDoNotStandardize(reader.flag("no-standardize"));
    reader.integer("num-slots", 1, this::setNumSlots);
    setPrintAll(reader.flag("print-all"));
    setScalePerFeature(reader.flag("scale-per-feature"));
    reader.text("weighing", "stacking", text -> weighing = WEIGHINGS.check(text));
    reader.number("scale-tolerance", SCALE_TOLERANCE, this::setScaleTolerance);
    reader.text("curvature", "auto", text -> curvature = CURVATURES.check(text));
    reader.integer("memory-limit", 0, this::setMemoryLimit);
    setResume(reader.flag("resume"));
    int[] seed = new int[1];
    reader.integer("S", 1, value -> seed[0] = value);
    super.setOptions(options);
    setSeed(seed[0]);
    Utils.checkForRemainingOptions(options);
  }

  @Override
  public String[] getOptions() {
    List<String> options = new ArrayList<>();
    Collections.addAll(options, "-link", link);
    Collections.addAll(options, "-average", average);
    Collections.addAll(options, "-finish", finish);
    Collections.addAll(options, "-prior-variance", priorVariance);
    Collections.addAll(options, "-intercept-variance", Double.toString(interceptVariance));
    Collections.addAll(options, "-covariance", covariance);
    Collections.addAll(options, "-solver", solver);
    Collections.addAll(options, "-max-sweeps", Integer.toString(maxSweeps));
    Collections.addAll(options, "-tolerance", Double.toString(tolerance));
    if (elboGain > 0) {
      Collections.addAll(options, "-elbo-gain", Double.toString(elboGain));
    }
    Collections.addAll(options, "-predict", predict);
    Collections.addAll(options, "-samples", Integer.toString(samples));
    if (doNotStandardize) {
      options.add("-no-standardize");
    }
    Collections.addAll(options, "-num-slots", Integer.toString(numSlots));
    if (printAll) {
      options.add("-print-all");
    }
    addUnlessDefault(options);
    if (resume) {
      options.add("-resume");
    }
    Collections.addAll(options, super.getOptions());
    return options.toArray(new String[0]);
  }

  /** Options that hardly anybody needs stay out of sight unless they were set. */
  private void addUnlessDefault(List<String> options) {
    if (scalePerFeature) {
      options.add("-scale-per-feature");
    }
    if (!weighing.equals("stacking")) {
      Collections.addAll(options, "-weighing", weighing);
    }
    if (scaleTolerance != SCALE_TOLERANCE) {
      Collections.addAll(options, "-scale-tolerance", Double.toString(scaleTolerance));
    }
    if (!curvature.equals("auto")) {
      Collections.addAll(options, "-curvature", curvature);
    }
    if (memoryLimit > 0) {
      Collections.addAll(options, "-memory-limit", Integer.toString(memoryLimit));
    }
  }

  private static void require(boolean valid, String rule) {
    if (!valid) {
      throw new IllegalArgumentException(rule);
    }
  }

  private static boolean isAverage(String text) {
    try {
      return Average.named(text).size() > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isVariance(String text) {
    try {
      return text.equals(LEARNED) || Prior.isotropic(Double.parseDouble(text)) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * The binary link: probit (normal) or logit (logistic).
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Link", description = LINK_TIP, displayOrder = 1)
  public SelectedTag getLink() {
    return LINKS.select(link);
  }

  /**
   * Sets link.
   *
   * @param value the setting
   */
  public void setLink(SelectedTag value) {
    link = LINKS.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String linkTipText() {
    return LINK_TIP;
  }

  /**
   * Average; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Average", description = AVERAGE_TIP, displayOrder = 2)
  public String getAverage() {
    return average;
  }

  /**
   * Sets average.
   *
   * @param value the setting
   */
  public void setAverage(String value) {
    String text = value.trim().toLowerCase(Locale.ROOT);
    require(isAverage(text), "must be grid or bma or cbm or cbc or a number from 0 to 1");
    average = text;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String averageTipText() {
    return AVERAGE_TIP;
  }

  /**
   * Finish; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Finish", description = FINISH_TIP, displayOrder = 3)
  public SelectedTag getFinish() {
    return FINISHES.select(finish);
  }

  /**
   * Sets finish.
   *
   * @param value the setting
   */
  public void setFinish(SelectedTag value) {
    finish = FINISHES.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String finishTipText() {
    return FINISH_TIP;
  }

  /**
   * Prior variance; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Prior variance",
      description = PRIOR_VARIANCE_TIP,
      displayOrder = 4)
  public String getPriorVariance() {
    return priorVariance;
  }

  /**
   * Sets prior variance.
   *
   * @param value the setting
   */
  public void setPriorVariance(String value) {
    String text = value.trim().toLowerCase(Locale.ROOT);
    require(isVariance(text), "must be auto or a number above 0");
    priorVariance = text;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String priorVarianceTipText() {
    return PRIOR_VARIANCE_TIP;
  }

  /**
   * The prior variance of the intercepts, above 0.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Intercept variance",
      description = INTERCEPT_VARIANCE_TIP,
      displayOrder = 5)
  public double getInterceptVariance() {
    return interceptVariance;
  }

  /**
   * Sets intercept variance.
   *
   * @param value the setting
   */
  public void setInterceptVariance(double value) {
    require(value > 0 && value <= Double.MAX_VALUE, "must be above 0 and finite");
    interceptVariance = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String interceptVarianceTipText() {
    return INTERCEPT_VARIANCE_TIP;
  }

  /**
   * Covariance; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Covariance", description = COVARIANCE_TIP, displayOrder = 6)
  public SelectedTag getCovariance() {
    return COVARIANCES.select(covariance);
  }

  /**
   * Sets covariance.
   *
   * @param value the setting
   */
  public void setCovariance(SelectedTag value) {
    covariance = COVARIANCES.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String covarianceTipText() {
    return COVARIANCE_TIP;
  }

  /**
   * Solver; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Solver",
      description =
          "How the optimum is approached: accelerated, or cavi as published; both have "
              + "the same optimum.",
      displayOrder = 7)
  public SelectedTag getSolver() {
    return SOLVERS.select(solver);
  }

  /**
   * Sets solver.
   *
   * @param value the setting
   */
  public void setSolver(SelectedTag value) {
    solver = SOLVERS.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String solverTipText() {
    return "How the optimum is approached: accelerated, or cavi as published; both have the "
        + "same optimum.";
  }

  /**
   * The largest number of sweeps, at least 1.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Maximum sweeps", description = MAX_SWEEPS_TIP, displayOrder = 8)
  public int getMaxSweeps() {
    return maxSweeps;
  }

  /**
   * Sets maximum sweeps.
   *
   * @param value the setting
   */
  public void setMaxSweeps(int value) {
    require(value >= 1, "must be at least 1");
    maxSweeps = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String maxSweepsTipText() {
    return MAX_SWEEPS_TIP;
  }

  /**
   * The relative tolerance at which a class stops, above 0 and below 1.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Tolerance", description = TOLERANCE_TIP, displayOrder = 9)
  public double getTolerance() {
    return tolerance;
  }

  /**
   * Sets tolerance.
   *
   * @param value the setting
   */
  public void setTolerance(double value) {
    require(value > 0 && value < 1, "must be above 0 and below 1");
    tolerance = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String toleranceTipText() {
    return TOLERANCE_TIP;
  }

  /**
   * ELBO gain; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "ELBO gain (0 = off)",
      description =
          "Stop all classes together when a sweep raises the ELBO, times classes over "
              + "instances, by less than this: the rule of the published tables, where it is "
              + "0.1. 0 for off; otherwise it takes the place of the tolerance.",
      displayOrder = 10)
  public double getElboGain() {
    return elboGain;
  }

  /**
   * Sets ELBO gain.
   *
   * @param value the setting
   */
  public void setElboGain(double value) {
    require(value >= 0 && value <= Double.MAX_VALUE, "must be above 0, or 0 for off");
    elboGain = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String elboGainTipText() {
    return "Stop all classes together when a sweep raises the ELBO, times classes over "
        + "instances, by less than this: the rule of the published tables, where it is 0.1. "
        + "0 for off; otherwise it takes the place of the tolerance.";
  }

  /**
   * Prediction; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Prediction", description = PREDICT_TIP, displayOrder = 11)
  public SelectedTag getPredict() {
    return PREDICTIONS.select(predict);
  }

  /**
   * Sets prediction.
   *
   * @param value the setting
   */
  public void setPredict(SelectedTag value) {
    predict = PREDICTIONS.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String predictTipText() {
    return PREDICT_TIP;
  }

  /**
   * The number of draws of a Monte Carlo prediction, at least 2.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Samples", description = SAMPLES_TIP, displayOrder = 12)
  public int getSamples() {
    return samples;
  }

  /**
   * Sets samples.
   *
   * @param value the setting
   */
  public void setSamples(int value) {
    require(value >= 2, "must be at least 2");
    samples = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String samplesTipText() {
    return SAMPLES_TIP;
  }

  /**
   * Leave the attributes as they are; then the prior speaks of their own units.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Do not standardize",
      description = "Leave the attributes as they are; then the prior speaks of their own units.",
      displayOrder = 13)
  public boolean getDoNotStandardize() {
    return doNotStandardize;
  }

  /**
   * Sets do not standardize.
   *
   * @param value the setting
   */
  public void setDoNotStandardize(boolean value) {
    doNotStandardize = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String doNotStandardizeTipText() {
    return "Leave the attributes as they are; then the prior speaks of their own units.";
  }

  /**
   * Number of slots; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Number of slots (threads)",
      description =
          "The number of threads; 0 for one on each core. The model does not depend on " + "it.",
      displayOrder = 14)
  public int getNumSlots() {
    return numSlots;
  }

  /**
   * Sets number of slots.
   *
   * @param value the setting
   */
  public void setNumSlots(int value) {
    require(value >= 0, "must be at least 0");
    numSlots = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String numSlotsTipText() {
    return "The number of threads; 0 for one on each core. The model does not depend on it.";
  }

  /**
   * Print every class and coefficient of a long model.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Print all", description = PRINT_ALL_TIP, displayOrder = 15)
  public boolean getPrintAll() {
    return printAll;
  }

  /**
   * Sets print all.
   *
   * @param value the setting
   */
  public void setPrintAll(boolean value) {
    printAll = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String printAllTipText() {
    return PRINT_ALL_TIP;
  }

  /**
   * Scale per feature; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Scale per feature",
      description = SCALE_PER_FEATURE_TIP,
      displayOrder = 22)
  public boolean getScalePerFeature() {
    return scalePerFeature;
  }

  /**
   * Sets scale per feature.
   *
   * @param value the setting
   */
  public void setScalePerFeature(boolean value) {
    scalePerFeature = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String scalePerFeatureTipText() {
    return SCALE_PER_FEATURE_TIP;
  }

  /**
   * Weighing; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Weighing", description = WEIGHING_TIP, displayOrder = 23)
  public SelectedTag getWeighing() {
    return WEIGHINGS.select(weighing);
  }

  /**
   * Sets weighing.
   *
   * @param value the setting
   */
  public void setWeighing(SelectedTag value) {
    weighing = WEIGHINGS.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String weighingTipText() {
    return WEIGHING_TIP;
  }

  /**
   * Scale tolerance; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Scale tolerance",
      description = SCALE_TOLERANCE_TIP,
      displayOrder = 24)
  public double getScaleTolerance() {
    return scaleTolerance;
  }

  /**
   * Sets scale tolerance.
   *
   * @param value the setting
   */
  public void setScaleTolerance(double value) {
    require(value > 0 && value < 10, "must be above 0 and below 10");
    scaleTolerance = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String scaleToleranceTipText() {
    return SCALE_TOLERANCE_TIP;
  }

  /**
   * Curvature; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Curvature", description = CURVATURE_TIP, displayOrder = 25)
  public SelectedTag getCurvature() {
    return CURVATURES.select(curvature);
  }

  /**
   * Sets curvature.
   *
   * @param value the setting
   */
  public void setCurvature(SelectedTag value) {
    curvature = CURVATURES.word(value);
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String curvatureTipText() {
    return CURVATURE_TIP;
  }

  /**
   * Memory limit; see the tip text.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Memory limit", description = MEMORY_LIMIT_TIP, displayOrder = 26)
  public int getMemoryLimit() {
    return memoryLimit;
  }

  /**
   * Sets memory limit.
   *
   * @param value the setting
   */
  public void setMemoryLimit(int value) {
    require(value >= 0, "must be megabytes, at least 0, where 0 is no limit");
    memoryLimit = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String memoryLimitTipText() {
    return MEMORY_LIMIT_TIP;
  }

  /**
   * Whether iterations go on from a model that was built before.
   *
   * @return the setting
   */
  @OptionMetadata(displayName = "Resume", description = RESUME_TIP, displayOrder = 16)
  @Override
  public boolean getResume() {
    return resume;
  }

  /**
   * Sets resume.
   *
   * @param value the setting
   */
  @Override
  public void setResume(boolean value) {
    resume = value;
  }

  /**
   * For the property sheet.
   *
   * @return the tip text
   */
  public String resumeTipText() {
    return RESUME_TIP;
  }

  // Weka's own properties, overridden for their names and places in the property sheet.

  /**
   * Seeds all that is random.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Seed",
      description = "The seed of all that is random.",
      displayOrder = 17)
  @Override
  public int getSeed() {
    return super.getSeed();
  }

  /**
   * How many digits of a number the printed model has.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Significant digits",
      description = "The number of significant digits in the printed model.",
      displayOrder = 18)
  @Override
  public int getNumDecimalPlaces() {
    return super.getNumDecimalPlaces();
  }

  /**
   * How many instances Weka lets it predict at once.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Batch size",
      description = "The number of instances that Weka passes on at once for prediction.",
      displayOrder = 19)
  @Override
  public String getBatchSize() {
    return super.getBatchSize();
  }

  /**
   * Whether the data are fitted unchecked.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Do not check capabilities",
      description = "Fit without checking the data first.",
      displayOrder = 20)
  @Override
  public boolean getDoNotCheckCapabilities() {
    return super.getDoNotCheckCapabilities();
  }

  /**
   * Whether every sweep is printed on the console.
   *
   * @return the setting
   */
  @OptionMetadata(
      displayName = "Debug",
      description = "Print every sweep on the console.",
      displayOrder = 21)
  @Override
  public boolean getDebug() {
    return super.getDebug();
  }
}
