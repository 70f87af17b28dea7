// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.classification.ProbabilisticClassificationModel;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.ibcavi.model.CategoricalModel;
import scala.Tuple3;

/**
 * A fitted Bayesian multiclass regression. {@code rawPrediction} has the logarithms of the
 * probabilities. Rows are predicted in batches by matrix products, with the model sent to each
 * executor once. Columns of uncertainty are made where they have names: see {@link IBCaviOutputs}.
 *
 * <p>A saved model is Spark's metadata and, as {@code model.ibcavi}, the core's own file, which the
 * core and its adapters for other toolkits read.
 */
public final class IBCaviClassificationModel
    extends ProbabilisticClassificationModel<Vector, IBCaviClassificationModel>
    implements IBCaviOutputs, MLWritable {
  private static final long serialVersionUID = 1;

  /** Null while Spark's constructors run. */
  private final String uid;

  /** The core's model. */
  private final SentModel fitted;

  private transient Broadcast<SentModel> broadcast;
  private transient SparkContext broadcastBy;

  /** For Spark's lookup of its operators alone; such a model cannot predict. */
  public IBCaviClassificationModel() {
    this(Identifiable$.MODULE$.randomUID("ibcavi"), null);
  }

  IBCaviClassificationModel(String uid, SentModel fitted) {
    this(HandedUid.of(uid), fitted);
  }

  private IBCaviClassificationModel(HandedUid uid, SentModel fitted) {
    this.uid = uid.taken();
    this.fitted = fitted;
    OwnParams.setOutputDefaults(this);
  }

  /**
   * A model that was fitted by the core or by another of its adapters.
   *
   * @param model the model
   * @return a model of Spark that predicts the same
   */
  public static IBCaviClassificationModel of(CategoricalModel model) {
    Objects.requireNonNull(model, "model");
    return new IBCaviClassificationModel(
        Identifiable$.MODULE$.randomUID("ibcavi"), SentModel.of(model));
  }

  @Override
  public String uid() {
    return uid == null ? HandedUid.pending() : uid;
  }

  /**
   * Sets what is done with rows that have null, NaN or infinite values: error, skip or keep.
   *
   * @param value the value
   * @return this
   */
  public IBCaviClassificationModel setHandleInvalid(String value) {
    set(handleInvalid(), value);
    return this;
  }

  /**
   * Sets the probability that a credible interval holds, above 0 and below 1.
   *
   * @param value the value
   * @return this
   */
  public IBCaviClassificationModel setLevel(double value) {
    set(level(), value);
    return this;
  }

  /**
   * Sets how many of the most probable categories their columns have, at least 1.
   *
   * @param value the value
   * @return this
   */
  public IBCaviClassificationModel setTopCount(int value) {
    set(topCount(), value);
    return this;
  }

  /**
   * Sets the column of lower ends of the probabilities' credible intervals, a vector.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassificationModel setLowerCol(String value) {
    set(lowerCol(), value);
    return this;
  }

  /**
   * Sets the column of upper ends of the probabilities' credible intervals, a vector.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassificationModel setUpperCol(String value) {
    set(upperCol(), value);
    return this;
  }

  /**
   * Sets the column of the uncertainty that more data would not remove, in nats.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassificationModel setNoiseCol(String value) {
    set(noiseCol(), value);
    return this;
  }

  /**
   * Sets the column of the uncertainty that more data would remove, in nats.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassificationModel setLackOfDataCol(String value) {
    set(lackOfDataCol(), value);
    return this;
  }

  /**
   * Sets the column of names of the most probable categories, best first.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassificationModel setTopCategoriesCol(String value) {
    set(topCategoriesCol(), value);
    return this;
  }

  /**
   * Sets the column of probabilities of the most probable categories, best first.
   *
   * @param value its name; none if empty
   * @return this
   */
  public IBCaviClassificationModel setTopProbabilitiesCol(String value) {
    set(topProbabilitiesCol(), value);
    return this;
  }

  /**
   * Where the rows were while the model was fitted, and why.
   *
   * @return the Param; not set in models that were fitted elsewhere
   */
  public Param<String> strategyUsed() {
    return new Param<>(
        uid(), "strategyUsed", "where the rows were while the model was fitted, and why");
  }

  /**
   * The core's model.
   *
   * @return which has coefficients with intervals, effects of features and more
   */
  public CategoricalModel categoricalModel() {
    return fitted.model();
  }

  /**
   * How the model was fitted.
   *
   * @return the summary
   */
  public IBCaviTrainingSummary summary() {
    String strategy = isSet(strategyUsed()) ? getOrDefault(strategyUsed()) : "not fitted by Spark";
    return new IBCaviTrainingSummary(strategy, fitted.model().report());
  }

  /**
   * Whether there is a summary.
   *
   * @return always true
   */
  public boolean hasSummary() {
    return true;
  }

  /**
   * About how many bytes the model takes; Spark Connect asks.
   *
   * @return the bytes of its file
   */
  @SuppressWarnings("MissingOverride") // Before Spark 4.1 there is nothing to override.
  public long estimatedSize() {
    return fitted.size();
  }

  @Override
  public int numClasses() {
    return fitted.model().categories();
  }

  @Override
  public int numFeatures() {
    return fitted.model().features();
  }

  @Override
  public Vector predictRaw(Vector features) {
    return Vectors.dense(Predictions.logarithms(probabilities(features)));
  }

  @Override
  public Vector predictProbability(Vector features) {
    return Vectors.dense(probabilities(features));
  }

  private double[] probabilities(Vector features) {
    FeatureValues values = FeatureValues.of(features);
    CategoricalModel model = fitted.model();
    values.requireSize(getFeaturesCol(), model.features());
    return features instanceof DenseVector
        ? model.probabilities(values.allValues())
        : model.probabilities(values.columns(), values.columnValues());
  }

  @Override
  public Vector raw2probabilityInPlace(Vector raw) {
    double[] values = ((DenseVector) raw).values();
    Arrays.setAll(values, k -> Math.exp(values[k]));
    return raw;
  }

  @Override
  public StructType transformSchema(StructType schema) {
    return OutputColumns.appended(super.transformSchema(schema), this);
  }

  /**
   * Adds the columns of predictions that have names.
   *
   * @param dataset with the column of features
   * @return the data with predictions, rows in their order
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    StructType schema = transformSchema(dataset.schema());
    OutputColumns columns = OutputColumns.of(this, dataset.schema(), schema);
    MapPartitionsFunction<Row, Row> scorer =
        new BatchScorer(sent(dataset.sparkSession().sparkContext()), columns);
    return dataset.toDF().mapPartitions(scorer, Encoders.row(schema));
  }

  /** The model in every executor that asks for it, once for all transformations. */
  private synchronized Broadcast<SentModel> sent(SparkContext context) {
    if (broadcast == null || broadcastBy != context || !broadcast.isValid()) {
      broadcast = new JavaSparkContext(context).broadcast(fitted);
      broadcastBy = context;
    }
    return broadcast;
  }

  @Override
  @SuppressWarnings({"rawtypes", "unchecked"}) // The type has a parameter that Java cannot name.
  public Tuple3 findSummaryModel() {
    return new Tuple3(this, getProbabilityCol(), getPredictionCol());
  }

  @Override
  public IBCaviClassificationModel copy(ParamMap extra) {
    IBCaviClassificationModel copy = new IBCaviClassificationModel(uid, fitted);
    return copyValues(copy, extra).setParent(parent());
  }

  @Override
  public MLWriter write() {
    return new ModelWriter(this, fitted);
  }

  /**
   * A reader of saved models.
   *
   * @return the reader
   */
  public static MLReader<IBCaviClassificationModel> read() {
    return new ModelReader();
  }

  /**
   * Loads a saved model.
   *
   * @param path where it was saved
   * @return the model
   */
  public static IBCaviClassificationModel load(String path) {
    return read().load(path);
  }

  /** The core's description. */
  @Override
  public String toString() {
    return "IBCaviClassificationModel (" + uid + "): " + fitted.model();
  }
}
