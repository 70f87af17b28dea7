// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.ibcavi.averaging.AlphaWeights;
import org.ibcavi.design.DenseMatrix;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.design.SparseMatrix;
import org.ibcavi.design.Standardization;
import org.ibcavi.link.Link;
import org.ibcavi.link.StandardNormal;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.Workers;
import org.ibcavi.posterior.Posterior;
import org.ibcavi.report.FitReport;
import org.ibcavi.settings.PredictionMode;

/**
 * A fitted Bayesian multiclass regression. Immutable and safe for use by many threads. Rows are
 * given on the original scale of the features.
 */
public final class CategoricalModel {
  private final Standardization standardization;
  private final boolean intercept;
  private final List<Component> components;
  private final StackedMeans means;
  private final Prediction prediction;
  private final FitReport report;
  private final RowPredictor rowPredictor;

  /**
   * Puts a model together; users fit one or read one from a file.
   *
   * @param standardization from the original to the fitted scale
   * @param intercept whether the last coefficient is an intercept
   * @param components the parts that predict; the order by weight is kept
   * @param prediction how probabilities are computed
   * @param report how the model was fitted
   */
  public CategoricalModel(
      Standardization standardization,
      boolean intercept,
      List<Component> components,
      Prediction prediction,
      FitReport report) {
    if (components.isEmpty()) {
      throw new IllegalArgumentException("no components; a model has at least one");
    }
    this.standardization = standardization;
    this.intercept = intercept;
    this.components =
        components.stream()
            .sorted(Comparator.comparingDouble(Component::weight).reversed())
            .toList();
    this.means = new StackedMeans(this.components, standardization);
    this.prediction = prediction;
    this.report = report;
    this.rowPredictor = new RowPredictor(this.components, means, prediction);
  }

