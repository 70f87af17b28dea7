// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.problem;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.link.Likelihood;

/**
 * What is known of a problem without its rows: its sizes and its regressions. Plans, costs and
 * solvers need no more, wherever the rows are.
 *
 * <p>A <em>regression</em> is a binary fit that is really computed: one for each category with
 * rows, in category order, and a last one that all categories without rows share, because their
 * posteriors are the same; or one for each prior that such categories have. Categories of which
 * nothing is known may be left out: their regression, the last, stands for none.
 */
public final class Shape {
  /** Instead of the number of a prior: a category without rows that takes no part. */
  public static final int LEFT_OUT = -1;

  /** Rows that are worth a task of their own. */
  private static final int MIN_SEGMENT_CHUNKS = 8;

  /** More segments than any sensible number of threads would only cost memory. */
  private static final int MAX_SEGMENTS = 16;

  /** A segment's sums have to be added up; they should cost little beside filling them. */
  private static final int MIN_VALUES_PER_SUM = 16;

  private final int rows;
  private final int givenRows;
  private final int columns;
  private final boolean intercept;
  private final long nonzeros;
  private final int[] regressionOfCategory;
  private final double[] regressionWeights;
  private final int[] multiplicities;
  private final int[] firstCategories;

  private Shape(int rows, int givenRows, int columns, long nonzeros, Shape regressions) {
    this.rows = rows;
    this.givenRows = givenRows;
    this.nonzeros = nonzeros;
    this.columns = columns;
    this.intercept = regressions.intercept;
    this.regressionOfCategory = regressions.regressionOfCategory;
    this.regressionWeights = regressions.regressionWeights;
    this.multiplicities = regressions.multiplicities;
    this.firstCategories = regressions.firstCategories;
  }

  /**
   * Finds the regressions.
   *
   * @param rows how many there are
   * @param columns features of a row
   * @param intercept whether there is one beside the features
   * @param nonzeros stored values of all rows
   * @param categoryWeights the weight of the rows of each category, 0 where it has none
   * @param priorOfCategory categories without rows share a regression if this is the same number
   *     for them, and take no part if it is {@link #LEFT_OUT}
   */
  public Shape(
      int rows,
      int columns,
      boolean intercept,
      long nonzeros,
      double[] categoryWeights,
      IntUnaryOperator priorOfCategory) {
    this.rows = rows;
    this.givenRows = rows;
    this.columns = columns;
    this.intercept = intercept;
    this.nonzeros = nonzeros;
    this.regressionOfCategory = regressions(categoryWeights, priorOfCategory);
    int regressions = Arrays.stream(regressionOfCategory).max().orElseThrow() + 1;
    this.regressionWeights = new double[regressions];
    this.multiplicities = new int[regressions];
    this.firstCategories = new int[regressions];
    for (int k = regressionOfCategory.length - 1; k >= 0; k--) {
      int regression = regressionOfCategory[k];
      regressionWeights[regression] = categoryWeights[k];
      boolean leftOut = !(categoryWeights[k] > 0) && priorOfCategory.applyAsInt(k) == LEFT_OUT;
      multiplicities[regression] += leftOut ? 0 : 1;
      firstCategories[regression] = k;
    }
  }

  /**
   * One for each category with rows, then one for each prior that those without rows have, then one
   * for those that are left out.
   */
  private static int[] regressions(double[] categoryWeights, IntUnaryOperator priorOfCategory) {
    int next = (int) Arrays.stream(categoryWeights).filter(weight -> weight > 0).count();
    Map<Integer, Integer> unseen = new HashMap<>();
    int[] regressionOfCategory = new int[categoryWeights.length];
    for (int k = 0, seen = 0; k < regressionOfCategory.length; k++) {
      if (categoryWeights[k] > 0) {
        regressionOfCategory[k] = seen++;
      } else {
        int prior = priorOfCategory.applyAsInt(k);
        regressionOfCategory[k] =
            prior == LEFT_OUT
                ? LEFT_OUT
                : unseen.computeIfAbsent(prior, key -> unseen.size()) + next;
      }
    }
    int last = next + unseen.size();
    return Arrays.stream(regressionOfCategory)
        .map(regression -> regression == LEFT_OUT ? last : regression)
        .toArray();
  }

  /**
   * The same rows and regressions with other features.
   *
   * @param count how many features
   * @param valuesPerRow how many of them are stored of a row
   * @return the shape
   */
  public Shape withColumns(int count, double valuesPerRow) {
    return new Shape(rows, givenRows, count, (long) Math.ceil(rows * valuesPerRow), this);
  }

