// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.tribuo;

import com.oracle.labs.mlrg.olcut.config.Config;
import com.oracle.labs.mlrg.olcut.config.PropertyException;
import com.oracle.labs.mlrg.olcut.provenance.Provenance;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import org.ibcavi.IbCavi;
import org.ibcavi.prior.LearnedScale;
import org.ibcavi.settings.BasisKind;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.PosteriorKind;
import org.ibcavi.settings.PredictionMode;
import org.ibcavi.settings.PriorKind;
import org.ibcavi.settings.Settings;
import org.ibcavi.settings.Solver;
import org.tribuo.Dataset;
import org.tribuo.Trainer;
import org.tribuo.WeightedExamples;
import org.tribuo.classification.Label;
import org.tribuo.classification.WeightedLabels;
import org.tribuo.provenance.TrainerProvenance;
import org.tribuo.provenance.impl.TrainerProvenanceImpl;

/**
 * Trains Bayesian multiclass regressions in two stages: one binary regression for each label,
 * fitted by IB-CAVI (Wojnowicz, Aeron, Miller and Hughes, ICML 2022), and from there on categorical
 * models of all labels together, which predict as a weighted average. Nothing needs tuning.
 *
 * <pre>{@code
 * IBCaviTrainer trainer = new IBCaviTrainer().numThreads(4);
 * IBCaviModel model = trainer.train(dataset);
 *
 * IBCaviTrainer asInThePaper = new IBCaviTrainer().method(Method.PUBLISHED);
 * IBCaviTrainer precise = new IBCaviTrainer().with(Option.TOLERANCE, 1e-6);
 * }</pre>
 *
 * <p><b>Options</b> are those of the core's table, {@link Option#table()}: {@link #with(Option,
 * Object)} returns a copy with one of them changed, whose invocation count is 0, and a
 * configuration file sets them by their names in camel case, such as {@code maxSweeps}; {@code
 * threads} is {@code numThreads}, as everywhere in Tribuo. What was not set is left to the method,
 * and neither stands in files nor in the provenance. A value that an option does not take is a
 * {@link PropertyException} that says what it takes; training refuses an option that could not act.
 *
 * <p><b>Features.</b> The fit works on a sparse matrix, unless examples have on average two thirds
 * of the features of the domain, where a dense one takes no more memory. With {@code standardize}
 * dense columns are centred and divided by their standard deviation, sparse ones divided by their
 * largest absolute value, or all by one number where they are of one order, so that zeros stay
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
 * {@link org.ibcavi.fit.FitCancelledException}. Progress goes to the logger of this class: a
 * summary at {@code INFO}, every sweep and the whole report at {@code FINE}.
 */
public final class IBCaviTrainer implements Trainer<Label>, WeightedExamples, WeightedLabels {
  /** Under this name the provenance of a continued model has that of the model before. */
  public static final String CONTINUED_FROM = "continued-from";

  /** Under this name the provenance of a model has the method that fitted it, and why. */
  public static final String FITTED_METHOD = "fitted-method";

  // The options, each left to the method while it is null. Their names, types and descriptions
  // follow the core's table, which a test compares; OptionFields reads and writes them.

  @Config(
      description =
          "auto (categorical where the size of the data allows it), categorical (a binary"
              + " regression for each category, and from there on categorical models of all of"
              + " them together), binary (the regressions alone) or published (these as in the"
              + " paper: its prior, stopping rule and average)")
  Method method;

  @Config(
      description =
          "probabilities at the posterior means (plugin), at means shrunk by their uncertainty"
              + " (moderated), as the mean over draws of the posterior (montecarlo) or auto"
              + " (categorical members under wide priors as the mean over draws, all else at the"
              + " means)")
  PredictionMode predict;

  @Config(
      description =
          "prior variance of the weights, on the scale of the standardized features unless"
              + " standardize is off; auto learns it from the data")
  String priorVariance;

  @Config(
      description =
          "what the categorical models are linear in: the features (none), the features and"
              + " steps at their quantiles (thresholds), the features and random waves of all of"
              + " them (smooth), the features and leaves of random trees (trees), or models of each"
              + " kind weighed by leave-one-out (auto)")
  BasisKind basis;

  @Config(
      description = "threads that fit, 0 for all cores; the model has the same bits for any number")
  String numThreads;

  @Config(
      description =
          "seed of all that is random; the same data, options and seed give the same model")
  String seed;

