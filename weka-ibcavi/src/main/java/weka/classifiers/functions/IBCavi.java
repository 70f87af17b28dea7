// SPDX-License-Identifier: GPL-3.0-or-later
package weka.classifiers.functions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamField;
import java.util.BitSet;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Optional;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.file.ModelFile;
import org.ibcavi.file.ModelFormatException;
import org.ibcavi.fit.FitCancelledException;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.Uncertainty;
import org.ibcavi.parallel.Workers;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.weka.AttributeEncoder;
import org.ibcavi.weka.ClassWeights;
import org.ibcavi.weka.ConfiguredClassifier;
import org.ibcavi.weka.DataDigest;
import org.ibcavi.weka.Measure;
import org.ibcavi.weka.ModelText;
import org.ibcavi.weka.PredictedBatch;
import org.ibcavi.weka.Progress;
import org.ibcavi.weka.SavedModel;
import weka.classifiers.IterativeClassifier;
import weka.core.AdditionalMeasureProducer;
import weka.core.Capabilities;
import weka.core.Capabilities.Capability;
import weka.core.Drawable;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.LogHandler;
import weka.core.TechnicalInformation;
import weka.core.TechnicalInformationHandler;
import weka.core.WeightedInstancesHandler;
import weka.gui.Logger;
import weka.gui.ProgrammaticProperty;

/**
 * Bayesian multiclass regression in two stages: one binary regression for each class, fitted by
 * closed-form coordinate ascent (IB-CAVI; Wojnowicz, Aeron, Miller and Hughes, ICML 2022), and from
 * there on categorical models of all classes together, over which predictions are averaged. The
 * prior's scale is learned, so there is nothing to tune. This class translates between Weka and the
 * core, which does the mathematics.
 *
 * <p>A model, once built, may predict from many threads at the same time.
 */
