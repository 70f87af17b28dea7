// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.basis.FittedBasis;
import org.ibcavi.columns.Standardization;
import org.ibcavi.design.DataSummary;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Offsets;
import org.ibcavi.link.Link;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.problem.Cost;
import org.ibcavi.report.BinaryReport;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.PosteriorKind;

/**
 * A fitted Bayesian multiclass regression. Immutable and safe for use by many threads. Rows are
 * given on the original scale of the features. Predictions go on to their end even if their thread
 * is interrupted; its interrupt flag then stays set.
 */
public final class CategoricalModel {
  private final DataSummary data;
  private final Standardization standardization;
  private final boolean intercept;
  private final List<Component> components;
  private final MeansByBasis means;
  private final Prediction prediction;
  private final FitReport report;
  private final RowPredictor rowPredictor;
  private final BatchPredictor batch;
  private final CoefficientReader coefficients;

  /**
   * Puts a model together; users fit one or read one from a file.
   *
   * @param data what is kept of the training data, of as many features and categories
   * @param standardization from the original to the fitted scale
   * @param intercept whether the last coefficient is an intercept
   * @param components the parts that predict; the order by weight is kept
   * @param prediction how probabilities are computed
   * @param report how the model was fitted
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public CategoricalModel(
      DataSummary data,
      Standardization standardization,
      boolean intercept,
      List<Component> components,
      Prediction prediction,
      FitReport report) {
    if (components.isEmpty()) {
      throw new IllegalArgumentException("no components; a model has at least one");
    }
    this.data = Objects.requireNonNull(data, "data");
    this.standardization = standardization;
    this.intercept = intercept;
    this.components =
        components.stream()
            .sorted(Comparator.comparingDouble(Component::weight).reversed())
            .toList();
    this.means = new MeansByBasis(this.components, standardization);
    this.prediction = prediction;
    this.report = report;
    this.rowPredictor = rowPredictor();
    this.batch = batch();
    this.coefficients =
        new CoefficientReader(
            data, standardization, intercept, this.components, means, inclusions(report));
    for (Component component : components) {
      FittedBasis basis = component.basis();
      requireSame("features", data.features(), basis.inputs());
      requireSame(
          "coefficients", basis.columns() + (intercept ? 1 : 0), component.posterior().size());
    }
    requireSame("categories", data.categories(), categories());
  }

  /** Of a binary stage that predicts; where it was a start the model holds nothing of it. */
  private static double[][] inclusions(FitReport report) {
    return report
        .binary()
        .filter(stage -> !stage.isStart())
        .map(BinaryReport::inclusions)
        .orElse(new double[0][]);
  }

  private RowPredictor rowPredictor() {
    UnseenCategories unseen =
        report.method() == Method.CATEGORICAL
            ? UnseenCategories.of(data)
            : UnseenCategories.none(data.categories());
    boolean variational =
        report.members().stream().anyMatch(m -> m.posterior() == PosteriorKind.VARIATIONAL);
    long known = Arrays.stream(data.categoryWeights()).filter(weight -> weight > 0).count();
    double coefficients = (double) posterior().size() * known;
    boolean averages =
        variational && Cost.averagingMatters((double) report.allRows(), coefficients);
    return new RowPredictor(
        components,
        means,
        prediction,
        unseen,
        averages,
        data.categoryNames(),
        PosteriorCaveat.of(report, posterior().size(), coefficients));
  }

  private BatchPredictor batch() {
    return new BatchPredictor(standardization, intercept, components, means, rowPredictor);
  }

  private static void requireSame(String what, int ofData, int ofModel) {
    if (ofData != ofModel) {
      throw new IllegalArgumentException(
          "data of " + ofData + " " + what + "; the coefficients are of " + ofModel);
    }
  }

  private CategoricalModel(CategoricalModel other, Prediction prediction) {
    this.data = other.data;
    this.standardization = other.standardization;
    this.intercept = other.intercept;
    this.components = other.components;
    this.means = other.means;
    this.prediction = prediction;
    this.report = other.report;
    this.rowPredictor = rowPredictor();
    this.batch = batch();
    this.coefficients = other.coefficients;
  }

