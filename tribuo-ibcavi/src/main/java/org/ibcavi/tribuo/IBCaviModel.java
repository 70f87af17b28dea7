// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import ai.onnx.proto.OnnxMl;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.oracle.labs.mlrg.olcut.util.Pair;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.model.CoefficientSummary;
import org.ibcavi.model.Component;
import org.ibcavi.model.FeatureEffect;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.PredictionMode;
import org.tribuo.Example;
import org.tribuo.Excuse;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.ImmutableOutputInfo;
import org.tribuo.Model;
import org.tribuo.ONNXExportable;
import org.tribuo.Prediction;
import org.tribuo.classification.Label;
import org.tribuo.impl.ModelDataCarrier;
import org.tribuo.math.la.DenseMatrix;
import org.tribuo.protos.core.ModelProto;
import org.tribuo.provenance.ModelProvenance;
import org.tribuo.util.onnx.ONNXContext;
import org.tribuo.util.onnx.ONNXNode;
import org.tribuo.util.onnx.ONNXPlaceholder;
import org.tribuo.util.onnx.ONNXRef;

/**
 * A Bayesian multiclass regression, fitted by {@link IBCaviTrainer}. Safe for use by many threads,
 * and immutable but for its name.
 *
 * <p>Several examples predicted in one call are predicted as matrix products, by {@linkplain
 * #withPredictionThreads several threads} if asked for, with the same bits as one by one. An
 * example without any feature of the model's domain is refused.
 *
 * <p>Coefficients are on the original scale of the features, standardized or not: a label's linear
 * predictor is the sum of coefficient × value over the features, plus the intercept if there is
 * one. A model of the categorical stage predicts as the weighted average of several {@linkplain
 * #getMembers() members} with coefficients of their own; coefficients, top features and excuses are
 * then those of the leading member, which has the largest weight.
 */
public final class IBCaviModel extends Model<Label> implements ONNXExportable {
  private static final long serialVersionUID = 1L;

  private static final Logger logger = Logger.getLogger(IBCaviModel.class.getName());

  /** The version of the protobuf that {@link #serialize()} makes. */
  public static final int CURRENT_VERSION = 0;

  /** Chunks that a thread gets at once, so that none waits long for the last. */
  private static final int CHUNKS_PER_THREAD = 4;

  private final transient CategoricalModel model;
  private final transient String[] labelNames;
  private final transient int predictionThreads;

  /**
   * Joins a fitted model with its domains.
   *
   * @param name the model's name
   * @param provenance where it comes from
   * @param features the feature domain
   * @param labels the label domain
   * @param model has a column for each feature id and a category for each label id
   */
  IBCaviModel(
      String name,
      ModelProvenance provenance,
      ImmutableFeatureMap features,
      ImmutableOutputInfo<Label> labels,
      CategoricalModel model) {
    this(name, provenance, features, labels, model, 1);
  }

  private IBCaviModel(
      String name,
      ModelProvenance provenance,
      ImmutableFeatureMap features,
      ImmutableOutputInfo<Label> labels,
      CategoricalModel model,
      int predictionThreads) {
    super(name, provenance, features, labels, true);
    requireSize("features", model.features(), features.size());
    requireSize("labels", model.categories(), labels.size());
    this.model = model;
    this.predictionThreads = predictionThreads;
    labelNames = new String[labels.size()];
    for (int k = 0; k < labelNames.length; k++) {
      labelNames[k] = labels.getOutput(k).getLabel();
    }
  }

  private static void requireSize(String what, int fitted, int domain) {
    if (fitted != domain) {
      throw new IllegalArgumentException(
          "the fitted model has " + fitted + " " + what + " but the domain has " + domain);
    }
  }

  /**
   * Predicts an example.
   *
   * @param example the example
   * @return the most probable label, and the probability of every label
   * @throws IllegalArgumentException if no feature of the example is in the model's domain, or one
   *     that is has a value that is not finite
   */
  @Override
  public Prediction<Label> predict(Example<Label> example) {
    return innerPredict(List.of(example)).get(0);
  }

