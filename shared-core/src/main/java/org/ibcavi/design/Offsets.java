// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.design;

import java.util.Arrays;
import java.util.Objects;

/**
 * What is known beforehand of the linear predictors of rows: a number for each row and category
 * that is added to what coefficients say, η_ik = xᵢᵀβ_k + o_ik, and is not learned. Immutable.
 */
public final class Offsets {
  private static final Offsets NONE = new Offsets(new double[0][]);

  /** The same array for rows that were given as the same. */
  private final double[][] rows;

  private Offsets(double[][] rows) {
    this.rows = rows;
  }

  /**
   * Nothing is added.
   *
   * @return offsets of any rows and categories, all 0
   */
  public static Offsets none() {
    return NONE;
  }

  /**
   * Offsets of rows.
   *
   * @param rows in each a finite number for each category, as many in all; copied
   * @return the offsets
   * @throws IllegalArgumentException if they are not finite or not as many
   */
  public static Offsets of(double[][] rows) {
    Objects.requireNonNull(rows, "offsets");
    double[][] copy = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      copy[i] = checked(i, rows[i], rows[0].length);
    }
    return new Offsets(copy);
  }

  /**
   * The same offsets for every row: they are held once.
   *
   * @param count how many rows
   * @param categories a finite number for each category; copied
   * @return the offsets
   * @throws IllegalArgumentException if they are not finite
   */
  public static Offsets same(int count, double[] categories) {
    double[][] rows = new double[count][];
    Arrays.fill(rows, checked(0, categories, categories.length));
    return new Offsets(rows);
  }

  private static double[] checked(int row, double[] offsets, int categories) {
    if (offsets.length != categories) {
      throw new IllegalArgumentException(
          "row "
              + row
              + ": "
              + offsets.length
              + " offsets; every row must have "
              + categories
              + ", one for each category");
    }
    for (int k = 0; k < categories; k++) {
      if (!Double.isFinite(offsets[k])) {
        throw new IllegalArgumentException(
            "row " + row + ", category " + k + ": offset " + offsets[k] + "; must be finite");
      }
    }
    return offsets.clone();
  }

  /**
   * These offsets if they fit, or none if all are 0.
   *
   * @param count how many rows there are
   * @param categories how many categories there are
   * @return offsets that may be added
   * @throws IllegalArgumentException if there are others
   */
  public Offsets over(int count, int categories) {
    if (areNone()) {
      return this;
    }
    if (rows.length != count) {
      throw new IllegalArgumentException(
          "offsets of " + rows.length + " rows for " + count + " rows; each must have its own");
    }
    if (rows[0].length != categories) {
      throw new IllegalArgumentException(
          rows[0].length
              + " offsets in a row for "
              + categories
              + " categories; there must be one for each");
    }
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).allMatch(o -> o == 0) ? NONE : this;
  }

  /**
   * Whether there is nothing to add.
   *
   * @return true for {@link #none()}
   */
  public boolean areNone() {
    return rows.length == 0;
  }

  /**
   * The offset of a row and category.
   *
   * @param row which row
   * @param category which category
   * @return what is added to the linear predictor
   */
  public double get(int row, int category) {
    return areNone() ? 0 : rows[row][category];
  }

  /**
   * The offsets of some of the rows; no number is copied.
   *
   * @param selected the numbers of the rows
   * @return offsets of as many rows
   */
  public Offsets selectRows(int[] selected) {
    return areNone()
        ? this
        : new Offsets(Arrays.stream(selected).mapToObj(row -> rows[row]).toArray(double[][]::new));
  }

  /**
   * A number that is the same for rows with the same offsets.
   *
   * @param row which row
   * @return a hash
   */
  public int rowHash(int row) {
    return areNone() ? 0 : Arrays.hashCode(rows[row]);
  }

  /**
   * Whether two rows have the same offsets.
   *
   * @param row one row
   * @param other another
   * @return true if every number is the same
   */
  public boolean sameRows(int row, int other) {
    return areNone() || Arrays.equals(rows[row], rows[other]);
  }

  /** How many rows and categories they are for. */
  @Override
  public String toString() {
    return areNone()
        ? "no offsets"
        : "offsets of " + rows.length + " rows and " + rows[0].length + " categories";
  }
}