  /**
   * Whether the means are finite on the original scale.
   *
   * @return false if one overflowed
   */
  public boolean hasFiniteCoefficients() {
    return means.finite();
  }

  /**
   * The same model computing its probabilities in another way.
   *
   * @param other the way
   * @return a model that shares this one's posterior
   */
  public CategoricalModel predictingBy(Prediction other) {
    Objects.requireNonNull(other, "prediction");
    return new CategoricalModel(this, other);
  }

  /**
   * The class probabilities of a row.
   *
   * @param row a finite value for each feature
   * @return one for each category; they sum to 1
   */
  public double[] probabilities(double[] row) {
    if (rowPredictor.atMeans() && means.linear()) {
      DesignMatrix.requireRow(features(), row);
      return rowPredictor.plugIn(row);
    }
    return probabilities(oneRow(row))[0];
  }

  /**
   * The class probabilities of a row with offsets, which are added to its linear predictors.
   * Categories that had no rows and were left out keep their base rate ({@link #isLeftOut}).
   *
   * @param row a finite value for each feature
   * @param offsets a finite number for each category
   * @return one for each category; they sum to 1
   */
  public double[] probabilities(double[] row, double[] offsets) {
    return probabilities(oneRow(row), Offsets.same(1, offsets))[0];
  }

  /**
   * The class probabilities of many rows with offsets.
   *
   * @param rows the rows
   * @param offsets of as many rows; {@link Offsets#none()} if they have none
   * @return for each row one for each category
   */
  public double[][] probabilities(DesignMatrix rows, Offsets offsets) {
    return probabilities(rows, offsets, Workers.sequential());
  }