  /**
   * The same model with more threads to predict several examples in one call; one by default.
   * Predictions do not depend on it, and it is not kept in files.
   *
   * @param count at least 0; 0 for all cores
   * @return a model that shares all else with this one
   */
  public IBCaviModel withPredictionThreads(int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "prediction threads " + count + "; must be at least 0, where 0 is all cores");
    }
    int threads = count == 0 ? Runtime.getRuntime().availableProcessors() : count;
    return new IBCaviModel(name, provenance, featureIDMap, outputIDInfo, model, threads);
  }

  /**
   * How many threads predict several examples in one call.
   *
   * @return at least 1
   */
  public int getPredictionThreads() {
    return predictionThreads;
  }

  /** Some chunks of the core's matrices at a time, each on one thread from examples to labels. */
  @Override
  protected List<Prediction<Label>> innerPredict(Iterable<Example<Label>> examples) {
    List<Prediction<Label>> predictions = new ArrayList<>();
    List<List<Example<Label>>> chunks = new ArrayList<>();
    List<Example<Label>> chunk = new ArrayList<>();
    try (Workers workers = Workers.of(predictionThreads)) {
      for (Example<Label> example : examples) {
        chunk.add(example);
        if (chunk.size() == DesignMatrix.CHUNK_ROWS) {
          chunks.add(chunk);
          chunk = new ArrayList<>();
        }
        if (chunks.size() == CHUNKS_PER_THREAD * predictionThreads) {
          predictChunks(chunks, workers, predictions);
          chunks.clear();
        }
      }
      if (!chunk.isEmpty()) {
        chunks.add(chunk);
      }
      predictChunks(chunks, workers, predictions);
    }
    return predictions;
  }

  private void predictChunks(
      List<List<Example<Label>>> chunks, Workers workers, List<Prediction<Label>> predictions) {
    List<List<Prediction<Label>>> parts = new ArrayList<>(Collections.nCopies(chunks.size(), null));
    workers.run(
        chunks.size(), Cancellation.never(), i -> parts.set(i, predictChunk(chunks.get(i))));
    parts.forEach(predictions::addAll);
  }

  private List<Prediction<Label>> predictChunk(List<Example<Label>> examples) {
    List<ExampleRow> rows = examples.stream().map(this::row).toList();
    double[][] probabilities = model.probabilities(matrix(rows));
    List<Prediction<Label>> predictions = new ArrayList<>(rows.size());
    for (int i = 0; i < probabilities.length; i++) {
      predictions.add(prediction(probabilities[i], rows.get(i).size(), examples.get(i)));
    }
    return predictions;
  }

  /**
   * Dense where rows are full, which is faster: products of both have the same bits. Variances are
   * computed from standardized rows, where that is not so.
   */
  private DesignMatrix matrix(List<ExampleRow> rows) {
    long stored = rows.stream().mapToLong(ExampleRow::size).sum();
    boolean dense =
        model.predictsAtMeans() && ExampleRow.denseIsSmaller(stored, rows.size(), model.features());
    ExampleRow.Collector collector =
        dense
            ? ExampleRow.Collector.dense(model.features())
            : ExampleRow.Collector.sparse(model.features());
    rows.forEach(collector::add);
    return collector.build();
  }

  private ExampleRow row(Example<Label> example) {
    ExampleRow row = ExampleRow.of(example, featureIDMap, "");
    if (row.size() == 0) {
      throw new IllegalArgumentException(
          "No features found in Example " + example + "; at least one must be in the domain");
    }
    return row;
  }

  private Prediction<Label> prediction(double[] probabilities, int active, Example<Label> example) {
    Map<String, Label> scores = new LinkedHashMap<>();
    Label best = null;
    for (int k = 0; k < probabilities.length; k++) {
      Label label = new Label(labelNames[k], probabilities[k]);
      scores.put(labelNames[k], label);
      if (best == null || label.getScore() > best.getScore()) {
        best = label;
      }
    }
    return new Prediction<>(best, scores, active, example, generatesProbabilities);
  }

  /**
   * The labels' probabilities for an example without any feature of the model's domain, which
   * {@link #predict(Example)} refuses as Tribuo's own models do: about their shares of the training
   * examples, as {@link org.ibcavi.design.DataSummary#baseRates()} estimates them.
   *
   * @return every label, in the order of the label ids; they sum to 1
   */
  public Map<String, Double> getBaseRates() {
    double[] rates = model.baseRates();
    Map<String, Double> byLabel = new LinkedHashMap<>();
    for (int k = 0; k < rates.length; k++) {
      byLabel.put(labelNames[k], rates[k]);
    }
    return byLabel;
  }

  /**
   * How sure the model is of an example's label probabilities, with 90 % intervals.
   *
   * @param example the example
   * @return intervals for every label, and what part of the doubt more data could remove
   */
  public LabelUncertainty getUncertainty(Example<Label> example) {
    return getUncertainty(example, 0.9);
  }

  /**
   * How sure the model is of an example's label probabilities.
   *
   * @param example the example
   * @param level the probability that an interval holds, above 0 and below 1
   * @return intervals for every label, and what part of the doubt more data could remove
   */
  public LabelUncertainty getUncertainty(Example<Label> example, double level) {
    return getUncertainties(List.of(example), level).get(0);
  }

  /**
   * How sure the model is of the label probabilities of many examples, such as a data set, with 90
   * % intervals.
   *
   * @param examples the examples
   * @return for each of them what {@link #getUncertainty(Example)} gives
   */
  public List<LabelUncertainty> getUncertainties(Iterable<Example<Label>> examples) {
    return getUncertainties(examples, 0.9);
  }

  /**
   * How sure the model is of the label probabilities of many examples, such as a data set, computed
   * by {@linkplain #withPredictionThreads several threads} if asked for.
   *
   * @param examples the examples
   * @param level the probability that an interval holds, above 0 and below 1
   * @return for each of them what {@link #getUncertainty(Example, double)} gives
   */
  public List<LabelUncertainty> getUncertainties(Iterable<Example<Label>> examples, double level) {
    ExampleRow.Collector rows = ExampleRow.Collector.sparse(model.features());
    boolean some = false;
    for (Example<Label> example : examples) {
      rows.add(row(example));
      some = true;
    }
    if (!some) {
      return List.of();
    }
    try (Workers workers = Workers.of(predictionThreads)) {
      return Arrays.stream(model.uncertainty(rows.build(), level, workers))
          .map(uncertainty -> new LabelUncertainty(uncertainty, labelNames))
          .toList();
    }
  }

  /**
   * What a feature does to the labels' probabilities, averaged over examples: for members of any
   * basis what a coefficient is for linear ones.
   *
   * @param examples some of the data, a hundred say
   * @param feature its name
   * @param values that the feature is set to in all of them
   * @param level the probability that an interval holds, above 0 and below 1
   * @return means of probabilities, and of the ends of their intervals, by label id
   */
  public FeatureEffect getEffect(
      Iterable<Example<Label>> examples, String feature, double[] values, double level) {
    int column = featureIDMap.getID(feature);
    if (column < 0) {
      throw new IllegalArgumentException("feature '" + feature + "'; the model does not know it");
    }
    ExampleRow.Collector rows = ExampleRow.Collector.sparse(model.features());
    examples.forEach(example -> rows.add(row(example)));
    try (Workers workers = Workers.of(predictionThreads)) {
      return model.effect(rows.build(), column, values, level, workers);
    }
  }

  /**
   * The features with the largest coefficients of each label in the leading linear member, the
   * intercept among them as {@link Model#BIAS_FEATURE}.
   *
   * @param n how many; all if negative
   * @return for each label feature names and posterior means, the largest absolute value first;
   *     empty if no member is linear in the features
   */
  @Override
  public Map<String, List<Pair<String, Double>>> getTopFeatures(int n) {
    Map<String, List<Pair<String, Double>>> top = new LinkedHashMap<>();
    if (!model.hasLinear()) {
      return top;
    }
    for (int k = 0; k < labelNames.length; k++) {
      double[] means = means(k);
      List<Pair<String, Double>> weights = new ArrayList<>(means.length);
      for (int m = 0; m < means.length; m++) {
        weights.add(new Pair<>(coefficientName(m), means[m]));
      }
      top.put(labelNames[k], largestFirst(weights, n));
    }
    return top;
  }

  /**
   * Which features moved a prediction, and by how much. The prediction is the whole model's, the
   * contributions are the leading linear member's. Only the coefficients of the example's features
   * are looked at.
   *
   * @param example the example
   * @return for each label what its features, and the intercept as {@link Model#BIAS_FEATURE},
   *     contribute to its linear predictor, the largest absolute value first; empty if no member is
   *     linear in the features
   */
  @Override
  public Optional<Excuse<Label>> getExcuse(Example<Label> example) {
    if (!model.hasLinear()) {
      return Optional.empty();
    }
    ExampleRow row = row(example);
    Map<String, List<Pair<String, Double>>> contributions = new LinkedHashMap<>();
    for (int k = 0; k < labelNames.length; k++) {
      List<Pair<String, Double>> parts = new ArrayList<>(row.size() + 1);
      for (int i = 0; i < row.size(); i++) {
        int m = row.column(i);
        parts.add(new Pair<>(coefficientName(m), model.coefficient(k, m) * row.value(i)));
      }
      if (model.hasIntercept()) {
        parts.add(new Pair<>(BIAS_FEATURE, model.coefficient(k, model.features())));
      }
      contributions.put(labelNames[k], largestFirst(parts, -1));
    }
    return Optional.of(new Excuse<>(example, predict(example), contributions));
  }

  private static List<Pair<String, Double>> largestFirst(
      List<Pair<String, Double>> weights, int count) {
    weights.sort(Comparator.comparingDouble(weight -> -Math.abs(weight.getB())));
    return count < 0 || count >= weights.size()
        ? weights
        : new ArrayList<>(weights.subList(0, count));
  }

  private String coefficientName(int coefficient) {
    return coefficient == model.features() ? BIAS_FEATURE : featureIDMap.get(coefficient).getName();
  }

  /** Coefficients of a category in a member that is linear in the features. */
  private int coefficients() {
    return model.features() + (model.hasIntercept() ? 1 : 0);
  }

  /** A category's posterior means on the original scale, an intercept last. */
  private double[] means(int category) {
    return IntStream.range(0, coefficients())
        .mapToDouble(m -> model.coefficient(category, m))
        .toArray();
  }

  /**
   * The coefficients of a label in the leading linear member with 95 % intervals.
   *
   * @param label the label's name
   * @return one for each feature in the order of the feature ids, an intercept last
   */
  public List<Coefficient> getCoefficients(String label) {
    return getCoefficients(label, 0.95);
  }

  /**
   * The coefficients of a label in the leading linear member.
   *
   * @param label the label's name
   * @param level the probability that an interval holds, above 0 and below 1
   * @return one for each feature in the order of the feature ids, an intercept last
   */
  public List<Coefficient> getCoefficients(String label, double level) {
    int category = outputIDInfo.getID(new Label(label));
    if (category < 0) {
      throw new IllegalArgumentException("label '" + label + "'; the model does not know it");
    }
    CoefficientSummary summary = model.coefficients(category, level);
    List<Coefficient> coefficients = new ArrayList<>(summary.size());
    for (int m = 0; m < summary.size(); m++) {
      coefficients.add(
          new Coefficient(
              coefficientName(m),
              summary.mean(m),
              summary.standardDeviation(m),
              summary.lower(m),
              summary.upper(m)));
    }
    return coefficients;
  }

  /**
   * The posterior means of all coefficients of the leading linear member.
   *
   * @return a copy: a row for each label id, a column for each feature id, an intercept last
   */
  public DenseMatrix getWeightsCopy() {
    DenseMatrix weights = new DenseMatrix(labelNames.length, coefficients());
    for (int k = 0; k < labelNames.length; k++) {
      double[] means = means(k);
      for (int m = 0; m < means.length; m++) {
        weights.set(k, m, means[m]);
      }
    }
    return weights;
  }

  /**
   * The posterior standard deviations of all coefficients of the leading linear member.
   *
   * @return a copy: a row for each label id, a column for each feature id, an intercept last
   */
  public DenseMatrix getStandardDeviationsCopy() {
    DenseMatrix deviations = new DenseMatrix(labelNames.length, coefficients());
    for (int k = 0; k < labelNames.length; k++) {
      CoefficientSummary summary = model.coefficients(k, 0.95);
      for (int m = 0; m < summary.size(); m++) {
        deviations.set(k, m, summary.standardDeviation(m));
      }
    }
    return deviations;
  }

  /**
   * The prior variance of the weights, on the fitted scale, of the leading member; {@link
   * #getMembers()} tells the priors of all.
   *
   * @return learned or given; NaN if the prior has no one variance for all weights
   */
  public double getWeightVariance() {
    return model.report().prior().weightVariance();
  }

  /**
   * The weights of the categorical family's members, over all links and prior variances.
   *
   * @return α and its weight, a copy; the weights sum to 1
   */
  public SortedMap<Double, Double> getAlphaWeights() {
    SortedMap<Double, Double> weights = new TreeMap<>();
    for (Member member : getMembers()) {
      weights.merge(member.alpha(), member.weight(), Double::sum);
    }
    return weights;
  }

  /**
   * What predicts: the categorical likelihoods with their priors and weights. Those of the
   * categorical stage have coefficients of their own; those of the binary stage share the
   * regressions'.
   *
   * @return the leading one first; the weights sum to 1
   */
  public List<Member> getMembers() {
    List<Member> members = new ArrayList<>();
    for (Component component : model.components()) {
      AlphaWeights alphas = component.alphas();
      for (int i = 0; i < alphas.size(); i++) {
        members.add(
            new Member(
                component.basis().toString(),
                component.link().name(),
                alphas.alpha(i),
                component.prior().toString(),
                component.weight() * alphas.weight(i)));
      }
    }
    members.sort(Comparator.comparingDouble(Member::weight).reversed());
    return members;
  }

  /**
   * The objective of what has the most weight in predictions, pass after pass: the log posterior of
   * the leading member, or the ELBO of the binary stage where its regressions predict; {@link
   * FitReport#objectiveName()} says which.
   *
   * @return a copy
   */
  public double[] getObjectiveTrace() {
    return model.report().objectiveTrace();
  }

  /**
   * How the model was fitted: settings, sizes, how it ended, times, notes.
   *
   * @return the report, immutable
   */
  public FitReport getReport() {
    return model.report();
  }

  /**
   * The model without Tribuo around it. Categories are label ids, columns are feature ids.
   *
   * @return the core's model, immutable
   */
  public CategoricalModel getCategoricalModel() {
    return model;
  }

  /** The fitted model never changes and is shared. */
  @Override
  protected IBCaviModel copy(String newName, ModelProvenance newProvenance) {
    return new IBCaviModel(
        newName, newProvenance, featureIDMap, outputIDInfo, model, predictionThreads);
  }

  /**
   * The model as ONNX: rows of features by id in, rows of probabilities by label id out, in single
   * precision. Its metadata hold the names: {@code feature.0}, {@code feature.1} and so on by
   * feature id, {@code label.0} and so on by label id.
   *
   * <p>The graph predicts at the posterior means. Where the model itself averages some members over
   * draws ({@link PredictionMode#AUTO} does so under wide priors if examples are few), the graph
   * differs from {@link #predict(Example)}: a warning is logged, and the metadata say so under
   * {@code prediction}. {@link #exportONNXModel(String, long, Iterable)} says by how much.
   *
   * @param domain a name in reverse-DNS style
   * @param modelVersion a number for the caller's own use
   * @return the model
   * @throws IllegalStateException if the model was told to predict by something else than its
   *     means, has a link that ONNX is not written for, or if single precision may move a
   *     probability by more than 1e-4
   */
  @Override
  public OnnxMl.ModelProto exportONNXModel(String domain, long modelVersion) {
    return exportONNXModel(domain, modelVersion, List.of());
  }

  /**
   * The model as ONNX, with a figure in its metadata that says how far the graph's predictions are
   * from this model's own on given examples.
   *
   * @param domain a name in reverse-DNS style
   * @param modelVersion a number for the caller's own use
   * @param examples where predictions are compared; if there are none, no figure is given
   * @return the model
   * @throws IllegalStateException if the model was told to predict by something else than its
   *     means, has a link that ONNX is not written for, or if single precision may move a
   *     probability by more than 1e-4
   */
  public OnnxMl.ModelProto exportONNXModel(
      String domain, long modelVersion, Iterable<Example<Label>> examples) {
    ONNXContext onnx = new ONNXContext();
    ONNXPlaceholder input = onnx.floatInput(featureIDMap.size());
    ONNXPlaceholder output = onnx.floatOutput(outputIDInfo.size());
    onnx.setName("IBCaviModel");
    OnnxGraph.of(model, featureIDMap, labelNames).write(input).assignTo(output);
    OnnxMl.ModelProto built = ONNXExportable.buildModel(onnx, domain, modelVersion, this);
    String prediction = onnxPrediction(examples);
    if (!model.predictsAtMeans()) {
      logger.warning(prediction);
    }
    List<String> names =
        IntStream.range(0, featureIDMap.size())
            .mapToObj(m -> featureIDMap.get(m).getName())
            .toList();
    return OnnxMetadata.add(built, names, labelNames, prediction);
  }

  @Override
  public ONNXNode writeONNXGraph(ONNXRef<?> input) {
    if (!model.predictsAtMeans()) {
      logger.warning(onnxPrediction(List.of()));
    }
    return OnnxGraph.of(model, featureIDMap, labelNames).write(input);
  }

  /** How the graph predicts, in words. */
  private String onnxPrediction(Iterable<Example<Label>> examples) {
    if (model.predictsAtMeans()) {
      return "The graph predicts at the posterior means, as the model does.";
    }
    String difference =
        "The graph predicts at the posterior means; the model itself predicts "
            + model.prediction()
            + ".";
    return examples.iterator().hasNext() ? difference + " " + totalVariation(examples) : difference;
  }

  /** How far predictions at the means are from the model's own. */
  private String totalVariation(Iterable<Example<Label>> examples) {
    CategoricalModel atMeans =
        model.predictingBy(
            new org.ibcavi.model.Prediction(
                PredictionMode.PLUG_IN, model.prediction().samples(), model.prediction().seed()));
    ExampleRow.Collector collector = ExampleRow.Collector.sparse(model.features());
    examples.forEach(example -> collector.add(row(example)));
    DesignMatrix rows = collector.build();
    double[][] own;
    double[][] exported;
    try (Workers workers = Workers.of(predictionThreads)) {
      own = model.probabilities(rows, workers);
      exported = atMeans.probabilities(rows, workers);
    }
    double sum = 0;
    double largest = 0;
    for (int i = 0; i < own.length; i++) {
      double distance = 0;
      for (int k = 0; k < own[i].length; k++) {
        distance += 0.5 * Math.abs(own[i][k] - exported[i][k]);
      }
      sum += distance;
      largest = Math.max(largest, distance);
    }
    return String.format(
        Locale.ROOT,
        "Over %d examples their total variation is %.5f on average and %.5f at the most.",
        own.length,
        sum / own.length,
        largest);
  }

  /**
   * The model as a protobuf.
   *
   * @return the message
   * @throws IllegalStateException if it would have 2 GiB or more, which a protobuf cannot have
   */
  @Override
  public ModelProto serialize() {
    SavedModel saved = new SavedModel(createDataCarrier().serialize(), model);
    return ModelProto.newBuilder()
        .setVersion(CURRENT_VERSION)
        .setClassName(IBCaviModel.class.getName())
        .setSerializedData(saved.pack())
        .build();
  }

  /**
   * Restores a model; {@link Model#deserialize} calls it.
   *
   * @param version of the message
   * @param className of the model
   * @param message the message
   * @return the model
   * @throws InvalidProtocolBufferException if the message is none of this class
   * @throws IllegalArgumentException if the version is unknown
   * @throws IllegalStateException if the message is damaged or its parts do not go together
   */
  public static IBCaviModel deserializeFromProto(int version, String className, Any message)
      throws InvalidProtocolBufferException {
    if (version < 0 || version > CURRENT_VERSION) {
      throw new IllegalArgumentException(
          "Unknown version "
              + version
              + ", this class supports at most version "
              + CURRENT_VERSION);
    }
    SavedModel saved = SavedModel.unpack(message);
    try {
      return joined(ModelDataCarrier.deserialize(saved.metadata()), saved.fitted());
    } catch (RuntimeException e) {
      // Tribuo reads names, provenance and domains, and meets a damaged one with any exception.
      throw new IllegalStateException(
          "Invalid protobuf, " + (e.getMessage() == null ? e.toString() : e.getMessage()), e);
    }
  }

  private static IBCaviModel joined(ModelDataCarrier<?> carrier, CategoricalModel fitted) {
    if (!(carrier.outputDomain().getOutput(0) instanceof Label)) {
      throw new IllegalArgumentException(
          "output domain is not a label domain, found " + carrier.outputDomain().getClass());
    }
    ImmutableFeatureMap features = carrier.featureDomain();
    for (int m = 0; m < features.size(); m++) {
      if (features.get(m) == null) {
        throw new IllegalArgumentException(
            "no feature has the id " + m + "; ids must be 0 to " + (features.size() - 1));
      }
    }
    @SuppressWarnings("unchecked") // Guarded by the check of the first output.
    ImmutableOutputInfo<Label> labels = (ImmutableOutputInfo<Label>) carrier.outputDomain();
    return new IBCaviModel(carrier.name(), carrier.provenance(), features, labels, fitted);
  }

  /**
   * Java serialisation goes through the protobuf, so that there is one format to keep.
   *
   * @return what is written in place of the model
   */
  private Object writeReplace() {
    return new SerializedForm(serialize().toByteArray());
  }

  /**
   * Refuses a stream that was not written by {@link #writeReplace()}.
   *
   * @param in not read
   * @throws InvalidObjectException always
   */
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("a serialised IBCaviModel is a SerializedForm");
  }

  /** What Java serialisation writes for a model. */
  private static final class SerializedForm implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] proto;

    SerializedForm(byte[] proto) {
      this.proto = proto;
    }

    private Object readResolve() throws InvalidObjectException {
      try {
        return Model.deserialize(ModelProto.parseFrom(proto));
      } catch (InvalidProtocolBufferException | IllegalStateException e) {
        InvalidObjectException invalid = new InvalidObjectException(e.getMessage());
        invalid.initCause(e);
        throw invalid;
      }
    }
  }
}