public final class IBCavi extends ConfiguredClassifier
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
   * @serialField trainedOn long a digest of the training data; 0 if it is not known
   */
  @SuppressWarnings("UnusedVariable") // Java's serialisation reads it.
  private static final ObjectStreamField[] serialPersistentFields = {
    new ObjectStreamField("options", String[].class),
    new ObjectStreamField("encoder", AttributeEncoder.class),
    new ObjectStreamField("model", byte[].class),
    new ObjectStreamField("trainedOn", long.class)
  };

  /** Sweeps or passes of the first iteration; each further one may take twice as many. */
  private static final int FIRST_SWEEPS = 10;

  private transient AttributeEncoder encoder;
  private transient CategoricalModel model;
  private transient long trainedOn;
  private transient Logger log;

  /** While it is iterated; null otherwise. */
  private transient TrainingData trainingData;

  /** Whether more sweeps of the same data would find anything; while it is iterated. */
  private transient boolean arrived;

  private transient int sweepsLeft;
  private transient int nextSweeps;

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
        + " Bayesian binary regression for each class by closed-form coordinate ascent, goes on from"
        + " there to categorical models of all classes together, and predicts with an average of"
        + " these. Where the data are too large for that, the binary regressions predict; the printed"
        + " model says what was done and why. The scale of the prior is learned from the data.\n\n"
        + "Missing values are replaced by training means and modes, with a column that tells where;"
        + " nominal attributes of more than two values become an indicator for each value; constant"
        + " ones are left out. An instance whose values are all missing gets the classes' shares.\n\n"
        + "Not updateable instance by instance: each update would be a fit of all classes. A model is"
        + " continued on the same data with resume.\n\n"
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
   * @throws Exception if the data or an option are refused
   */
  @Override
  public void buildClassifier(Instances data) throws Exception {
    forget();
    IbCavi whole = ibcavi();
    prepare(data);
    try {
      fit(whole);
    } finally {
      done();
    }
  }

  /**
   * Prepares for {@link #next}. A model that was built before is continued if {@link #getResume}
   * says so; else the first iteration is made here, because Weka asks for predictions at once.
   *
   * @param data the training data, left untouched
   * @throws Exception if the data or an option are refused
   */
  @Override
  public void initializeClassifier(Instances data) throws Exception {
    if (!getResume()) {
      forget();
    }
    sweepsLeft = settings().in(Method.BINARY, Option.MAX_SWEEPS).orElseThrow();
    prepare(data);
    nextSweeps = FIRST_SWEEPS;
    arrived = false;
    if (model == null) {
      iterate();
    }
  }

  private void prepare(Instances data) throws Exception {
    getCapabilities().testWithFail(data);
    AttributeEncoder learned = new AttributeEncoder(data);
    if (model != null) {
      learned.requireColumnsOf(encoder);
    }
    trainingData = learned.trainingData(data, ClassWeights.of(getClassWeights(), data));
    encoder = learned;
    trainedOn = DataDigest.of(data);
  }

  /**
   * Makes an iteration: a whole model of the chosen method, fitted from where the one before ended,
   * or anew where that one has no component that is linear in the attributes. The first may take
   * ten sweeps of the binary stage and ten passes of each categorical model, a further one twice as
   * many as the one before, and all together as many as the option {@code max-sweeps} says. So the
   * number of iterations does not depend on the data: Weka's IterativeClassifierOptimizer ends all
   * folds when one of them ends. Those after convergence cost nothing.
   *
   * @return false if there was nothing left to do; then the model is as it was
   * @throws IllegalStateException before {@link #initializeClassifier} and after {@link #done}
   * @throws Exception if the thread was interrupted
   */
  @Override
  public boolean next() throws Exception {
    if (trainingData == null) {
      throw new IllegalStateException("IBCavi: next() must come after initializeClassifier()");
    }
    if (sweepsLeft == 0) {
      return false;
    }
    iterate();
    return true;
  }

  private void iterate() throws InterruptedException {
    int sweeps = Math.min(sweepsLeft, nextSweeps);
    if (!arrived) {
      fit(ibcavi().maxSweeps(sweeps));
      arrived = model.report().converged();
    }
    sweepsLeft -= sweeps;
    nextSweeps = (int) Math.min(2L * nextSweeps, Integer.MAX_VALUE);
  }

  /** Ends the iterations. With {@link #setResume} more may follow, from where these ended. */
  @Override
  public void done() {
    trainingData = null;
    sweepsLeft = 0;
    if (log != null && model != null) {
      FitReport report = model.report();
      log.logMessage("IBCavi: " + ModelText.outcome(report));
      report.notes().forEach(note -> log.logMessage("IBCavi: " + note));
    }
  }

  private void forget() {
    encoder = null;
    model = null;
  }

  /** From the model before, unless that has no coefficients of the attributes to start from. */
  private void fit(IbCavi how) throws InterruptedException {
    boolean anew = model == null || !model.hasLinear();
    try {
      model = (anew ? how : how.startingFrom(model)).fit(trainingData);
    } catch (FitCancelledException e) {
      throw interrupted(e);
    } catch (MemoryLimitException e) {
      throw named(e);
    }
  }

  /** The core knows columns; what made most of them is an attribute. */
  private MemoryLimitException named(MemoryLimitException refusal) {
    Optional<String> widest = encoder.widestAttribute();
    if (widest.isEmpty()) {
      return refusal;
    }
    MemoryLimitException named =
        new MemoryLimitException(refusal.getMessage() + "; " + widest.get());
    named.initCause(refusal);
    return named;
  }

  private IbCavi ibcavi() {
    return IbCavi.withDefaults().with(settings()).listener(new Progress(log, getDebug()));
  }

  /** Throwing it clears the flag, as is the custom of the Java library. */
  private static InterruptedException interrupted(FitCancelledException cause) {
    Thread.interrupted();
    InterruptedException exception = new InterruptedException(cause.getMessage());
    exception.initCause(cause);
    return exception;
  }

  /**
   * The class probabilities of an instance.
   *
   * @param instance of the training data's attributes
   * @return one for each class; the classes' shares in the training data if all values are missing
   */
  @Override
  public double[] distributionForInstance(Instance instance) {
    CategoricalModel built = built();
    double[] row = encoder.encode(instance);
    return encoder.knowsNothingOf(instance) ? built.baseRates() : built.probabilities(row);
  }

  /**
   * How sure the model is of an instance's class probabilities.
   *
   * @param instance of the training data's attributes
   * @param level the probability that an interval holds, above 0 and below 1
   * @return predicted probabilities, intervals, and doubt split into noise and lack of data; empty
   *     if all values of the instance are missing
   */
  public Optional<Uncertainty> uncertainty(Instance instance, double level) {
    double[] row = encoder().encode(instance);
    return encoder.knowsNothingOf(instance)
        ? Optional.empty()
        : Optional.of(built().uncertainty(DesignMatrix.ofRow(row.length, row), level)[0]);
  }

  /**
   * Predicts many instances, by as many threads as there are slots.
   *
   * @param batch of the training data's attributes
   * @return a probability for each class of each instance
   * @throws InterruptedException if the thread was interrupted, as by the Explorer's Stop button
   */
  @Override
  public double[][] distributionsForInstances(Instances batch) throws InterruptedException {
    CategoricalModel built = built();
    if (Thread.interrupted()) {
      throw new InterruptedException("IBCavi: the prediction was stopped");
    }
    if (batch.isEmpty()) {
      return new double[0][];
    }
    DesignMatrix rows = encoder.encodeAll(batch);
    try (Workers workers = Workers.of(threads())) {
      double[][] predicted = built.probabilities(rows, workers);
      BitSet unknown = new BitSet();
      for (int i = 0; i < predicted.length; i++) {
        if (encoder.knowsNothingOf(batch.instance(i))) {
          unknown.set(i);
          predicted[i] = built.baseRates();
        }
      }
      PredictedBatch.remember(predicted, built, rows, unknown);
      return predicted;
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

  /**
   * Whether instances are the ones that the model was trained on.
   *
   * @param data all of them, in any order
   * @return false also if some of them are
   */
  public boolean wasTrainedOn(Instances data) {
    built();
    return trainedOn == DataDigest.of(data);
  }

  @Override
  public Enumeration<String> enumerateMeasures() {
    return Collections.enumeration(Measure.names());
  }

  /**
   * A figure of the model that was built; see {@link Measure}.
   *
   * @param name one of {@link #enumerateMeasures}, in any case
   * @return its value; NaN before building
   */
  @Override
  public double getMeasure(String name) {
    Measure measure = Measure.named(name);
    return model == null ? Double.NaN : measure.of(model);
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
        : new ModelText(model, encoder, getNumDecimalPlaces(), getPrintAll()).write();
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
    fields.put("trainedOn", trainedOn);
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
    ObjectInputStream.GetField fields = fields(in);
    if (getBatchSize() == null) {
      // A field whose name is damaged counts as one that an older version did not have.
      throw new InvalidObjectException("saved IBCavi: a setting of all classifiers is damaged");
    }
    String[] options = (String[]) fields.get("options", null);
    try {
      takeOptions(options == null ? new String[0] : options.clone());
    } catch (Exception e) {
      InvalidObjectException refused =
          new InvalidObjectException("saved IBCavi with options this version refuses: " + e);
      refused.initCause(e);
      throw refused;
    }
    encoder = (AttributeEncoder) fields.get("encoder", null);
    trainedOn = fields.get("trainedOn", 0L);
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

  private static ObjectInputStream.GetField fields(ObjectInputStream in)
      throws IOException, ClassNotFoundException {
    try {
      return in.readFields();
    } catch (EOFException e) {
      // Java's own has no message, and Weka would show "null".
      InvalidObjectException refused = new InvalidObjectException(SavedModel.CUT_OFF);
      refused.initCause(e);
      throw refused;
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
}