  @Config(description = "link of the binary regressions and of the categorical likelihoods")
  String link;

  @Config(
      description =
          "likelihoods that predictions are averaged over, by their power alpha from 0 to 1: grid"
              + " (eleven), bma (the published two, 0 and 1), cbm (0), cbc (1, softmax with link"
              + " logit) or a number; auto lets the categorical stage choose by cost")
  String average;

  @Config(
      description =
          "what is learned about the weights' prior: one variance for all (shared), or one for each"
              + " feature (perfeature), attribute (perattribute), category (percategory) or single"
              + " weight (heavytailed); in the binary stage also a mean for each feature that the"
              + " categories share (hierarchical), or which weights are not zero (spikeslab), or the"
              + " one of shared, hierarchical, perfeature and perattribute that has the evidence for"
              + " it (evidence)")
  PriorKind prior;

  @Config(description = "prior variance of the intercepts; broad, so that rare categories fit")
  String interceptVariance;

  @Config(
      description =
          "what a learned prior variance is chosen by: laplace (Laplace's evidence), elbo (the"
              + " bound; binary stage), heldout (rows held out) or auto (laplace where rows"
              + " outnumber coefficients)")
  LearnedScale.Evidence scaleEvidence;

  @Config(
      description = "how precisely a learned prior variance is found, a difference of logarithms")
  String scaleTolerance;

  @Config(
      description = "posterior covariance: full, diagonal or auto (full where it is affordable)")
  CovarianceShape covariance;

  @Config(
      description =
          "where the posterior's variances are from: laplace (the curvature of the log"
              + " posterior), cavi (the binary stage's bound, as published; too narrow for rare"
              + " categories), variational (the normals under which the categorical stage's bound"
              + " is largest) or auto (by size and left-out rows)")
  PosteriorKind posterior;

  @Config(description = "solver of the binary stage: accelerated, or cavi as published")
  Solver solver;

  @Config(
      description =
          "relative gradient at which a regression of the binary stage, or a categorical member,"
              + " has converged")
  String tolerance;

  @Config(
      description =
          "instead of by tolerance, stop the binary stage when a sweep's gain of the ELBO, times"
              + " categories/rows, is below this")
  String elboGain;

  @Config(
      description =
          "sweeps of the binary stage, and passes of each categorical member, at the most")
  String maxSweeps;

  @Config(
      description =
          "draws of a Monte Carlo prediction, and of an auto one where it averages; an odd number"
              + " is rounded up, since draws come in pairs")
  String samples;

  @Config(description = "whether each category has an intercept")
  String intercept;

  @Config(
      description =
          "bring features to one scale for the fit: dense ones are centred and divided by their"
              + " deviation, sparse ones divided by their largest values, those of one order by the"
              + " same number")
  String standardize;

  @Config(
      description = "megabytes that a fit may take beside the data; 0 for what the heap has left")
  String memoryLimit;

  @Config(description = "what the weights of a label's examples are multiplied by; 1 if absent")
  private Map<String, Float> labelWeights = new LinkedHashMap<>();

  private int invocationCount;

  /** A trainer that leaves every option to the method. */
  public IBCaviTrainer() {}

  private IBCaviTrainer(Settings settings, Map<String, Float> labelWeights) {
    OptionFields.write(settings, this);
    this.labelWeights = labelWeights;
  }

  /**
   * Sets any option of the table.
   *
   * @param option which
   * @param value its value
   * @param <T> the type of its values
   * @return a changed copy
   * @throws PropertyException if the option does not take the value
   */
  public <T> IBCaviTrainer with(Option<T> option, T value) {
    Objects.requireNonNull(option, "option");
    return with(OptionFields.checked(option, () -> settings().with(option, value)));
  }

  /**
   * Takes over options that were set elsewhere, in place of all that were set here.
   *
   * @param settings what was set
   * @return a changed copy, with the label weights of this trainer
   */
  public IBCaviTrainer with(Settings settings) {
    Objects.requireNonNull(settings, "settings");
    return new IBCaviTrainer(settings, copyOfLabelWeights());
  }

