// SPDX-License-Identifier: Apache-2.0
package org.ibcavi;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;

/** Random labelled rows with some signal, in either form of storage. Immutable. */
public final class RandomData {
  private final double[][] rows;
  private final int[] labels;
  private final double[] weights;
  private final int categories;

  /** Takes rows as they are. */
  public RandomData(double[][] rows, int[] labels, double[] weights, int categories) {
    this.rows = rows;
    this.labels = labels;
    this.weights = weights;
    this.categories = categories;
  }

  /**
   * Normal features of which a share is not zero, and labels from a softmax of random coefficients;
   * the first rows show every category once.
   */
  public static RandomData of(long seed, int count, int columns, int categories, double density) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] coefficients = new double[categories][columns + 1];
    for (double[] vector : coefficients) {
      Arrays.setAll(vector, p -> random.nextGaussian());
    }
    double[][] rows = new double[count][columns];
    int[] labels = new int[count];
    double[] weights = new double[count];
    Arrays.fill(weights, 1);
    for (int i = 0; i < count; i++) {
      for (int m = 0; m < columns; m++) {
        rows[i][m] = random.nextDouble() < density ? random.nextGaussian() : 0;
      }
      labels[i] = i < categories ? i : draw(coefficients, rows[i], random);
    }
    return new RandomData(rows, labels, weights, categories);
  }

  private static int draw(double[][] coefficients, double[] row, SplittableRandom random) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < coefficients.length; k++) {
      // Gumbel noise: the largest of the sums is a draw from the softmax.
      double value = coefficients[k][row.length] - Math.log(-Math.log(random.nextDouble()));
      for (int m = 0; m < row.length; m++) {
        value += coefficients[k][m] * row[m];
      }
      if (value > largest) {
        largest = value;
        best = k;
      }
    }
    return best;
  }

  /** The same rows with random weights between 0.2 and 3. */
  public RandomData weighted(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return withWeights(Arrays.stream(weights).map(w -> 0.2 + 2.8 * random.nextDouble()).toArray());
  }

  /** The same rows with other weights. */
  public RandomData withWeights(double... newWeights) {
    return new RandomData(rows, labels, newWeights, categories);
  }

  /** The same rows with other labels. */
  public RandomData withLabels(int[] newLabels, int newCategories) {
    return new RandomData(rows, newLabels, weights, newCategories);
  }

  /** Other rows with the same labels and weights. */
  public RandomData withRows(double[][] newRows) {
    return new RandomData(newRows, labels, weights, categories);
  }

  /** Some of the rows, in the order given; one may come twice. */
  public RandomData select(int... chosen) {
    return new RandomData(
        Arrays.stream(chosen).mapToObj(i -> rows[i]).toArray(double[][]::new),
        Arrays.stream(chosen).map(i -> labels[i]).toArray(),
        Arrays.stream(chosen).mapToDouble(i -> weights[i]).toArray(),
        categories);
  }

  /** Some of the columns, in the order given. */
  public RandomData selectColumns(int... chosen) {
    return withRows(
        Arrays.stream(rows)
            .map(row -> Arrays.stream(chosen).mapToDouble(m -> row[m]).toArray())
            .toArray(double[][]::new));
  }

  /** All rows one after the other, several times. */
  public RandomData repeated(int times) {
    return select(IntStream.range(0, times * rows.length).map(i -> i % rows.length).toArray());
  }

  /** With every value stored. */
  public TrainingData dense() {
    return TrainingData.of(denseMatrix(), labels, weights, categories);
  }

  /** With only nonzeros stored. */
  public TrainingData sparse() {
    return TrainingData.of(sparseMatrix(), labels, weights, categories);
  }

  /** Stored as asked. */
  public TrainingData stored(boolean sparse) {
    return sparse ? sparse() : dense();
  }

  /** The features with every value stored. */
  public DesignMatrix denseMatrix() {
    DesignMatrix.Builder builder = DesignMatrix.dense(columns());
    Arrays.stream(rows).forEach(builder::add);
    return builder.build();
  }

  /** The features with only nonzeros stored. */
  public DesignMatrix sparseMatrix() {
    DesignMatrix.Builder builder = DesignMatrix.sparse(columns());
    for (double[] row : rows) {
      int[] columns = nonzeros(row);
      builder.add(columns, Arrays.stream(columns).mapToDouble(m -> row[m]).toArray());
    }
    return builder.build();
  }

  /** The columns in which a row is not zero. */
  public static int[] nonzeros(double[] row) {
    return IntStream.range(0, row.length).filter(m -> row[m] != 0).toArray();
  }

  /** How many rows there are. */
  public int count() {
    return rows.length;
  }

  /** How many columns there are. */
  public int columns() {
    return rows[0].length;
  }

  /** How many categories there are. */
  public int categories() {
    return categories;
  }

  /** A row. */
  public double[] row(int i) {
    return rows[i];
  }

  /** All rows. */
  public double[][] rows() {
    return rows;
  }

  /** All labels. */
  public int[] labels() {
    return labels;
  }

  /** All weights. */
  public double[] weights() {
    return weights;
  }
}
