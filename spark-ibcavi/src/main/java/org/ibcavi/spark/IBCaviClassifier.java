// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Objects;
import org.apache.spark.ml.classification.ProbabilisticClassifier;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.shared.HasWeightCol;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/**
 * Bayesian multiclass regression in two stages: one binary regression for each class, fitted by
 * IB-CAVI (Wojnowicz, Aeron, Miller and Hughes, ICML 2022), and from there on categorical models of
 * all classes together, which predict as a weighted average. Nothing needs tuning.
 *
 * <pre>{@code
 * IBCaviClassifier classifier = new IBCaviClassifier().setLabelCol("index");
 * IBCaviClassificationModel model = classifier.fit(rows);
 * model.transform(rows).select("probability", "prediction");
 * }</pre>
 *
 * <p><b>Options</b> are those of the core's table, with names in camel case; see {@link
 * IBCaviOptions}. <b>Labels</b> are whole numbers from 0, as many as there are: the limit of 100
 * classes without metadata does not hold here. <b>Features</b> are fitted as a sparse matrix,
 * except where rows store on average at least two thirds of the values; the option {@code
 * standardize} says how columns of either form are brought to one scale.
 *
 * <p><b>Where the rows are</b> is chosen by {@link #strategy()}. The result does not depend on
 * partitions: rows are put into an order that their contents decide.
 */
