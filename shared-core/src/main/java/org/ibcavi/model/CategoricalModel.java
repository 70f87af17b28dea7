// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.model;

import java.util.ArrayList;
import java.util.Arrays;
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
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.Posterior;

/**
 * A fitted Bayesian multiclass regression. Immutable and safe for use by many threads. Rows are
 * given on the original scale of the features.
 */
public final class CategoricalModel {
  /** The square of it is still finite. */
  private static final double LARGEST = 1e150;

  private final Link link;
  private final Standardization standardization;
  private final boolean intercept;
  private final Posterior posterior;
  private final Coefficients originalMeans;
  private final AlphaWeights average;
  private final Prediction prediction;
  private final FitReport report;
  private final RowPredictor rowPredictor;
  private final PlugInPredictor plugIn;

  /**
   * Puts a model together; users fit one or read one from a file.
   *
   * @param link the binary link
   * @param standardization from the original to the fitted scale
   * @param intercept whether the last coefficient is an intercept
   * @param posterior of the coefficients, on the fitted scale
   * @param average the members of the categorical family and their weights
   * @param prediction how probabilities are computed
   * @param report how the model was fitted
   */
  public CategoricalModel(
      Link link,
      Standardization standardization,
      boolean intercept,
      Posterior posterior,
      AlphaWeights average,
      Prediction prediction,
      FitReport report) {
    this(
        link,
        standardization,
        intercept,
        posterior,
        toOriginalScale(posterior, standardization),
        average,
        prediction,
        report);
  }

  private CategoricalModel(
      Link link,
      Standardization standardization,
      boolean intercept,
      Posterior posterior,
      Coefficients originalMeans,
      AlphaWeights average,
      Prediction prediction,
      FitReport report) {
    this.link = Objects.requireNonNull(link, "link");
    this.standardization = standardization;
    this.intercept = intercept;
    this.posterior = posterior;
    this.originalMeans = originalMeans;
    this.average = average;
    this.prediction = prediction;
    this.report = report;
    AlphaWeights members = average.without(RowPredictor.NEGLIGIBLE);
    this.plugIn = new PlugInPredictor(link, posterior, originalMeans, members);
    this.rowPredictor = new RowPredictor(link, posterior, members, plugIn.average(), prediction);
  }

  private static Coefficients toOriginalScale(Posterior posterior, Standardization scale) {
    Coefficients means = posterior.means().copy();
    for (int block = 0; block < means.blocks(); block++) {
      scale.toOriginalScale(means.block(block), means.blockWidth(block));
    }
    return means;
  }

  /** Whether the means are finite on the original scale, where small scales may make them large. */
  boolean hasFiniteCoefficients() {
    for (int block = 0; block < originalMeans.blocks(); block++) {
      if (!Arrays.stream(originalMeans.block(block)).allMatch(Double::isFinite)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The same model computing its probabilities in another way.
   *
   * @param other the way
   * @return a model that shares this one's posterior
   */
  public CategoricalModel predictingBy(Prediction other) {
    Objects.requireNonNull(other, "prediction");
    return new CategoricalModel(
        link, standardization, intercept, posterior, originalMeans, average, other, report);
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
      return plugIn.probabilities(row);
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
    forEachRow(
        rows,
        workers,
        (row, means, variances) -> result[row] = rowPredictor.probabilities(means, variances),
        prediction.mode() != PredictionMode.PLUG_IN);
    return result;
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
    List<RankedCategory> ranked = new ArrayList<>();
    forEachRow(
        row,
        Workers.sequential(),
        (i, means, variances) -> ranked.addAll(rowPredictor.top(means, variances, count)),
        prediction.mode() != PredictionMode.PLUG_IN);
    return ranked;
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
        (row, means, variances) -> result[row] = rowPredictor.uncertainty(means, variances, level),
        true);
    return result;
  }

  private static void requireLevel(double level) {
    if (!(level > 0 && level < 1)) {
      throw new IllegalArgumentException("level " + level + "; must be above 0 and below 1");
    }
  }

  /** Receives the means and variances of a row's linear predictors. */
  @FunctionalInterface
  private interface RowTask {
    void take(int row, double[] means, double[] variances);
  }

  private void forEachRow(DesignMatrix rows, Workers workers, RowTask task, boolean variances) {
    if (rows.columns() != features()) {
      throw new IllegalArgumentException(
          "rows of " + rows.columns() + " columns; the model has " + features() + " features");
    }
    Regressors original = new Regressors(rows, intercept);
    Regressors fitted = variances ? new Regressors(standardization.apply(rows), intercept) : null;
    Regressors squares = variances && posterior.covariance().diagonal() ? fitted.squared() : null;
    workers.run(
        rows.chunks(),
        Cancellation.onInterrupt(),
        chunk -> {
          int units = originalMeans.vectors();
          int count = rows.chunkSize(chunk);
          double[] means = new double[count * units];
          originalMeans.product(original, chunk, means);
          int perRow = posterior.covariance().variancesPerRow();
          double[] spread = new double[variances ? count * perRow : 0];
          if (variances) {
            posterior.covariance().rowVariances(fitted, squares, chunk, spread);
          }
          for (int i = 0; i < count; i++) {
            int row = rows.chunkStart(chunk) + i;
            task.take(
                row,
                bounded(row, Arrays.copyOfRange(means, i * units, (i + 1) * units)),
                variances
                    ? bounded(row, Arrays.copyOfRange(spread, i * perRow, (i + 1) * perRow))
                    : spread);
          }
        });
  }

  /** Linear predictors beyond {@link #LARGEST} say no more than it, and would overflow later. */
  private static double[] bounded(int row, double[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = bounded(row, values[i]);
    }
    return values;
  }

  static double bounded(int row, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(
          "row " + row + ": values so large that its linear predictors overflow");
    }
    return Math.max(-LARGEST, Math.min(LARGEST, value));
  }

  private DesignMatrix oneRow(double[] row) {
    return DenseMatrix.ofRow(features(), row);
  }

  private DesignMatrix oneRow(int[] columns, double[] values) {
    return SparseMatrix.builder(features()).add(columns, values).build();
  }

  /**
   * A category's coefficients on the original scale, with intervals.
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
    return new CoefficientSummary(level, quantile, originalMeans.vector(vector), deviations);
  }

  /**
   * The number of features.
   *
   * @return M
   */
  public int features() {
    return posterior.means().size() - (intercept ? 1 : 0);
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return posterior.categories();
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
   * The binary link.
   *
   * @return the link
   */
  public Link link() {
    return link;
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
   * The posterior of the coefficients on the fitted scale.
   *
   * @return the posterior
   */
  public Posterior posterior() {
    return posterior;
  }

  /**
   * The members of the categorical family with their weights.
   *
   * @return the average
   */
  public AlphaWeights average() {
    return average;
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
