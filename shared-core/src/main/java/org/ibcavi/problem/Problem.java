// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ibcavi.columns.Regressors;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Offsets;
import org.ibcavi.design.TrainingData;

/** What is to be fitted, with its rows: their regressors, regressions and weights. */
public final class Problem {
  private final Shape shape;
  private final Regressors regressors;
  private final int[] regressionOfRow;
  private final double[] rowWeights;
  private final Offsets offsets;

  /** How many rows each stands for; null if each stands for itself. */
  private final int[] copies;

  private Problem(
      Shape shape,
      Regressors regressors,
      int[] regressionOfRow,
      double[] rowWeights,
      Offsets offsets,
      int[] copies) {
    this.shape = shape;
    this.regressors = regressors;
    this.regressionOfRow = regressionOfRow;
    this.rowWeights = rowWeights;
    this.offsets = offsets;
    this.copies = copies;
  }

  /**
   * States the problem. Categories without rows share a regression unless there are offsets, which
   * tell them apart.
   *
   * @param data labels, weights and offsets
   * @param features the data's features on the scale to fit on
   * @param intercept whether there is one
   * @return the problem
   */
  public static Problem of(TrainingData data, DesignMatrix features, boolean intercept) {
    boolean alike = data.offsets().areNone();
    return of(data, features, intercept, category -> alike ? 0 : category);
  }

  /**
   * States a problem in which categories without rows may differ in their priors.
   *
   * @param data labels, weights and offsets
   * @param features the data's features on the scale to fit on
   * @param intercept whether there is one
   * @param priorOfCategory categories without rows share a regression if this is the same number
   *     for them, which it may not be if there are offsets, and take no part if it is {@link
   *     Shape#LEFT_OUT}
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
    return new Problem(
        shape,
        new Regressors(features, intercept),
        regressionOfRow,
        rowWeights,
        data.offsets(),
        null);
  }

  /**
   * States a problem some of whose rows stand for several.
   *
   * @param rows each kind of row once
   * @param features of these rows on the scale to fit on
   * @param intercept whether there is one
   * @param priorOfCategory as for other problems
   * @return the problem
   */
  public static Problem of(
      Repeats rows, DesignMatrix features, boolean intercept, IntUnaryOperator priorOfCategory) {
    Problem plain = of(rows.data(), features, intercept, priorOfCategory);
    return rows.areMerged() ? plain.standingFor(rows.copies()) : plain;
  }

  private Problem standingFor(int[] counts) {
    return new Problem(
        shape.standingFor(Arrays.stream(counts).sum()),
        regressors,
        regressionOfRow,
        rowWeights,
        offsets,
        counts);
  }

  /**
   * Some of a problem's rows, which have no offsets, where the others are elsewhere.
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
        weights,
        Offsets.none(),
        null);
  }

  /**
   * The problem on a sample of its rows, which stand for all: their weights are scaled up to the
   * same total. Rows without weight are left out. A row that stands for several is as likely as all
   * of them, and may come with some of its copies.
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
    int[] each = eachCopy(candidates);
    int[] rows =
        Arrays.stream(Sampling.stratified(each.length, count, random)).map(i -> each[i]).toArray();
    return onCopies(rows).scaledToAll();
  }

  /**
   * The numbers of rows, each as often as there are rows that it stands for.
   *
   * @param rows their numbers
   * @return those of their copies, in the same order
   */
  public int[] eachCopy(int[] rows) {
    return copies == null
        ? rows
        : Arrays.stream(rows)
            .flatMap(row -> IntStream.generate(() -> row).limit(copies(row)))
            .toArray();
  }

  /**
   * The same rows with weights scaled up to those of the whole problem that they are from.
   *
   * @return the problem with rows that stand for all
   */
  public Problem scaledToAll() {
    double scale = totalWeight() / Arrays.stream(rowWeights).sum();
    double[] scaled = Arrays.stream(rowWeights).map(weight -> weight * scale).toArray();
    return new Problem(shape, regressors, regressionOfRow, scaled, offsets, copies);
  }