public final class IBCaviClassifier
    extends ProbabilisticClassifier<Vector, IBCaviClassifier, IBCaviClassificationModel>
    implements IBCaviOptions, IBCaviOutputs, HasWeightCol, DefaultParamsWritable {
  private static final long serialVersionUID = 1;

  /** Null while Spark's constructors run. */
  private final String uid;

  /** Set by Spark's trait. */
  private Param<String> weightCol;

  /** An estimator that leaves every option to the method. */
  public IBCaviClassifier() {
    this(Identifiable$.MODULE$.randomUID("ibcavi"));
  }

  /**
   * An estimator of a given uid.
   *
   * @param uid tells it from others in a pipeline
   */
  public IBCaviClassifier(String uid) {
    this(HandedUid.of(Objects.requireNonNull(uid, "uid")));
  }

  private IBCaviClassifier(HandedUid uid) {
    HasWeightCol.$init$(this);
    this.uid = uid.taken();
    OwnParams.setOutputDefaults(this);
    setDefault(strategy(), Words.of(Strategy.AUTO));
    setDefault(gatherLimit(), 0);
  }

  @Override
  public String uid() {
    return uid == null ? HandedUid.pending() : uid;
  }

  /**
   * Where the rows are during the fit: {@code gather} brings them to one task, which fits with the
   * core; {@code split} copies them to every executor, and these share out the classes; {@code
   * partition} leaves them where they are, and each pass over them is a job; {@code auto} gathers
   * or splits what {@link #gatherLimit()} allows.
   *
   * @return the Param; {@code auto} unless set
   */
  public Param<String> strategy() {
    return OwnParams.choice(
        this,
        "strategy",
        "where the rows are during the fit: gather (in one task), split (on every executor; these"
            + " share out the classes), partition (where they are; each pass is a job) or auto"
            + " (gather or split if they fit)",
        Words.all(Strategy.class));
  }

  /**
   * Megabytes of features up to which strategy {@code auto} gathers rows.
   *
   * @return the Param; 0, an eighth of an executor's memory, unless set
   */
  public IntParam gatherLimit() {
    return OwnParams.atLeast(
        this,
        "gatherLimit",
        0,
        "megabytes of features up to which strategy auto gathers rows; 0 for an eighth of an"
            + " executor's memory");
  }

  @Override
  public Param<String> weightCol() {
    return weightCol;
  }

  /**
   * Called by Spark to set the Param of weights.
   *
   * @param param the Param
   */
  @Override
  public void org$apache$spark$ml$param$shared$HasWeightCol$_setter_$weightCol_$eq(
      Param<String> param) {
    weightCol = param;
  }

  /**
   * Sets the column of weights: a row of weight 2 counts as two rows.
   *
   * @param value its name; all rows count once if it is empty
   * @return this
   */
  public IBCaviClassifier setWeightCol(String value) {
    set(weightCol(), value);
    return this;
  }

  /**
   * Sets where the rows are during the fit.
   *
   * @param value auto, gather, split or partition
   * @return this
   */
  public IBCaviClassifier setStrategy(String value) {
    set(strategy(), value);
    return this;
  }

  /**
   * Sets how many megabytes of features strategy auto gathers.
   *
   * @param value at least 0; 0 for an eighth of an executor's memory
   * @return this
   */
  public IBCaviClassifier setGatherLimit(int value) {
    set(gatherLimit(), value);
    return this;
  }

  /**
   * Sets method: which stages run, and with whose defaults.
   *
   * @param value see {@link Option#METHOD}
   * @return this
   */
  public IBCaviClassifier setMethod(String value) {
    set(method(), value);
    return this;
  }

  /**
   * Sets predict: how probabilities are computed from the posterior.
   *
   * @param value see {@link Option#PREDICT}
   * @return this
   */
  public IBCaviClassifier setPredict(String value) {
    set(predict(), value);
    return this;
  }

  /**
   * Sets priorVariance: prior variance of the weights; learned where it is not set.
   *
   * @param value see {@link Option#PRIOR_VARIANCE}
   * @return this
   */
  public IBCaviClassifier setPriorVariance(double value) {
    set(priorVariance(), value);
    return this;
  }

  /**
   * Sets prior: what is learned about the weights' prior.
   *
   * @param value see {@link Option#PRIOR}
   * @return this
   */
  public IBCaviClassifier setPrior(String value) {
    set(prior(), value);
    return this;
  }

  /**
   * Sets basis: what the categorical models are linear in.
   *
   * @param value see {@link Option#BASIS}
   * @return this
   */
  public IBCaviClassifier setBasis(String value) {
    set(basis(), value);
    return this;
  }

  /**
   * Sets threads: threads of the task that fits where rows are gathered.
   *
   * @param value see {@link Option#THREADS}
   * @return this
   */
  public IBCaviClassifier setThreads(int value) {
    set(threads(), value);
    return this;
  }

  /**
   * Sets seed: seed of all that is random; the same data, options and seed give the same model.
   *
   * @param value see {@link Option#SEED}
   * @return this
   */
  public IBCaviClassifier setSeed(long value) {
    set(seed(), value);
    return this;
  }

  /**
   * Sets link: link of the regressions and of the categorical likelihoods.
   *
   * @param value see {@link Option#LINK}
   * @return this
   */
  public IBCaviClassifier setLink(String value) {
    set(link(), value);
    return this;
  }

  /**
   * Sets average: likelihoods that predictions are averaged over, by their power α from 0 to 1.
   *
   * @param value see {@link Option#AVERAGE}
   * @return this
   */
  public IBCaviClassifier setAverage(String value) {
    set(average(), value);
    return this;
  }

  /**
   * Sets interceptVariance: prior variance of the intercepts.
   *
   * @param value see {@link Option#INTERCEPT_VARIANCE}
   * @return this
   */
  public IBCaviClassifier setInterceptVariance(double value) {
    set(interceptVariance(), value);
    return this;
  }

  /**
   * Sets scaleEvidence: what a learned prior variance is chosen by.
   *
   * @param value see {@link Option#SCALE_EVIDENCE}
   * @return this
   */
  public IBCaviClassifier setScaleEvidence(String value) {
    set(scaleEvidence(), value);
    return this;
  }

  /**
   * Sets scaleTolerance: how precisely a learned prior variance is found.
   *
   * @param value see {@link Option#SCALE_TOLERANCE}
   * @return this
   */
  public IBCaviClassifier setScaleTolerance(double value) {
    set(scaleTolerance(), value);
    return this;
  }

  /**
   * Sets covariance: the shape of the posterior covariance.
   *
   * @param value see {@link Option#COVARIANCE}
   * @return this
   */
  public IBCaviClassifier setCovariance(String value) {
    set(covariance(), value);
    return this;
  }

  /**
   * Sets posterior: where the posterior's variances are from.
   *
   * @param value see {@link Option#POSTERIOR}
   * @return this
   */
  public IBCaviClassifier setPosterior(String value) {
    set(posterior(), value);
    return this;
  }

  /**
   * Sets solver: solver of the binary stage.
   *
   * @param value see {@link Option#SOLVER}
   * @return this
   */
  public IBCaviClassifier setSolver(String value) {
    set(solver(), value);
    return this;
  }

  /**
   * Sets tolerance: when an ascent has arrived.
   *
   * @param value see {@link Option#TOLERANCE}
   * @return this
   */
  public IBCaviClassifier setTolerance(double value) {
    set(tolerance(), value);
    return this;
  }

  /**
   * Sets elboGain: the published stopping rule.
   *
   * @param value see {@link Option#ELBO_GAIN}
   * @return this
   */
  public IBCaviClassifier setElboGain(double value) {
    set(elboGain(), value);
    return this;
  }

  /**
   * Sets maxSweeps: sweeps or passes at the most.
   *
   * @param value see {@link Option#MAX_SWEEPS}
   * @return this
   */
  public IBCaviClassifier setMaxSweeps(int value) {
    set(maxSweeps(), value);
    return this;
  }

  /**
   * Sets samples: draws of a Monte Carlo prediction.
   *
   * @param value see {@link Option#SAMPLES}
   * @return this
   */
  public IBCaviClassifier setSamples(int value) {
    set(samples(), value);
    return this;
  }

  /**
   * Sets intercept: whether each category has an intercept.
   *
   * @param value see {@link Option#INTERCEPT}
   * @return this
   */
  public IBCaviClassifier setIntercept(boolean value) {
    set(intercept(), value);
    return this;
  }

  /**
   * Sets standardize: whether features are brought to one scale for the fit.
   *
   * @param value see {@link Option#STANDARDIZE}
   * @return this
   */
  public IBCaviClassifier setStandardize(boolean value) {
    set(standardize(), value);
    return this;
  }

  /**
   * Sets memoryLimit: megabytes that a fit may take beside the data.
   *
   * @param value see {@link Option#MEMORY_LIMIT}
   * @return this
   */
  public IBCaviClassifier setMemoryLimit(double value) {
    set(memoryLimit(), value);
    return this;
  }

  /**
   * Sets what is done with rows that have null, NaN or infinite values: error, skip or keep.
   *
   * @param value the value
   * @return this
   */
  public IBCaviClassifier setHandleInvalid(String value) {
    set(handleInvalid(), value);
    return this;
  }

  /**
   * Sets the probability that a credible interval holds, above 0 and below 1.
   *
   * @param value the value
   * @return this
   */
  public IBCaviClassifier setLevel(double value) {
    set(level(), value);
    return this;
  }

  /**
   * Sets how many of the most probable categories their columns have, at least 1.
   *
   * @param value the value
   * @return this
   */
  public IBCaviClassifier setTopCount(int value) {
    set(topCount(), value);
    return this;
  }

  /**
   * Sets the column of lower ends of the probabilities' credible intervals, a vector.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassifier setLowerCol(String value) {
    set(lowerCol(), value);
    return this;
  }

  /**
   * Sets the column of upper ends of the probabilities' credible intervals, a vector.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassifier setUpperCol(String value) {
    set(upperCol(), value);
    return this;
  }

  /**
   * Sets the column of the uncertainty that more data would not remove, in nats.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassifier setNoiseCol(String value) {
    set(noiseCol(), value);
    return this;
  }

  /**
   * Sets the column of the uncertainty that more data would remove, in nats.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassifier setLackOfDataCol(String value) {
    set(lackOfDataCol(), value);
    return this;
  }

  /**
   * Sets the column of names of the most probable categories, best first.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassifier setTopCategoriesCol(String value) {
    set(topCategoriesCol(), value);
    return this;
  }

  /**
   * Sets the column of probabilities of the most probable categories, best first.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassifier setTopProbabilitiesCol(String value) {
    set(topProbabilitiesCol(), value);
    return this;
  }

  /**
   * The options that were set.
   *
   * @return all others are left to the method
   */
  public Settings settings() {
    return OptionParams.settings(this);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return OutputColumns.appended(super.transformSchema(schema), this);
  }

  /**
   * Fits a model; {@code fit} calls it.
   *
   * @param dataset with label and weight as doubles
   * @return the model
   */
  @Override
  public IBCaviClassificationModel train(Dataset<?> dataset) {
    String weights = isDefined(weightCol()) ? getOrDefault(weightCol()) : "";
    InvalidRows invalid = Words.constant(InvalidRows.class, getOrDefault(handleInvalid()));
    try (TrainingRows rows =
        new TrainingRows(dataset, getFeaturesCol(), getLabelCol(), weights, invalid)) {
      StrategyChoice choice =
          StrategyChoice.of(
              Words.constant(Strategy.class, getOrDefault(strategy())),
              (Integer) getOrDefault(gatherLimit()),
              rows.profile(),
              dataset.sparkSession().sparkContext());
      SentModel fitted =
          switch (choice.strategy()) {
            case SPLIT -> SplitEngine.fit(rows, choice.settings(settings()), choice);
            case PARTITION -> PartitionedRows.fit(rows, choice.settings(settings()));
            default -> new GatheredFit(rows, choice.settings(settings())).fit(rows.packs());
          };
      IBCaviClassificationModel model = new IBCaviClassificationModel(uid, fitted);
      model.set(model.strategyUsed(), choice.reason());
      return model;
    }
  }

  @Override
  public IBCaviClassifier copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /**
   * A reader of saved estimators.
   *
   * @return the reader
   */
  public static MLReader<IBCaviClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /**
   * Loads a saved estimator.
   *
   * @param path where it was saved
   * @return the estimator
   */
  public static IBCaviClassifier load(String path) {
    return read().load(path);
  }
}
