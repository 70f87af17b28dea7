// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/** What is to be fitted, with its rows: their regressors, regressions and weights. */
public final class Problem {
  /** Rows that merging may leave, as a share; more are not worth a copy of the features. */
  private static final double MERGING_SHARE = 0.75;

  private final Shape shape;
  private final Regressors regressors;
  private final int[] regressionOfRow;
  private final double[] rowWeights;

  private Problem(Shape shape, Regressors regressors, int[] regressionOfRow, double[] rowWeights) {
    this.shape = shape;
    this.regressors = regressors;
    this.regressionOfRow = regressionOfRow;
    this.rowWeights = rowWeights;
  }

  /**
   * States the problem.
   *
   * @param data labels and weights
   * @param features the data's features on the scale to fit on
   * @param intercept whether there is one
   * @return the problem
   */
  public static Problem of(TrainingData data, DesignMatrix features, boolean intercept) {
    return of(data, features, intercept, category -> 0);
  }

  /**
   * States a problem in which categories without rows may differ in their priors.
   *
   * @param data labels and weights
   * @param features the data's features on the scale to fit on
   * @param intercept whether there is one
   * @param priorOfCategory categories without rows share a regression if this is the same number
   *     for them, and take no part if it is {@link Shape#LEFT_OUT}
   * @return the problem
   */
  public static Problem of(
      TrainingData data,
      DesignMatrix features,
      boolean intercept,
      IntUnaryOperator priorOfCategory) {
    Shape shape =
        new Shape(
            data.rows(),
            features.columns(),
            intercept,
            features.nonzeros(),
            data.categoryWeights(),
            priorOfCategory);
    int[] regressionOfCategory = shape.regressionOfCategory();
    int[] regressionOfRow = new int[data.rows()];
    double[] rowWeights = new double[data.rows()];
    for (int i = 0; i < regressionOfRow.length; i++) {
      regressionOfRow[i] = regressionOfCategory[data.label(i)];
      rowWeights[i] = data.weight(i);
    }
    return new Problem(shape, new Regressors(features, intercept), regressionOfRow, rowWeights);
  }

  /**
   * Some of a problem's rows, where the others are elsewhere.
   *
   * @param whole the shape of the whole problem, which says what its regressions are
   * @param features of these rows on the scale to fit on
   * @param labels the category of each of these rows
   * @param weights of these rows
   * @return a problem with all regressions and some of the rows
   */
  public static Problem part(Shape whole, DesignMatrix features, int[] labels, double[] weights) {
    int[] regressionOfCategory = whole.regressionOfCategory();
    return new Problem(
        whole.withRows(features.rows(), features.nonzeros()),
        new Regressors(features, whole.hasIntercept()),
        Arrays.stream(labels).map(label -> regressionOfCategory[label]).toArray(),
        weights);
  }

  /**
   * The problem on a sample of its rows, which stand for all: their weights are scaled up to the
   * same total. Rows without weight are left out.
   *
   * @param count rows in the sample; from that many rows on the problem is its own sample
   * @param random draws the sample
   * @return a smaller problem with the same regressions
   */
  public Problem sample(int count, SplittableRandom random) {
    int[] candidates = IntStream.range(0, rows()).filter(i -> rowWeights[i] > 0).toArray();
    if (count >= candidates.length) {
      return this;
    }
    int[] rows =
        Arrays.stream(Sampling.stratified(candidates.length, count, random))
            .map(i -> candidates[i])
            .toArray();
    return onRows(rows).scaledToAll();
  }

  /**
   * The same rows with weights scaled up to those of the whole problem that they are from.
   *
   * @return the problem with rows that stand for all
   */
  public Problem scaledToAll() {
    double scale = totalWeight() / Arrays.stream(rowWeights).sum();
    double[] scaled = Arrays.stream(rowWeights).map(weight -> weight * scale).toArray();
    return new Problem(shape, regressors, regressionOfRow, scaled);
  }

