// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.Regressors;
import org.ibcavi.design.TrainingData;

/**
 * What is to be fitted. A <em>unit</em> is a binary regression that is really computed: one for
 * each category with rows, in category order, and a last one that all categories without rows
 * share, because their posteriors are the same; or one for each prior that such categories have.
 * Categories of which nothing is known may be left out: their unit, the last, stands for none.
 */
public final class Problem {
  /** Instead of the number of a prior: a category without rows that takes no part. */
  public static final int LEFT_OUT = -1;

  /** Rows that are worth a task of their own. */
  private static final int MIN_SEGMENT_CHUNKS = 8;

  /** More segments than any sensible number of threads would only cost memory. */
  private static final int MAX_SEGMENTS = 16;

  /** A segment's sums have to be added up; they should cost little beside filling them. */
  private static final int MIN_VALUES_PER_SUM = 16;

  /** Rows that merging may leave, as a share; more are not worth a copy of the features. */
  private static final double MERGING_SHARE = 0.75;

  private final Regressors regressors;
  private final int[] unitOfRow;
  private final double[] rowWeights;
  private final int[] unitOfCategory;
  private final double[] unitWeights;
  private final int[] multiplicities;
  private final int[] firstCategories;

  private Problem(
      Regressors regressors,
      int[] unitOfRow,
      double[] rowWeights,
      int[] unitOfCategory,
      double[] unitWeights,
      int[] multiplicities,
      int[] firstCategories) {
    this.regressors = regressors;
    this.unitOfRow = unitOfRow;
    this.rowWeights = rowWeights;
    this.unitOfCategory = unitOfCategory;
    this.unitWeights = unitWeights;
    this.multiplicities = multiplicities;
    this.firstCategories = firstCategories;
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
   * @param priorOfCategory categories without rows share a unit if this is the same number for
   *     them, and take no part if it is {@link #LEFT_OUT}
   * @return the problem
   */
  public static Problem of(
      TrainingData data,
      DesignMatrix features,
      boolean intercept,
      IntUnaryOperator priorOfCategory) {
    double[] categoryWeights = data.categoryWeights();
    int[] unitOfCategory = units(categoryWeights, priorOfCategory);
    int units = Arrays.stream(unitOfCategory).max().orElseThrow() + 1;
    double[] unitWeights = new double[units];
    int[] multiplicities = new int[units];
    int[] firstCategories = new int[units];
    for (int k = unitOfCategory.length - 1; k >= 0; k--) {
      int unit = unitOfCategory[k];
      unitWeights[unit] = categoryWeights[k];
      boolean leftOut = !(categoryWeights[k] > 0) && priorOfCategory.applyAsInt(k) == LEFT_OUT;
      multiplicities[unit] += leftOut ? 0 : 1;
      firstCategories[unit] = k;
    }
    int[] unitOfRow = new int[data.rows()];
    double[] rowWeights = new double[data.rows()];
    for (int i = 0; i < unitOfRow.length; i++) {
      unitOfRow[i] = unitOfCategory[data.label(i)];
      rowWeights[i] = data.weight(i);
    }
    return new Problem(
        new Regressors(features, intercept),
        unitOfRow,
        rowWeights,
        unitOfCategory,
        unitWeights,
        multiplicities,
        firstCategories);
  }

  /**
   * One for each category with rows, then one for each prior that those without rows have, then one
   * for those that are left out.
   */
  private static int[] units(double[] categoryWeights, IntUnaryOperator priorOfCategory) {
    int next = (int) Arrays.stream(categoryWeights).filter(weight -> weight > 0).count();
    Map<Integer, Integer> unseen = new HashMap<>();
    int[] unitOfCategory = new int[categoryWeights.length];
    for (int k = 0, seen = 0; k < unitOfCategory.length; k++) {
      if (categoryWeights[k] > 0) {
        unitOfCategory[k] = seen++;
      } else {
        int prior = priorOfCategory.applyAsInt(k);
        unitOfCategory[k] =
            prior == LEFT_OUT
                ? LEFT_OUT
                : unseen.computeIfAbsent(prior, key -> unseen.size()) + next;
      }
    }
    int last = next + unseen.size();
    return Arrays.stream(unitOfCategory).map(unit -> unit == LEFT_OUT ? last : unit).toArray();
  }

  /**
   * The problem on a sample of its rows, which stand for all: their weights are scaled up to the
   * same total. Rows without weight are left out.
   *
   * @param count rows in the sample; from that many rows on the problem is its own sample
   * @param random draws the sample
   * @return a smaller problem with the same units
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
    Problem some = onRows(rows);
    double scale = totalWeight() / Arrays.stream(some.rowWeights).sum();
    for (int i = 0; i < some.rowWeights.length; i++) {
      some.rowWeights[i] *= scale;
    }
    return some;
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
   * @return a problem with the same units, intercept, labels and weights
   */
  public Problem withFeatures(DesignMatrix features) {
    return new Problem(
        new Regressors(features, regressors.hasIntercept()),
        unitOfRow,
        rowWeights,
        unitOfCategory,
        unitWeights,
        multiplicities,
        firstCategories);
  }

  /** The problem on some of its rows, with the same units. */
  public Problem onRows(int[] rows) {
    int[] units = Arrays.stream(rows).map(i -> unitOfRow[i]).toArray();
    double[] weights = Arrays.stream(rows).mapToDouble(i -> rowWeights[i]).toArray();
    Regressors some =
        new Regressors(regressors.features().selectRows(rows), regressors.hasIntercept());
    return new Problem(
        some, units, weights, unitOfCategory, unitWeights, multiplicities, firstCategories);
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
   * The number of coefficients of a unit.
   *
   * @return P
   */
  public int size() {
    return regressors.size();
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
   * The unit of a row's category.
   *
   * @param row which row
   * @return its unit
   */
  public int unitOfRow(int row) {
    return unitOfRow[row];
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
    return Arrays.stream(unitWeights).sum();
  }

  /**
   * The number of regressions that are computed.
   *
   * @return at most the number of categories
   */
  public int units() {
    return unitWeights.length;
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return unitOfCategory.length;
  }

  /**
   * Which regression each category has that takes part.
   *
   * @return at most K unit numbers, in category order
   */
  public int[] competitors() {
    return Arrays.stream(unitOfCategory).filter(unit -> multiplicities[unit] > 0).toArray();
  }

  /**
   * Which regression each category has.
   *
   * @return K unit numbers
   */
  public int[] unitOfCategory() {
    return unitOfCategory.clone();
  }

  /** The weight of the rows of a unit's category; 0 for the unit of the categories without rows. */
  public double unitWeight(int unit) {
    return unitWeights[unit];
  }

  /**
   * The first of the categories that a unit stands for.
   *
   * @param unit which unit
   * @return from 0
   */
  public int firstCategory(int unit) {
    return firstCategories[unit];
  }

  /**
   * How many categories a unit stands for.
   *
   * @param unit which unit
   * @return 1, or the number of categories without rows; 0 if these take no part
   */
  public int multiplicity(int unit) {
    return multiplicities[unit];
  }

  /**
   * Into how many parts sums over rows are split. It depends on the data alone, never on the number
   * of threads: the order of additions is part of the result.
   */
  public int segments() {
    long byRows = regressors.features().chunks() / MIN_SEGMENT_CHUNKS;
    long byCost = regressors.features().nonzeros() / ((long) MIN_VALUES_PER_SUM * (size() + 1));
    return (int) Math.max(1, Math.min(MAX_SEGMENTS, Math.min(byRows, byCost)));
  }

  /** The first chunk of a segment; of the segment after the last, the number of chunks. */
  public int segmentStart(int segment) {
    return (int) ((long) regressors.features().chunks() * segment / segments());
  }
}
