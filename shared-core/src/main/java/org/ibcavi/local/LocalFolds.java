// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.family.PowerFamily;
import org.ibcavi.link.Likelihood;
import org.ibcavi.parallel.Cancellation;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.parallel.Workers;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RowPass;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.Hash;
import org.ibcavi.problem.Problem;

/** Parts of rows in memory. */
public final class LocalFolds implements Folds {
  private final Problem problem;
  private final int[] regressions;
  private final int[][] parts;
  private final Problem[] held;
  private final Workers workers;
  private final Cancellation cancellation;

  LocalFolds(
      Problem problem,
      int count,
      int[] regressions,
      long seed,
      Workers workers,
      Cancellation cancellation) {
    this(problem, parts(problem, count, seed), regressions, workers, cancellation);
  }

  private LocalFolds(
      Problem problem,
      int[][] parts,
      int[] regressions,
      Workers workers,
      Cancellation cancellation) {
    this.problem = problem;
    this.regressions = regressions;
    this.parts = parts;
    this.held = new Problem[parts.length];
    this.workers = workers;
    this.cancellation = cancellation;
  }

  /**
   * Rows in parts that were dealt elsewhere.
   *
   * @param problem whose rows
   * @param parts the rows of each part
   * @param regressions whose rows are looked at when they are held out, in increasing order
   * @param context threads and who may cancel
   * @return the parts
   */
  public static LocalFolds of(
      Problem problem, int[][] parts, int[] regressions, FitContext context) {
    return new LocalFolds(problem, parts, regressions, context.workers(), context.cancellation());
  }

  /**
   * The rows with weight in parts; each has a share of every category, but for a row. Of a row that
   * stands for several each part has its share, as if they had not been merged.
   *
   * @param problem whose rows
   * @param count how many parts
   * @param seed decides which rows are in which part
   * @return the rows of each part
   */
  public static int[][] parts(Problem problem, int count, long seed) {
    int[] rows =
        IntStream.range(0, problem.rows()).filter(row -> problem.rowWeight(row) > 0).toArray();
    return dealt(problem.eachCopy(rows), problem::regressionOfRow, count, seed);
  }

  /**
   * Rows in parts, each of which has a share of every regression's, but for a row.
   *
   * @param rows their numbers
   * @param regressionOfRow the regression of each
   * @param count how many parts
   * @param seed decides which rows are in which part
   * @return the rows of each part
   */
  public static int[][] dealt(int[] rows, IntUnaryOperator regressionOfRow, int count, long seed) {
    int[] dealt =
        Arrays.stream(rows)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(regressionOfRow::applyAsInt)
                    .thenComparingLong(row -> Hash.of(seed, row)))
            .mapToInt(Integer::intValue)
            .toArray();
    int[][] parts = new int[count][];
    Arrays.setAll(
        parts,
        part ->
            IntStream.range(0, dealt.length)
                .filter(at -> at % count == part)
                .map(at -> dealt[at])
                .toArray());
    return parts;
  }

  @Override
  public int candidates() {
    return ofRegressions(Arrays.stream(parts)).length;
  }

  private Problem held(int part) {
    if (held[part] == null) {
      held[part] = problem.onCopies(ofRegressions(Stream.of(parts[part])));
    }
    return held[part];
  }

  /** The rows of some parts whose regressions are looked at, in order. */
  private int[] ofRegressions(Stream<int[]> some) {
    return some.flatMapToInt(Arrays::stream)
        .filter(row -> Arrays.binarySearch(regressions, problem.regressionOfRow(row)) >= 0)
        .sorted()
        .toArray();
  }

  @Override
  public RowPass others(int part, int among) {
    int[] fitted =
        IntStream.range(0, among)
            .filter(other -> other != part)
            .flatMap(other -> Arrays.stream(parts[other]))
            .sorted()
            .toArray();
    return new LocalPass(problem.onCopies(fitted), workers, cancellation);
  }

  @Override
  public int rows(int part) {
    return ofRegressions(Stream.of(parts[part])).length;
  }

  @Override
  public double[] weights(int part) {
    return held(part).rowWeights();
  }

  @Override
  public double[] logDensities(int part, Likelihood likelihood, Coefficients means) {
    Problem rows = held(part);
    double[] logDensities = new double[rows.rows()];
    new SegmentSums(rows, workers, cancellation)
        .forEachChunk(
            () -> (chunk, none) -> putLogDensities(rows, likelihood, means, chunk, logDensities));
    return logDensities;
  }

  private void putLogDensities(
      Problem rows, Likelihood likelihood, Coefficients means, int chunk, double[] out) {
    DesignMatrix features = rows.regressors().features();
    int width = regressions.length;
    double[] eta = new double[features.chunkSize(chunk) * width];
    means.product(rows.regressors(), chunk, eta);
    rows.addOffsets(chunk, regressions, 0, width, eta);
    double[] row = new double[width];
    for (int i = 0; i < features.chunkSize(chunk); i++) {
      int at = features.chunkStart(chunk) + i;
      System.arraycopy(eta, i * width, row, 0, width);
      PowerFamily.logProbabilities(likelihood.link(), likelihood.alpha(), row, row);
      out[at] = row[Arrays.binarySearch(regressions, rows.regressionOfRow(at))];
    }
  }
}
