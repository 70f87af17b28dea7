// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import org.ibcavi.local.LocalCurvatures;
import org.ibcavi.local.Thinning;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.RegressionMeans;

/** Curvatures of rows in partitions. */
final class SparkCurvatures implements Curvatures {
  /** Values of matrices that one job sums: 16 MB of each partition. */
  private static final int MAX_MATRICES = 1 << 21;

  /** How a partition's curvatures are made of what was sent. */
  interface Maker extends Serializable {
    /**
     * Makes them.
     *
     * @param part the rows
     * @param sent what {@link SparkCurvatures} was given to send
     * @return the partition's curvatures
     */
    LocalCurvatures of(Part part, double[][] sent);
  }

  private final SparkPass pass;
  private final double[][] given;
  private final Maker maker;

  /**
   * Prepares sums.
   *
   * @param pass over the rows
   * @param given arrays that the maker needs
   * @param maker of a partition's curvatures
   */
  SparkCurvatures(SparkPass pass, double[][] given, Maker maker) {
    this.pass = pass;
    this.given = given;
    this.maker = maker;
  }

  /** What a partition sums of its curvatures at the vectors that were sent. */
  private interface CurvatureSum extends Serializable {
    double[][] of(LocalCurvatures curvatures, RegressionMeans means, Part part);
  }

  /** A sum by one job, to which go the vectors of some regressions. */
  private double[][] sum(RegressionMeans fits, int from, int to, CurvatureSum sum) {
    int before = given.length;
    double[][] sent = Arrays.copyOf(given, before + to - from);
    for (int i = from; i < to; i++) {
      sent[before + i - from] = fits.mean(i);
    }
    int[] regressions = Arrays.copyOfRange(fits.regressions(), from, to);
    Maker made = maker;
    return pass.sum(
        sent,
        (part, arrays) ->
            sum.of(
                made.of(part, Arrays.copyOf(arrays, before)),
                new SentMeans(regressions, Arrays.copyOfRange(arrays, before, arrays.length)),
                part));
  }

  @Override
  public void forEachMatrix(RegressionMeans fits, int rows, long seed, MatrixTask task) {
    int count = fits.regressions().length;
    double[] thresholds = thresholds(fits, rows);
    long values = (long) pass.shape().size() * pass.shape().size();
    int group = (int) Math.max(1, Math.min(count, MAX_MATRICES / values));
    for (int from = 0; from < count; from += group) {
      int to = Math.min(count, from + group);
      double[] own = Arrays.copyOfRange(thresholds, from, to);
      double[][] matrices =
          sum(
              fits,
              from,
              to,
              (curvatures, means, part) -> {
                double[][] found = new double[own.length][];
                curvatures.forEachMatrix(
                    means, own, part.first(), seed, (i, upper) -> found[i] = upper);
                return found;
              });
      for (int i = from; i < to; i++) {
        task.take(i, matrices[i - from]);
      }
    }
  }

  /**
   * The thresholds that keep about some number of all rows of each regression; 0 keeps every row.
   */
  private double[] thresholds(RegressionMeans fits, int rows) {
    int count = fits.regressions().length;
    double[] thresholds = new double[count];
    if (rows >= pass.shape().rows()) {
      return thresholds;
    }
    Arrays.fill(thresholds, Double.POSITIVE_INFINITY);
    double[][] totals = below(fits, thresholds);
    Thinning.Search[] searches = new Thinning.Search[count];
    Arrays.setAll(searches, i -> new Thinning.Search(totals[1][i], rows));
    while (!Arrays.stream(searches).allMatch(Thinning.Search::ended)) {
      Arrays.setAll(thresholds, i -> searches[i].threshold());
      double[][] found = below(fits, thresholds);
      for (int i = 0; i < count; i++) {
        if (!searches[i].ended()) {
          searches[i].take(new Thinning.Below(Math.round(found[0][i]), found[1][i]));
        }
      }
    }
    Arrays.setAll(thresholds, i -> searches[i].threshold());
    return thresholds;
  }

  /** How many rows reach the thresholds of the regressions, and the sums of the others. */
  private double[][] below(RegressionMeans fits, double[] thresholds) {
    double[] asked = thresholds.clone();
    return sum(
        fits,
        0,
        asked.length,
        (curvatures, means, part) -> {
          double[][] found = new double[2][asked.length];
          Thinning.Below[] below = curvatures.below(means, asked);
          for (int i = 0; i < below.length; i++) {
            found[0][i] = below[i].certain();
            found[1][i] = below[i].rest();
          }
          return found;
        });
  }

  /** Each product is a job. */
  @Override
  public void forEachProduct(RegressionMeans fits, ProductTask task) {
    for (int i = 0; i < fits.regressions().length; i++) {
      int regression = i;
      task.take(regression, (block, width) -> product(fits, regression, block, width));
    }
  }

  private double[] product(RegressionMeans fits, int regression, double[] block, int width) {
    double[] factor = block.clone();
    return sum(
        fits,
        regression,
        regression + 1,
        (curvatures, means, part) -> {
          double[][] found = new double[1][];
          curvatures.forEachProduct(
              means, (only, matrix) -> found[0] = matrix.times(factor, width));
          return found;
        })[0];
  }

  @Override
  public Coefficients squareSums(RegressionMeans fits) {
    Coefficients result = new Coefficients(pass.shape().size(), fits.regressions().length);
    double[][] totals =
        sum(
            fits,
            0,
            fits.regressions().length,
            (curvatures, means, part) -> SentVectors.blocks(curvatures.squareSums(means)));
    SentVectors.copy(totals, 0, result);
    return result;
  }
}