  /**
   * The same rows with other features.
   *
   * @param features as many rows
   * @return a problem with the same regressions, intercept, labels and weights
   */
  public Problem withFeatures(DesignMatrix features) {
    Shape wider = shape.withColumns(features.columns(), 0).withRows(rows(), features.nonzeros());
    return new Problem(
        wider.standingFor(shape.givenRows()),
        new Regressors(features, regressors.hasIntercept()),
        regressionOfRow,
        rowWeights,
        offsets,
        copies);
  }

  /** The problem on some of its rows, with the same regressions. */
  public Problem onRows(int[] rows) {
    int[] regressions = Arrays.stream(rows).map(i -> regressionOfRow[i]).toArray();
    double[] weights = Arrays.stream(rows).mapToDouble(i -> rowWeights[i]).toArray();
    Regressors some =
        new Regressors(regressors.features().selectRows(rows), regressors.hasIntercept());
    Shape smaller = shape.withRows(rows.length, some.features().nonzeros());
    Problem result =
        new Problem(smaller, some, regressions, weights, offsets.selectRows(rows), null);
    return copies == null
        ? result
        : result.standingFor(Arrays.stream(rows).map(this::copies).toArray());
  }

  /**
   * The problem on some of the rows that its rows stand for.
   *
   * @param rows their numbers in increasing order; one comes as often as it has copies there
   * @return a problem with the same regressions
   */
  public Problem onCopies(int[] rows) {
    if (copies == null) {
      return onRows(rows);
    }
    int[] counts = new int[rows()];
    Arrays.stream(rows).forEach(row -> counts[row]++);
    int[] distinct = Arrays.stream(rows).distinct().toArray();
    Problem some = onRows(distinct);
    Arrays.setAll(some.rowWeights, i -> counts[distinct[i]] * copyWeight(distinct[i]));
    return some.standingFor(Arrays.stream(distinct).map(row -> counts[row]).toArray());
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
   * Whether something is known beforehand of linear predictors.
   *
   * @return true if the rows have offsets that are not all 0
   */
  public boolean hasOffsets() {
    return !offsets.areNone();
  }

  /**
   * Adds the rows' offsets to linear predictors. Whoever multiplies a chunk of the regressors with
   * coefficients, and not with a direction or with variances, calls this next.
   *
   * @param chunk which rows
   * @param regressions whose linear predictors they are
   * @param first the first of these regressions to take
   * @param width how many to take
   * @param eta chunk rows × width, added to
   */
  public void addOffsets(int chunk, int[] regressions, int first, int width, double[] eta) {
    if (!hasOffsets()) {
      return;
    }
    int start = regressors.features().chunkStart(chunk);
    for (int i = 0, at = 0; i < regressors.features().chunkSize(chunk); i++) {
      for (int j = 0; j < width; j++, at++) {
        eta[at] += offset(start + i, regressions[first + j]);
      }
    }
  }

  /**
   * What is added to a row's linear predictor in a regression.
   *
   * @param row which row
   * @param regression which regression
   * @return 0 if there are no offsets
   */
  public double offset(int row, int regression) {
    return offsets.get(row, shape.firstCategory(regression));
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
   * The weights of all rows.
   *
   * @return a copy, one for each row
   */
  public double[] rowWeights() {
    return rowWeights.clone();
  }

  /**
   * How many rows as they were given a row stands for.
   *
   * @param row which row
   * @return 1 unless repeated rows were merged
   */
  public int copies(int row) {
    return copies == null ? 1 : copies[row];
  }

  /**
   * The weight of one of the rows that a row stands for.
   *
   * @param row which row
   * @return its share of ω
   */
  public double copyWeight(int row) {
    return rowWeights[row] / copies(row);
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