  /**
   * Chooses which stages run, and with whose defaults.
   *
   * @param value auto unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer method(Method value) {
    return with(Option.METHOD, value);
  }

  /**
   * Chooses how probabilities are computed.
   *
   * @param value at the means, or by the mean over draws where that suits, unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer predict(PredictionMode value) {
    return with(Option.PREDICT, value);
  }

  /**
   * Chooses the prior variance of the weights, on the fitted scale.
   *
   * @param value above 0; learned from the data unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer priorVariance(double value) {
    return with(Option.PRIOR_VARIANCE, value);
  }

  /**
   * Chooses what is learned about the prior of the weights.
   *
   * @param value one variance for all weights unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer prior(PriorKind value) {
    return with(Option.PRIOR, value);
  }

  /**
   * Chooses what the categorical models are linear in.
   *
   * @param value the features themselves unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer basis(BasisKind value) {
    return with(Option.BASIS, value);
  }

  /**
   * Chooses the number of threads that train; the model does not depend on it.
   *
   * @param value 0 for all cores; 1 unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer numThreads(int value) {
    return with(Option.THREADS, value);
  }

  /**
   * Chooses the seed of everything random.
   *
   * @param value 1 unless told otherwise
   * @return a changed copy
   */
  public IBCaviTrainer seed(long value) {
    return with(Option.SEED, value);
  }

  /**
   * The options that were set.
   *
   * @return all others are left to the method
   */
  public Settings settings() {
    return OptionFields.read(this);
  }

  /** Checks every option, and brings their texts to one form; configuration calls it. */
  @Override
  public synchronized void postConfig() {
    OptionFields.write(settings(), this);
    ExampleData.requireWeights(labelWeights);
  }

  @Override
  public synchronized void setLabelWeights(Map<Label, Float> weights) {
    Objects.requireNonNull(weights, "label weights");
    Map<String, Float> byName = new LinkedHashMap<>();
    weights.forEach((label, weight) -> byName.put(label.getLabel(), weight));
    ExampleData.requireWeights(byName);
    labelWeights = byName;
  }

  private synchronized Map<String, Float> copyOfLabelWeights() {
    return new LinkedHashMap<>(labelWeights);
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
    ExampleData.requireTrainable(examples);
    TrainingRun run = begin(invocation);
    ExampleData.requireSeveralLabels(examples);
    return run.fit(
        run.settings(),
        examples,
        examples.getFeatureIDMap(),
        examples.getOutputIDInfo(),
        runProvenance);
  }

  /**
   * Goes on from a model with new examples: what it knows of its coefficients is the prior of the
   * new fit. An approximation of training on all examples, old and new: the old ones are remembered
   * as a normal distribution. See {@link IbCavi#continuing} for how near it comes.
   *
   * <p>Features and labels are the model's. A label that it does not know is refused; one that had
   * no examples before may have some now. Features that it does not know are left out, as in a
   * prediction, and the log names some; an example with no other is refused. Method, likelihoods,
   * prior and scale of the features are the model's too: this trainer may be set as the one that
   * trained the model was, but options that say otherwise are refused.
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
    Objects.requireNonNull(model, "model to continue");
    ExampleData.requireTrainable(examples);
    ExampleData.requireDomain(examples, model.getFeatureIDMap(), model.getOutputIDInfo());
    TrainingLog.leftOut(ExampleData.unknownFeatures(examples, model.getFeatureIDMap()));
    TrainingRun run = begin(INCREMENT_INVOCATION_COUNT);
    Map<String, Provenance> withEarlier = new LinkedHashMap<>(runProvenance);
    withEarlier.put(CONTINUED_FROM, model.getProvenance());
    return run.fit(
        run.settings().continuing(model.getCategoricalModel()),
        examples,
        model.getFeatureIDMap(),
        model.getOutputIDInfo(),
        withEarlier);
  }

  private synchronized TrainingRun begin(int invocation) {
    if (invocation != INCREMENT_INVOCATION_COUNT) {
      setInvocationCount(invocation);
    }
    TrainingRun run =
        new TrainingRun(
            getProvenance(), IbCavi.withDefaults().with(settings()), copyOfLabelWeights());
    invocationCount++;
    return run;
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

  /** What was set, such as {@code IBCaviTrainer(method=binary, labelWeights={rare=2.0})}. */
  @Override
  public String toString() {
    StringJoiner text = OptionFields.text(settings());
    Map<String, Float> weights = copyOfLabelWeights();
    if (!weights.isEmpty()) {
      text.add("labelWeights=" + weights);
    }
    return "IBCaviTrainer(" + text + ")";
  }
}