  /**
   * The class probabilities of many rows with offsets, computed by several threads.
   *
   * @param rows the rows
   * @param offsets of as many rows
   * @param threads how many; the result does not depend on them
   * @return for each row one for each category
   */
  public double[][] probabilities(DesignMatrix rows, Offsets offsets, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return probabilities(rows, offsets, workers);
    }
  }

  /**
   * The class probabilities of a sparse row.
   *
   * @param columns strictly increasing column numbers
   * @param values a finite value for each of them
   * @return one for each category; they sum to 1
   */
  public double[] probabilities(int[] columns, double[] values) {
    return probabilities(oneRow(columns, values))[0];
  }

  /**
   * The class probabilities of many rows, each the same as if it came alone.
   *
   * @param rows the rows
   * @return for each row one for each category
   */
  public double[][] probabilities(DesignMatrix rows) {
    return probabilities(rows, Workers.sequential());
  }

  /**
   * The class probabilities of many rows, computed by several threads.
   *
   * @param rows the rows
   * @param threads how many; the result does not depend on them
   * @return for each row one for each category
   */
  public double[][] probabilities(DesignMatrix rows, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return probabilities(rows, workers);
    }
  }

  /**
   * The class probabilities of many rows, computed by threads that are there already.
   *
   * @param rows the rows
   * @param workers the threads
   * @return for each row one for each category
   */
  @SuppressWarnings("exports") // For adapters, which share threads among batches.
  public double[][] probabilities(DesignMatrix rows, Workers workers) {
    return probabilities(rows, Offsets.none(), workers);
  }

  private double[][] probabilities(DesignMatrix rows, Offsets offsets, Workers workers) {
    return batch.probabilities(rows, offsets, workers);
  }

  /**
   * The class probabilities of many dense rows, each the same as if it came alone.
   *
   * @param rows in each a finite value for each feature
   * @return for each row one for each category
   */
  public double[][] probabilities(double[][] rows) {
    return rows.length == 0 ? new double[0][] : probabilities(matrix(rows));
  }

  /**
   * The most probable category of a row; of equal ones the first.
   *
   * @param row a finite value for each feature
   * @return from 0
   */
  public int predict(double[] row) {
    return largest(probabilities(row));
  }

  /**
   * The most probable category of a row with offsets; of equal ones the first.
   *
   * @param row a finite value for each feature
   * @param offsets a finite number for each category, added to the row's linear predictors
   * @return from 0
   */
  public int predict(double[] row, double[] offsets) {
    return largest(probabilities(row, offsets));
  }

  /**
   * The most probable category of a sparse row; of equal ones the first.
   *
   * @param columns strictly increasing column numbers
   * @param values a finite value for each of them
   * @return from 0
   */
  public int predict(int[] columns, double[] values) {
    return largest(probabilities(columns, values));
  }

  /**
   * The most probable category of each of many dense rows; of equal ones the first.
   *
   * @param rows in each a finite value for each feature
   * @return for each row a category, from 0
   */
  public int[] predict(double[][] rows) {
    return largest(probabilities(rows));
  }

  /**
   * The most probable category of each of many rows; of equal ones the first.
   *
   * @param rows the rows
   * @return for each row a category, from 0
   */
  public int[] predict(DesignMatrix rows) {
    return largest(probabilities(rows));
  }

  private static int[] largest(double[][] probabilities) {
    return Arrays.stream(probabilities).mapToInt(CategoricalModel::largest).toArray();
  }

  private static int largest(double[] probabilities) {
    int best = 0;
    for (int k = 1; k < probabilities.length; k++) {
      best = probabilities[k] > probabilities[best] ? k : best;
    }
    return best;
  }

  /**
   * The most probable category of each of many rows with offsets; of equal ones the first.
   *
   * @param rows the rows
   * @param offsets of as many rows, added to their linear predictors
   * @return for each row a category, from 0
   */
  public int[] predict(DesignMatrix rows, Offsets offsets) {
    return largest(probabilities(rows, offsets));
  }

  /**
   * The most probable categories of a row.
   *
   * @param row a finite value for each feature
   * @param count how many
   * @return the most probable first; of equal ones the first category first
   */
  public List<RankedCategory> topCategories(double[] row, int count) {
    return top(oneRow(row), count);
  }

  /**
   * The most probable categories of a sparse row.
   *
   * @param columns strictly increasing column numbers
   * @param values a finite value for each of them
   * @param count how many
   * @return the most probable first; of equal ones the first category first
   */
  public List<RankedCategory> topCategories(int[] columns, double[] values, int count) {
    return top(oneRow(columns, values), count);
  }

  private List<RankedCategory> top(DesignMatrix row, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("top " + count + "; must be at least 1");
    }
    return RankedCategory.top(probabilities(row)[0], categoryNames(), count);
  }

  /**
   * How sure the model is of a row's class probabilities, with 90 % intervals.
   *
   * @param row a finite value for each feature
   * @return means, deviations, intervals and entropies
   */
  public Uncertainty uncertainty(double[] row) {
    return uncertainty(oneRow(row), Uncertainty.USUAL_LEVEL)[0];
  }

  /**
   * How sure the model is of the class probabilities of a row with offsets, with 90 % intervals.
   *
   * @param row a finite value for each feature
   * @param offsets a finite number for each category, added to the row's linear predictors
   * @return means, deviations, intervals and entropies
   */
  public Uncertainty uncertainty(double[] row, double[] offsets) {
    return uncertainty(oneRow(row), Offsets.same(1, offsets), Uncertainty.USUAL_LEVEL)[0];
  }

  /**
   * How sure the model is of the class probabilities of rows with offsets.
   *
   * @param rows the rows
   * @param offsets of as many rows, added to their linear predictors
   * @param level probability that an interval holds, above 0 and below 1
   * @return means, deviations, intervals and entropies for each row
   */
  public Uncertainty[] uncertainty(DesignMatrix rows, Offsets offsets, double level) {
    return uncertainty(rows, offsets, level, Workers.sequential());
  }

  /**
   * How sure the model is of a sparse row's class probabilities, with 90 % intervals.
   *
   * @param columns strictly increasing column numbers
   * @param values a finite value for each of them
   * @return means, deviations, intervals and entropies
   */
  public Uncertainty uncertainty(int[] columns, double[] values) {
    return uncertainty(oneRow(columns, values), Uncertainty.USUAL_LEVEL)[0];
  }

  /**
   * How sure the model is of the class probabilities of dense rows, with 90 % intervals.
   *
   * @param rows in each a finite value for each feature
   * @return means, deviations, intervals and entropies for each row
   */
  public Uncertainty[] uncertainty(double[][] rows) {
    return rows.length == 0
        ? new Uncertainty[0]
        : uncertainty(matrix(rows), Uncertainty.USUAL_LEVEL);
  }

  /**
   * How sure the model is of the class probabilities of rows.
   *
   * @param rows the rows
   * @param level probability that an interval holds, above 0 and below 1
   * @return means, deviations, intervals and entropies for each row
   */
  public Uncertainty[] uncertainty(DesignMatrix rows, double level) {
    return uncertainty(rows, level, Workers.sequential());
  }

  /**
   * How sure the model is of the class probabilities of rows, computed by several threads.
   *
   * @param rows the rows
   * @param level probability that an interval holds, above 0 and below 1
   * @param threads how many; the result does not depend on them
   * @return means, deviations, intervals and entropies for each row
   */
  public Uncertainty[] uncertainty(DesignMatrix rows, double level, int threads) {
    try (Workers workers = Workers.of(threads)) {
      return uncertainty(rows, level, workers);
    }
  }

  /**
   * How sure the model is of the class probabilities of rows, computed by several threads.
   *
   * @param rows the rows
   * @param level probability that an interval holds, above 0 and below 1
   * @param workers the threads
   * @return means, deviations, intervals and entropies for each row
   */
  @SuppressWarnings("exports") // For adapters, which share threads among batches.
  public Uncertainty[] uncertainty(DesignMatrix rows, double level, Workers workers) {
    return uncertainty(rows, Offsets.none(), level, workers);
  }

  private Uncertainty[] uncertainty(
      DesignMatrix rows, Offsets offsets, double level, Workers workers) {
    requireLevel(level);
    return batch.uncertainty(rows, offsets, level, workers);
  }

  /**
   * What a feature does to the class probabilities, averaged over rows: for components of any basis
   * what a coefficient is for linear ones.
   *
   * @param rows some rows of the data, a hundred say; each is predicted once for each value
   * @param feature its number
   * @param values that the feature is set to, on its original scale
   * @param level probability that an interval holds, above 0 and below 1
   * @return means of probabilities and of the ends of their intervals
   */
  public FeatureEffect effect(DesignMatrix rows, int feature, double[] values, double level) {
    return effect(rows, feature, values, level, Workers.sequential());
  }

  /**
   * What a feature does to the class probabilities, averaged over rows, computed by several
   * threads.
   *
   * @param rows some rows of the data, a hundred say; each is predicted once for each value
   * @param feature its number
   * @param values that the feature is set to, on its original scale
   * @param level probability that an interval holds, above 0 and below 1
   * @param workers the threads; the result does not depend on how many they are
   * @return means of probabilities and of the ends of their intervals
   */
  @SuppressWarnings("exports") // For adapters, which share threads among batches.
  public FeatureEffect effect(
      DesignMatrix rows, int feature, double[] values, double level, Workers workers) {
    batch.requireFeatures(rows);
    if (feature < 0 || feature >= features()) {
      throw new IllegalArgumentException(
          "feature " + feature + "; must be between 0 and " + (features() - 1));
    }
    return FeatureEffect.of(
        this,
        featureNames().get(feature),
        Arrays.stream(values).mapToObj(value -> String.format(Locale.ROOT, "%.4g", value)).toList(),
        v -> FeatureEffect.with(rows, feature, values[v]),
        level,
        workers);
  }

  /**
   * What a column of data does to the class probabilities, averaged over rows, where a column may
   * be several features, as one of names is.
   *
   * @param column its name
   * @param values that it is set to, as texts
   * @param rowsWith the same rows with the column set to the value of an index
   * @param level probability that an interval holds, above 0 and below 1
   * @return means of probabilities and of the ends of their intervals
   */
  public FeatureEffect effect(
      String column, List<String> values, IntFunction<DesignMatrix> rowsWith, double level) {
    return FeatureEffect.of(this, column, values, rowsWith, level, Workers.sequential());
  }

  /** Refuses what is not a probability of an interval. */
  static void requireLevel(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level " + level + "; must be above 0 and below 1");
    }
  }

  /** The forms of rows that draws ask for. */
  RowsToPredict forms(DesignMatrix rows) {
    return batch.forms(rows);
  }

  private DesignMatrix matrix(double[][] rows) {
    DesignMatrix.Builder matrix = DesignMatrix.dense(features());
    for (double[] row : rows) {
      matrix.add(row);
    }
    return matrix.build();
  }

  private DesignMatrix oneRow(double[] row) {
    return DesignMatrix.ofRow(features(), row);
  }

  private DesignMatrix oneRow(int[] columns, double[] values) {
    return DesignMatrix.sparse(features()).add(columns, values).build();
  }

  /**
   * A category's coefficients on the original scale, with intervals, in the linear component with
   * the largest weight.
   *
   * @param category from 0
   * @param level probability that an interval holds, above 0 and below 1
   * @return their posterior
   */
  public CoefficientSummary coefficients(int category, double level) {
    return coefficients(coefficients.linear(), category, level);
  }

  /**
   * A category's coefficients on the original scale, with intervals, in a component.
   *
   * @param component its number in {@link #components()}
   * @param category from 0
   * @param level probability that an interval holds, above 0 and below 1
   * @return their posterior
   */
  public CoefficientSummary coefficients(int component, int category, double level) {
    return coefficients.original(component, category, level);
  }

  /**
   * By what factor one unit more of each feature multiplies a category's odds, at the posterior
   * means of a component: its probability divided by the geometric mean of the other categories',
   * exp(β_k − mean of β_j over j ≠ k). With two categories these are the usual odds. Categories
   * without rows do not count.
   *
   * @param component its number in {@link #components()}
   * @param category from 0
   * @return one for each feature; empty if the component's odds are not multiplied by the same
   *     factor everywhere, or the category has no rows or no other to be compared with
   */
  public Optional<double[]> oddsRatios(int component, int category) {
    requireCategory(category);
    return coefficients.oddsRatios(component, category, k -> !isLeftOut(k));
  }

  /**
   * A category's coefficients of the standardized features, with intervals, in the linear component
   * with the largest weight. Their sizes can be compared with each other.
   *
   * @param category from 0
   * @param level probability that an interval holds, above 0 and below 1
   * @return their posterior on the fitted scale
   */
  public CoefficientSummary standardizedCoefficients(int category, double level) {
    return coefficients.standardized(category, level);
  }

  /**
   * The mean of one of a category's coefficients on the original scale, in the linear component
   * with the largest weight; for all of them and how certain they are see {@link #coefficients}.
   *
   * @param category from 0
   * @param coefficient the number of a feature, or the number of features for the intercept
   * @return the posterior mean
   */
  public double coefficient(int category, int coefficient) {
    return coefficients.mean(category, coefficient);
  }

  /** Refuses the number of a category that does not exist. */
  void requireCategory(int category) {
    coefficients.requireCategory(category);
  }

  /**
   * Random draws of all coefficients from the posterior. They take no memory until they are asked
   * for.
   *
   * @param count how many, at least 1
   * @param seed of the draws: the same seed gives the same draws, whatever the threads
   * @return the draws
   */
  public PosteriorDraws draws(int count, long seed) {
    return new PosteriorDraws(this, rowPredictor, count, seed);
  }

  /**
   * The number of features.
   *
   * @return M
   */
  public int features() {
    return data.features();
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return posterior().categories();
  }

  /**
   * The names of the features.
   *
   * @return those of the training data, else x0, x1, …; unchangeable
   */
  public List<String> featureNames() {
    return data.featureNames();
  }

  /**
   * The names of the categories.
   *
   * @return those of the training data, else 0, 1, …; unchangeable
   */
  public List<String> categoryNames() {
    return data.categoryNames();
  }

  /**
   * What is kept of the training data.
   *
   * @return names and the weights of the categories
   */
  public DataSummary data() {
    return data;
  }

  /**
   * The class probabilities of a row about which nothing is known: the shares of the categories in
   * the training data, as {@link DataSummary#baseRates()} estimates them.
   *
   * @return one for each category; they sum to 1
   */
  public double[] baseRates() {
    return data.baseRates();
  }

  /**
   * Whether the last coefficient is an intercept.
   *
   * @return true if so
   */
  public boolean hasIntercept() {
    return intercept;
  }

  /**
   * The parts that predict, the one with the largest weight first.
   *
   * @return at least one
   */
  public List<Component> components() {
    return components;
  }

  /**
   * The component with the largest weight among those that are linear in the features.
   *
   * @return the component that coefficients are read from
   * @throws IllegalArgumentException if there is none
   */
  public Component linear() {
    return components.get(coefficients.linear());
  }

  /**
   * Whether there is a component that is linear in the features, whose coefficients can be read.
   *
   * @return false if every component has another basis
   */
  public boolean hasLinear() {
    return components.stream().anyMatch(component -> component.basis().isLinear());
  }

  /**
   * The different bases of the components.
   *
   * @return that of the component with the largest weight first
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public List<FittedBasis> bases() {
    return means.bases();
  }

  /**
   * The binary link of the component with the largest weight.
   *
   * @return the link
   */
  public Link link() {
    return components.get(0).link();
  }

  /**
   * The standardization of the features.
   *
   * @return from the original to the fitted scale
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public Standardization standardization() {
    return standardization;
  }

  /**
   * The posterior of the coefficients on the fitted scale in the component with the largest weight.
   *
   * @return the posterior
   */
  @SuppressWarnings("exports") // Called by other packages of this module only.
  public Posterior posterior() {
    return components.get(0).posterior();
  }

  /**
   * The members of the categorical family in the component with the largest weight.
   *
   * @return the average
   */
  public AlphaWeights average() {
    return components.get(0).alphas();
  }

  /**
   * The mean of α over all components and their members.
   *
   * @return from 0 to 1
   */
  public double meanAlpha() {
    return components.stream().mapToDouble(c -> c.weight() * c.alphas().meanAlpha()).sum();
  }

  /**
   * How probabilities are computed.
   *
   * @return mode, draws and seed
   */
  public Prediction prediction() {
    return prediction;
  }

  /**
   * Whether every component predicts at its posterior means, by the way of predicting that was
   * chosen or because {@link org.ibcavi.settings.PredictionMode#AUTO} came to that.
   *
   * @return false if some component predicts by more than its means
   */
  public boolean predictsAtMeans() {
    return rowPredictor.atMeans();
  }

  /**
   * Whether a category had no rows and took no part in the categorical stage, so that it has its
   * base rate in every prediction.
   *
   * @param category from 0
   * @return true if so
   */
  public boolean isLeftOut(int category) {
    requireCategory(category);
    return rowPredictor.isLeftOut(category);
  }

  /**
   * How the model was fitted.
   *
   * @return the report
   */
  public FitReport report() {
    return report;
  }

  /** Sizes, the component with the largest weight and the way of predicting. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "Bayesian multiclass regression of %d categories on %d features%s, fitted to %d rows."
            + " It predicts %s. Components: %d, the largest with %s.",
        categories(),
        features(),
        intercept ? " and an intercept" : "",
        report.allRows(),
        prediction,
        components.size(),
        components.get(0));
  }
}
