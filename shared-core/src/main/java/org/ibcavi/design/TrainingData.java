// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** Labelled rows with optional weights, offsets and names: what a model is fitted to. Immutable. */
public final class TrainingData {
  private final DesignMatrix features;
  private final int[] labels;
  private final double[] weights;
  private final Offsets offsets;
  private final DataSummary summary;

  private TrainingData(DesignMatrix features, int[] labels, double[] weights, int categories) {
    this(
        features,
        labels,
        weights,
        Offsets.none(),
        DataSummary.of(features.columns(), categoryWeights(labels, weights, categories)));
  }

  private TrainingData(
      DesignMatrix features, int[] labels, double[] weights, Offsets offsets, DataSummary summary) {
    this.features = features;
    this.labels = labels;
    this.weights = weights;
    this.offsets = offsets;
    this.summary = summary;
  }

  private static double[] categoryWeights(int[] labels, double[] weights, int categories) {
    double[] sums = new double[categories];
    for (int i = 0; i < labels.length; i++) {
      sums[labels[i]] += weights[i];
    }
    return sums;
  }

  /**
   * Dense rows that all count once, of as many categories as the largest label says.
   *
   * @param rows at least one row, all of the same length
   * @param labels a category for each row, from 0
   * @return the data; everything is copied
   */
  public static TrainingData of(double[][] rows, int[] labels) {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(labels, "labels");
    checkCount("labels", labels.length, rows.length);
    Validation.someRows(rows.length);
    int categories = 0;
    for (int i = 0; i < labels.length; i++) {
      checkLabel(i, labels[i], Integer.MAX_VALUE);
      categories = Math.max(categories, labels[i] + 1);
    }
    return of(DesignMatrix.of(rows), labels, categories);
  }

  /**
   * Rows that all count once.
   *
   * @param features the feature values
   * @param labels a category for each row, from 0
   * @param categories how many categories there are; more than the labels show is allowed
   * @return the data; the labels are copied
   */
  public static TrainingData of(DesignMatrix features, int[] labels, int categories) {
    double[] ones = new double[labels.length];
    Arrays.fill(ones, 1);
    return of(features, labels, ones, categories);
  }

  /**
   * Weighted rows: a weight of 2 is the row twice, a weight of 0 is no row.
   *
   * @param features the feature values
   * @param labels a category for each row, from 0
   * @param weights a finite weight of at least 0 for each row, not all of them 0
   * @param categories how many categories there are; more than the labels show is allowed
   * @return the data; labels and weights are copied
   */
  public static TrainingData of(
      DesignMatrix features, int[] labels, double[] weights, int categories) {
    Objects.requireNonNull(features, "features");
    checkCount("labels", labels.length, features.rows());
    checkCount("weights", weights.length, features.rows());
    checkCategories(categories);
    for (int i = 0; i < labels.length; i++) {
      checkLabel(i, labels[i], categories);
      checkWeight(i, weights[i]);
    }
    checkTotal(weights);
    return new TrainingData(features, labels.clone(), weights.clone(), categories);
  }

  /**
   * Collects dense rows one by one.
   *
   * @param columns values in a row
   * @param categories how many categories there are
   * @return an empty builder
   */
  public static Builder dense(int columns, int categories) {
    return new Builder(DesignMatrix.dense(columns), categories);
  }

  /**
   * Collects sparse rows one by one.
   *
   * @param columns the number of columns
   * @param categories how many categories there are
   * @return an empty builder
   */
  public static Builder sparse(int columns, int categories) {
    return new Builder(DesignMatrix.sparse(columns), categories);
  }

  private static void checkCount(String what, int count, int rows) {
    if (count != rows) {
      throw new IllegalArgumentException(
          count + " " + what + " for " + rows + " rows; there must be one for each row");
    }
  }

  private static void checkCategories(int categories) {
    if (categories < 2) {
      throw new IllegalArgumentException(
          "categories " + categories + "; there must be at least 2 to tell apart");
    }
  }

  private static void checkLabel(int row, int label, int categories) {
    if (label < 0 || label >= categories) {
      throw new IllegalArgumentException(
          "row " + row + ": label " + label + "; must be between 0 and " + (categories - 1));
    }
  }