  /**
   * The same problem with every kind of row once, if that leaves far fewer rows: those with the
   * same features and category are one with their weights' sum. Sums over the rows are then the
   * same but for rounding, and a pass takes less time.
   *
   * @return the smaller problem, or this one if there are few repeats
   */
  public Problem merged() {
    Repeats repeats = Repeats.of(this);
    if (repeats.firsts().length > MERGING_SHARE * rows()) {
      return this;
    }
    Problem merged = onRows(repeats.firsts());
    System.arraycopy(repeats.weights(), 0, merged.rowWeights, 0, merged.rowWeights.length);
    return merged;
  }

  /**
   * The same rows with other features.
   *
   * @param features as many rows
   * @return a problem with the same regressions, intercept, labels and weights
   */
  public Problem withFeatures(DesignMatrix features) {
    return new Problem(
        shape.withColumns(features.columns()).withRows(rows(), features.nonzeros()),
        new Regressors(features, regressors.hasIntercept()),
        regressionOfRow,
        rowWeights);
  }

  /** The problem on some of its rows, with the same regressions. */
  public Problem onRows(int[] rows) {
    int[] regressions = Arrays.stream(rows).map(i -> regressionOfRow[i]).toArray();
    double[] weights = Arrays.stream(rows).mapToDouble(i -> rowWeights[i]).toArray();
    Regressors some =
        new Regressors(regressors.features().selectRows(rows), regressors.hasIntercept());
    Shape smaller = shape.withRows(rows.length, some.features().nonzeros());
    return new Problem(smaller, some, regressions, weights);
  }

  /**
   * What is known of it without the rows.
   *
   * @return sizes and regressions
   */
  public Shape shape() {
    return shape;
  }

  /**
   * What the coefficients multiply.
   *
   * @return the regressors
   */
  public Regressors regressors() {
    return regressors;
  }

  /**
   * The number of coefficients of a regression.
   *
   * @return P
   */
  public int size() {
    return shape.size();
  }

  /**
   * The number of rows.
   *
   * @return N
   */
  public int rows() {
    return rowWeights.length;
  }

  /**
   * The regression of a row's category.
   *
   * @param row which row
   * @return its regression
   */
  public int regressionOfRow(int row) {
    return regressionOfRow[row];
  }

  /**
   * A row's weight.
   *
   * @param row which row
   * @return ω, at least 0
   */
  public double rowWeight(int row) {
    return rowWeights[row];
  }

  /**
   * The weight of all rows.
   *
   * @return Σω
   */
  public double totalWeight() {
    return shape.totalWeight();
  }

  /**
   * The number of regressions that are computed.
   *
   * @return at most the number of categories
   */
  public int regressions() {
    return shape.regressions();
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return shape.categories();
  }

  /**
   * Which regression each category has that takes part.
   *
   * @return at most K regression numbers, in category order
   */
  public int[] competitors() {
    return shape.competitors();
  }

  /**
   * Which regression each category has.
   *
   * @return K regression numbers
   */
  public int[] regressionOfCategory() {
    return shape.regressionOfCategory();
  }

  /**
   * The weight of the rows of a regression's category; 0 for the regression of the categories
   * without rows.
   */
  public double regressionWeight(int regression) {
    return shape.regressionWeight(regression);
  }

  /**
   * The first of the categories that a regression stands for.
   *
   * @param regression which regression
   * @return from 0
   */
  public int firstCategory(int regression) {
    return shape.firstCategory(regression);
  }

  /**
   * How many categories a regression stands for.
   *
   * @param regression which regression
   * @return 1, or the number of categories without rows; 0 if these take no part
   */
  public int multiplicity(int regression) {
    return shape.multiplicity(regression);
  }

  /**
   * Into how many parts sums over rows are split. It depends on the data alone, never on the number
   * of threads: the order of additions is part of the result.
   */
  public int segments() {
    return shape.segments();
  }

  /** The first chunk of a segment; of the segment after the last, the number of chunks. */
  public int segmentStart(int segment) {
    return (int) ((long) regressors.features().chunks() * segment / segments());
  }
}