  /**
   * The same regressions with some of the rows.
   *
   * @param count how many rows
   * @param values stored values of these rows
   * @return a smaller shape
   */
  public Shape withRows(int count, long values) {
    return new Shape(count, count, columns, values, this);
  }

  /**
   * The same shape of rows some of which stand for several.
   *
   * @param given how many rows they stand for
   * @return a shape of the same size
   */
  public Shape standingFor(int given) {
    return new Shape(rows, given, columns, nonzeros, this);
  }

  /**
   * The number of rows that a pass goes over: what it costs depends on them.
   *
   * @return N
   */
  public int rows() {
    return rows;
  }

  /**
   * The number of rows that these stand for, where repeated ones were merged: how much is known
   * depends on them.
   *
   * @return at least {@link #rows()}
   */
  public int givenRows() {
    return givenRows;
  }

  /**
   * The number of features.
   *
   * @return M
   */
  public int columns() {
    return columns;
  }

  /**
   * Whether there is an intercept.
   *
   * @return true if so
   */
  public boolean hasIntercept() {
    return intercept;
  }

  /**
   * The number of coefficients of a regression.
   *
   * @return P
   */
  public int size() {
    return columns + (intercept ? 1 : 0);
  }

  /**
   * Stored values of all rows.
   *
   * @return at most N·M
   */
  public long nonzeros() {
    return nonzeros;
  }

  /**
   * Stored values of a row.
   *
   * @return the mean over the rows
   */
  public double valuesPerRow() {
    return (double) nonzeros / rows;
  }

  /**
   * The number of regressions that are computed.
   *
   * @return at most the number of categories
   */
  public int regressions() {
    return regressionWeights.length;
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return regressionOfCategory.length;
  }

  /**
   * Which regression each category has.
   *
   * @return K regression numbers
   */
  public int[] regressionOfCategory() {
    return regressionOfCategory.clone();
  }

  /**
   * Which regression each category has that takes part.
   *
   * @return at most K regression numbers, in category order
   */
  public int[] competitors() {
    return Arrays.stream(regressionOfCategory)
        .filter(regression -> multiplicities[regression] > 0)
        .toArray();
  }

  /**
   * How much of independent variational posteriors of the categories the rows can tell apart.
   * Softmax sees nothing but differences. Between two categories there is only one, of which each
   * category's posterior is a half: the curvature that rows give to each is divided by this share,
   * so that the difference has its own variance and not twice that, and the divergence of both
   * posteriors from the prior is multiplied by it. With more categories than two, or another
   * likelihood, each posterior stands for itself. Laplace's posteriors do without it: with it their
   * evidence chose variances that predicted worse (docs/laboratory/posterior.md).
   *
   * @param member the likelihood
   * @return ½ for softmax where two categories compete, else 1
   */
  public double contrastShare(Likelihood member) {
    return member.blindToCommonShift() && competitors().length == 2 ? 0.5 : 1;
  }

  /**
   * The weight of the rows of a regression's category.
   *
   * @param regression which regression
   * @return 0 for the regression of the categories without rows
   */
  public double regressionWeight(int regression) {
    return regressionWeights[regression];
  }

  /**
   * The weight of all rows.
   *
   * @return Σω
   */
  public double totalWeight() {
    return Arrays.stream(regressionWeights).sum();
  }

  /**
   * The first of the categories that a regression stands for.
   *
   * @param regression which regression
   * @return from 0
   */
  public int firstCategory(int regression) {
    return firstCategories[regression];
  }

  /**
   * How many categories a regression stands for.
   *
   * @param regression which regression
   * @return 1, or the number of categories without rows; 0 if these take no part
   */
  public int multiplicity(int regression) {
    return multiplicities[regression];
  }

  /**
   * Into how many parts sums over rows are split. It depends on the data alone, never on the number
   * of threads: the order of additions is part of the result.
   *
   * @return at least 1
   */
  public int segments() {
    long chunks = ((long) rows + DesignMatrix.CHUNK_ROWS - 1) / DesignMatrix.CHUNK_ROWS;
    long byRows = chunks / MIN_SEGMENT_CHUNKS;
    long byCost = nonzeros / ((long) MIN_VALUES_PER_SUM * (size() + 1));
    return (int) Math.max(1, Math.min(MAX_SEGMENTS, Math.min(byRows, byCost)));
  }
}