  private static void checkWeight(int row, double weight) {
    if (!(weight >= 0) || weight == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "row " + row + ": weight " + weight + "; must be finite and at least 0");
    }
  }

  private static void checkTotal(double[] weights) {
    double total = Arrays.stream(weights).sum();
    if (!(total > 0) || total == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the weights sum to " + total + "; the sum must be finite and above 0");
    }
  }

  /**
   * The feature values.
   *
   * @return the design matrix
   */
  public DesignMatrix features() {
    return features;
  }

  /**
   * The number of rows.
   *
   * @return N
   */
  public int rows() {
    return labels.length;
  }

  /**
   * The number of categories.
   *
   * @return K
   */
  public int categories() {
    return summary.categories();
  }

  /**
   * The category of a row.
   *
   * @param row which row
   * @return from 0
   */
  public int label(int row) {
    return labels[row];
  }

  /**
   * The weight of a row.
   *
   * @param row which row
   * @return at least 0
   */
  public double weight(int row) {
    return weights[row];
  }

  /**
   * What is known beforehand of the rows' linear predictors.
   *
   * @return one for each row and category, or none
   */
  public Offsets offsets() {
    return offsets;
  }

  /**
   * The sum of the weights of each category's rows.
   *
   * @return K sums
   */
  public double[] categoryWeights() {
    return summary.categoryWeights();
  }

  /**
   * The same data with names of the features, which the model will carry.
   *
   * @param names one for each feature, no two the same
   * @return data that share the rows of these
   */
  public TrainingData withFeatureNames(List<String> names) {
    return with(summary.withFeatureNames(names));
  }

  /**
   * The same data with names of the categories, which the model will carry.
   *
   * @param names one for each category, no two the same
   * @return data that share the rows of these
   */
  public TrainingData withCategoryNames(List<String> names) {
    return with(summary.withCategoryNames(names));
  }

  private TrainingData with(DataSummary named) {
    return new TrainingData(features, labels, weights, offsets, named);
  }

  /**
   * The same data with offsets: numbers that are known and added to the linear predictor of each
   * row and category, in every stage and under every link. They are on the scale of the linear
   * predictor, which standardization of the features does not touch. Offsets that are all 0 are
   * none.
   *
   * @param known for each row one for each category
   * @return data that share the rows of these
   * @throws IllegalArgumentException if they are of other rows or categories
   */
  public TrainingData withOffsets(Offsets known) {
    Objects.requireNonNull(known, "offsets");
    Offsets fitting = known.over(rows(), categories());
    return new TrainingData(features, labels, weights, fitting, summary);
  }

  /**
   * The same data with offsets.
   *
   * @param known for each row a finite number for each category; copied
   * @return data that share the rows of these
   * @throws IllegalArgumentException if they are not finite or not as many
   * @see #withOffsets(Offsets)
   */
  public TrainingData withOffsets(double[][] known) {
    Objects.requireNonNull(known, "offsets");
    checkCount("rows of offsets", known.length, rows());
    return withOffsets(Offsets.of(known));
  }

  /**
   * The same data with a weight for each category, by which the weights of its rows are multiplied.
   * Rows of a category that weighs 2 count twice; those of one that weighs 0 do not count at all.
   *
   * @param factors a finite number of at least 0 for each category, not 0 for all that have rows
   * @return data that share the features and labels of these
   * @throws IllegalArgumentException if they are not, or not as many
   */
  public TrainingData withCategoryWeights(double... factors) {
    if (factors.length != categories()) {
      throw new IllegalArgumentException(
          factors.length
              + " weights for "
              + categories()
              + " categories; there must be one for each category");
    }
    DataSummary.requireWeights(factors);
    double[] multiplied = new double[rows()];
    Arrays.setAll(multiplied, i -> weights[i] * factors[labels[i]]);
    checkTotal(multiplied);
    double[] sums = categoryWeights(labels, multiplied, categories());
    return new TrainingData(
        features, labels, multiplied, offsets, summary.withCategoryWeights(sums));
  }

  /**
   * The names of the features.
   *
   * @return those given, else x0, x1, …; unchangeable
   */
  public List<String> featureNames() {
    return summary.featureNames();
  }

  /**
   * The names of the categories.
   *
   * @return those given, else 0, 1, …; unchangeable
   */
  public List<String> categoryNames() {
    return summary.categoryNames();
  }

  /**
   * What a model keeps of these data.
   *
   * @return names and the weights of the categories
   */
  public DataSummary summary() {
    return summary;
  }

  /**
   * The same data with some of the rows.
   *
   * @param selected the numbers of rows, from 0, not all of weight 0
   * @return data of these rows in this order, with the same features, categories and names
   * @throws IllegalArgumentException if there is no such row, or none of them counts
   */
  public TrainingData selectRows(int... selected) {
    for (int row : selected) {
      if (row < 0 || row >= rows()) {
        throw new IllegalArgumentException(
            "row " + row + "; must be between 0 and " + (rows() - 1));
      }
    }
    int[] someLabels = Arrays.stream(selected).map(i -> labels[i]).toArray();
    double[] someWeights = Arrays.stream(selected).mapToDouble(i -> weights[i]).toArray();
    checkTotal(someWeights);
    double[] sums = categoryWeights(someLabels, someWeights, categories());
    return rowsOf(selected, someLabels, someWeights, summary.withCategoryWeights(sums));
  }

  private TrainingData rowsOf(
      int[] selected, int[] someLabels, double[] someWeights, DataSummary ofThem) {
    return new TrainingData(
        features.selectRows(selected),
        someLabels,
        someWeights,
        offsets.selectRows(selected).over(selected.length, categories()),
        ofThem);
  }

  /**
   * The same data without the rows of weight 0: such a row is no row, whatever its values are.
   *
   * @return these data if every row has weight
   */
  public TrainingData withoutWeightlessRows() {
    int[] kept = IntStream.range(0, rows()).filter(i -> weights[i] > 0).toArray();
    return kept.length == rows()
        ? this
        : rowsOf(
            kept,
            Arrays.stream(kept).map(i -> labels[i]).toArray(),
            Arrays.stream(kept).mapToDouble(i -> weights[i]).toArray(),
            summary);
  }

  /** The sizes in one line. */
  @Override
  public String toString() {
    return rows()
        + " rows of "
        + features.columns()
        + (features instanceof SparseMatrix ? " sparse" : "")
        + " features in "
        + categories()
        + " categories";
  }

  /** Labels and weights that grow with the rows. */
  private static final class LabelCollector {
    private final int categories;
    private int[] labels = new int[16];
    private double[] weights = new double[16];
    private int rows;

    LabelCollector(int categories) {
      checkCategories(categories);
      this.categories = categories;
    }

    /** Checked before the features take the row, so that a refused row leaves nothing behind. */
    void check(int label, double weight) {
      checkLabel(rows, label, categories);
      checkWeight(rows, weight);
    }

    void add(int label, double weight) {
      if (rows == labels.length) {
        int capacity = (int) Math.min(Integer.MAX_VALUE - 8, 2L * rows);
        labels = Arrays.copyOf(labels, capacity);
        weights = Arrays.copyOf(weights, capacity);
      }
      labels[rows] = label;
      weights[rows++] = weight;
    }

    TrainingData with(DesignMatrix features) {
      double[] used = Arrays.copyOf(weights, rows);
      checkTotal(used);
      return new TrainingData(features, Arrays.copyOf(labels, rows), used, categories);
    }
  }

  /** Collects labelled rows; each is copied and checked as it comes. */
  public static final class Builder {
    private final DesignMatrix.Builder features;
    private final LabelCollector labels;

    private Builder(DesignMatrix.Builder features, int categories) {
      this.features = features;
      labels = new LabelCollector(categories);
    }

    /**
     * Adds a row that counts once.
     *
     * @param values one finite value a column
     * @param label its category
     * @return this
     */
    public Builder add(double[] values, int label) {
      return add(values, label, 1);
    }

    /**
     * Adds a row.
     *
     * @param values one finite value a column
     * @param label its category
     * @param weight how often it counts
     * @return this
     */
    public Builder add(double[] values, int label, double weight) {
      labels.check(label, weight);
      features.add(values);
      labels.add(label, weight);
      return this;
    }

    /**
     * Adds a row that counts once, of which some values are given and the others are zero.
     *
     * @param columnIndices strictly increasing column numbers
     * @param columnValues a finite value for each of them
     * @param label its category
     * @return this
     */
    public Builder add(int[] columnIndices, double[] columnValues, int label) {
      return add(columnIndices, columnValues, label, 1);
    }

    /**
     * Adds a row of which some values are given and the others are zero.
     *
     * @param columnIndices strictly increasing column numbers
     * @param columnValues a finite value for each of them
     * @param label its category
     * @param weight how often it counts
     * @return this
     */
    public Builder add(int[] columnIndices, double[] columnValues, int label, double weight) {
      labels.check(label, weight);
      features.add(columnIndices, columnValues);
      labels.add(label, weight);
      return this;
    }

    /**
     * The data added so far.
     *
     * @return the data
     */
    public TrainingData build() {
      return labels.with(features.build());
    }
  }
}
