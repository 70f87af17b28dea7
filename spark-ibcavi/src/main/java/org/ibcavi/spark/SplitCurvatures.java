// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.ibcavi.local.LocalCurvatures;
import org.ibcavi.local.LocalPass;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.RegressionMeans;

/** Curvatures of rows that every executor has; each task answers for some regressions. */
final class SplitCurvatures implements Curvatures {
  /** Values of matrices that one job brings here: 128 MB. */
  private static final int MAX_MATRICES = 1 << 24;

  /** How a task's curvatures are made of what was sent. */
  interface Maker extends Serializable {
    /**
     * Makes them.
     *
     * @param pass over all rows
     * @param sent what {@link SplitCurvatures} was given to send
     * @return curvatures
     */
    LocalCurvatures of(LocalPass pass, double[][] sent);
  }

  private final SplitPass pass;
  private final LocalCurvatures here;
  private final double[][] given;
  private final Maker maker;

  /**
   * Prepares sums.
   *
   * @param pass over the rows
   * @param here what is not worth a job
   * @param given arrays that the maker needs
   * @param maker of a task's curvatures
   */
  SplitCurvatures(SplitPass pass, LocalCurvatures here, double[][] given, Maker maker) {
    this.pass = pass;
    this.here = here;
    this.given = given;
    this.maker = maker;
  }

  /** What a task finds for each of its regressions. */
  private interface Finder extends Serializable {
    double[][] of(LocalCurvatures curvatures, SentMeans means);
  }

  /** An array for each regression from one to another, by one job. */
  private double[][] find(RegressionMeans fits, int from, int to, Finder finder) {
    int[] bounds = pass.bounds(to - from, 1);
    List<SentMeans> shares = new ArrayList<>();
    for (int s = 0; s + 1 < bounds.length; s++) {
      shares.add(SentMeans.of(fits, from + bounds[s], from + bounds[s + 1]));
    }
    Maker made = maker;
    Broadcast<double[][]> sent = pass.engine().send(given);
    try {
      return pass
          .engine()
          .run(
              pass.problem(),
              shares,
              (rows, share) -> finder.of(made.of(rows, sent.value()), share))
          .stream()
          .flatMap(Arrays::stream)
          .toArray(double[][]::new);
    } finally {
      sent.destroy(false);
    }
  }

  @Override
  public void forEachMatrix(RegressionMeans fits, int rows, long seed, MatrixTask task) {
    int count = fits.regressions().length;
    long values = (long) pass.shape().size() * pass.shape().size();
    int group = (int) Math.max(1, Math.min(count, MAX_MATRICES / values));
    for (int from = 0; from < count; from += group) {
      int to = Math.min(count, from + group);
      double[][] matrices =
          find(
              fits,
              from,
              to,
              (curvatures, means) -> {
                double[][] found = new double[means.regressions().length][];
                curvatures.forEachMatrix(means, rows, seed, (i, upper) -> found[i] = upper);
                return found;
              });
      for (int i = from; i < to; i++) {
        task.take(i, matrices[i - from]);
      }
    }
  }

  /** Products come one after the other, so that each would be a job of its own. */
  @Override
  public void forEachProduct(RegressionMeans fits, ProductTask task) {
    here.forEachProduct(fits, task);
  }

  @Override
  public Coefficients squareSums(RegressionMeans fits) {
    int count = fits.regressions().length;
    Coefficients result = new Coefficients(pass.shape().size(), count);
    double[][] found =
        find(
            fits,
            0,
            count,
            (curvatures, means) -> {
              Coefficients sums = curvatures.squareSums(means);
              double[][] vectors = new double[means.regressions().length][];
              Arrays.setAll(vectors, sums::vector);
              return vectors;
            });
    for (int i = 0; i < count; i++) {
      result.set(i, found[i]);
    }
    return result;
  }
}