  private CategoricalModel(CategoricalModel other, Prediction prediction) {
    this.standardization = other.standardization;
    this.intercept = other.intercept;
    this.components = other.components;
    this.means = other.means;
    this.prediction = prediction;
    this.report = other.report;
    this.rowPredictor = new RowPredictor(components, means, prediction);
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
    if (prediction.mode() == PredictionMode.PLUG_IN) {
      DenseMatrix.requireRow(features(), row);
      return rowPredictor.plugIn(row);
    }
    return probabilities(oneRow(row))[0];
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
   * @param workers the threads
   * @return for each row one for each category
   * @throws org.ibcavi.parallel.FitCancelledException if the calling thread is interrupted
   */
  public double[][] probabilities(DesignMatrix rows, Workers workers) {
    double[][] result = new double[rows.rows()][];
    if (prediction.mode() == PredictionMode.PLUG_IN) {
      plugIn(rows, workers, result);
    } else {
      forEachRow(
          rows, workers, (row, predictors) -> result[row] = rowPredictor.probabilities(predictors));
    }
    return result;
  }

  private void plugIn(DesignMatrix rows, Workers workers, double[][] result) {
    requireFeatures(rows);
    Regressors original = new Regressors(rows, intercept);
    workers.run(
        rows.chunks(),
        Cancellation.onInterrupt(),
        chunk -> {
          double[] eta = means.predictors(original, chunk);
          int first = rows.chunkStart(chunk);
          for (int i = 0; i < rows.chunkSize(chunk); i++) {
            result[first + i] = rowPredictor.plugIn(eta, i * means.vectors());
          }
        });
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
    return RankedCategory.top(probabilities(row)[0], count);
  }

  /**
   * How sure the model is of a row's class probabilities, with 90 % intervals.
   *
   * @param row a finite value for each feature
   * @return means, deviations, intervals and entropies
   */
  public Uncertainty uncertainty(double[] row) {
    return uncertainty(oneRow(row), 0.9)[0];
  }

  /**
   * How sure the model is of a sparse row's class probabilities, with 90 % intervals.
   *
   * @param columns strictly increasing column numbers
   * @param values a finite value for each of them
   * @return means, deviations, intervals and entropies
   */
  public Uncertainty uncertainty(int[] columns, double[] values) {
    return uncertainty(oneRow(columns, values), 0.9)[0];
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
   * @param workers the threads
   * @return means, deviations, intervals and entropies for each row
   */
  public Uncertainty[] uncertainty(DesignMatrix rows, double level, Workers workers) {
    requireLevel(level);
    Uncertainty[] result = new Uncertainty[rows.rows()];
    forEachRow(
        rows,
        workers,
        (row, predictors) -> result[row] = rowPredictor.uncertainty(predictors, level));
    return result;
  }

  private static void requireLevel(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level " + level + "; must be above 0 and below 1");
    }
  }

  /** Receives a row's linear predictors, one distribution for each component. */
  @FunctionalInterface
  private interface RowTask {
    void take(int row, List<RowPredictors> predictors);
  }

  private void requireFeatures(DesignMatrix rows) {
    if (rows.columns() != features()) {
      throw new IllegalArgumentException(
          "rows of " + rows.columns() + " columns; the model has " + features() + " features");
    }
  }

  private void forEachRow(DesignMatrix rows, Workers workers, RowTask task) {
    requireFeatures(rows);
    RowsToPredict forms = forms(rows);
    workers.run(
        rows.chunks(),
        Cancellation.onInterrupt(),
        chunk -> {
          ChunkPredictors predictors = new ChunkPredictors(components, means, forms, chunk);
          for (int i = 0; i < rows.chunkSize(chunk); i++) {
            task.take(rows.chunkStart(chunk) + i, predictors.row(i));
          }
        });
  }

  private RowsToPredict forms(DesignMatrix rows) {
    Regressors original = new Regressors(rows, intercept);
    Regressors fitted = new Regressors(standardization.apply(rows), intercept);
    boolean someDiagonal =
        components.stream().anyMatch(part -> part.posterior().covariance().diagonal());
    return new RowsToPredict(original, fitted, someDiagonal ? fitted.squared() : null);
  }

  private DesignMatrix oneRow(double[] row) {
    return DenseMatrix.ofRow(features(), row);
  }

  private DesignMatrix oneRow(int[] columns, double[] values) {
    return SparseMatrix.builder(features()).add(columns, values).build();
  }

  /**
   * A category's coefficients on the original scale, with intervals, in the component with the
   * largest weight.
   *
   * @param category from 0
   * @param level probability that an interval holds, above 0 and below 1
   * @return their posterior
   */
  public CoefficientSummary coefficients(int category, double level) {
    requireLevel(level);
    if (category < 0 || category >= categories()) {
      throw new IllegalArgumentException(
          "category " + category + "; must be between 0 and " + (categories() - 1));
    }
    Posterior posterior = posterior();
    int vector = posterior.vectorOf(category);
    double[] center = standardization.center();
    double[] scale = standardization.scale();
    double[] variances = posterior.covariance().variances(vector);
    double[] deviations = new double[variances.length];
    for (int m = 0; m < features(); m++) {
      deviations[m] = Math.sqrt(variances[m]) / scale[m];
    }
    if (intercept) {
      double[] combination = new double[variances.length];
      combination[features()] = 1;
      for (int m = 0; m < features(); m++) {
        combination[m] = -center[m] / scale[m];
      }
      deviations[features()] = Math.sqrt(posterior.covariance().variance(vector, combination));
    }
    double quantile = StandardNormal.quantile(0.5 + 0.5 * level);
    return new CoefficientSummary(level, quantile, means.vector(vector), deviations);
  }

  /**
   * The number of features.
   *
   * @return M
   */
  public int features() {
    return posterior().means().size() - (intercept ? 1 : 0);
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
   * Whether the components are finished categorical models, and not the independent binary fit.
   *
   * @return true if so
   */
  public boolean finished() {
    return !report.finished().isEmpty();
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
  public Standardization standardization() {
    return standardization;
  }

  /**
   * The posterior of the coefficients on the fitted scale in the component with the largest weight.
   *
   * @return the posterior
   */
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
   * How the model was fitted.
   *
   * @return the report
   */
  public FitReport report() {
    return report;
  }
}
