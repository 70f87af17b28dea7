// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.ibcavi.linalg.Cholesky;
import org.ibcavi.link.Likelihood;
import org.ibcavi.link.Link;
import org.ibcavi.local.LocalFolds;
import org.ibcavi.pass.BlockSums;
import org.ibcavi.pass.CategoricalRows;
import org.ibcavi.pass.Curvatures;
import org.ibcavi.pass.Folds;
import org.ibcavi.pass.RegressionRows;
import org.ibcavi.pass.RowPass;
import org.ibcavi.problem.Problem;
import org.ibcavi.problem.Sampling;
import org.ibcavi.problem.Shape;

/**
 * Sums over rows in partitions: each is a job in which every partition sums its rows by the core's
 * own pass, and the partitions' sums are added in their order.
 */
final class SparkPass implements RowPass {
  /** Values in a block of coefficients, which go to every executor: 64 MB. */
  private static final int MAX_BLOCK = 1 << 23;

  /** Rows up to which it is decided in one place which of them are held out together. */
  private static final int MOST_DEALT = 1 << 24;

  /** Of this process's memory, the share that rows brought here may take. */
  private static final double ROWS_HERE = 0.25;

  /** What a partition sums up. */
  interface Sum extends Serializable {
    /**
     * Sums.
     *
     * @param part the rows
     * @param sent what the driver sent to all
     * @return arrays of the same lengths in every partition
     */
    double[][] of(Part part, double[][] sent);
  }

  private final JavaRDD<RowBlock> blocks;
  private final int[] firsts;
  private final Shape shape;
  private final JobCount jobs;
  private final HeldOutPart heldOut;
  private double[] gram;
  private double[] squareSums;

  /**
   * Prepares sums.
   *
   * @param blocks at most one in each partition
   * @param firsts the number of each partition's first row, and the number of rows at the end
   * @param shape of the problem
   * @param jobs are counted there
   */
  SparkPass(JavaRDD<RowBlock> blocks, int[] firsts, Shape shape, JobCount jobs) {
    this(blocks, firsts, shape, jobs, null);
  }

  private SparkPass(
      JavaRDD<RowBlock> blocks, int[] firsts, Shape shape, JobCount jobs, HeldOutPart heldOut) {
    this.blocks = blocks;
    this.firsts = firsts;
    this.shape = shape;
    this.jobs = jobs;
    this.heldOut = heldOut;
  }

  /** The sum over all rows, by one job. */
  double[][] sum(double[][] sent, Sum sum) {
    return overParts(sent, sum, OrderedSums::of);
  }

  /** What each partition has for its rows, one partition after the other, by one job. */
  double[] joined(double[][] sent, Sum ofRows) {
    return overParts(sent, ofRows, JavaRDD::collect).stream()
        .flatMapToDouble(part -> Arrays.stream(part[0]))
        .toArray();
  }

  private <T> T overParts(
      double[][] sent, Sum sum, Function<JavaRDD<double[][]>, T> puttingTogether) {
    jobs.add();
    SentShape sentShape = SentShape.of(shape);
    int[] starts = firsts;
    HeldOutPart leftOut = heldOut;
    Broadcast<double[][]> broadcast = context().broadcast(sent);
    try {
      JavaRDD<double[][]> sums =
          blocks.mapPartitionsWithIndex(
              (partition, rows) ->
                  Part.of(rows, sentShape, starts[partition], leftOut)
                      .map(part -> sum.of(part, broadcast.value()))
                      .stream()
                      .iterator(),
              true);
      return puttingTogether.apply(sums);
    } finally {
      broadcast.destroy();
    }
  }

  /** What sends to executors. */
  JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(blocks.context());
  }

  @Override
  public Shape shape() {
    return shape;
  }

  /** One after the other: each job has all executors. */
  @Override
  public void spread(int tasks, Task task) {
    for (int index = 0; index < tasks; index++) {
      task.run(this, index);
    }
  }

  @Override
  public int blockWidth(int regressions) {
    return Math.max(1, Math.min(regressions, MAX_BLOCK / shape.size()));
  }

  @Override
  public BlockSums block(Link link, int[] regressions, double[] coefficients, double[] variances) {
    String name = link.name();
    double[][] sent =
        variances == null
            ? new double[][] {coefficients}
            : new double[][] {coefficients, variances};
    double[][] totals =
        sum(
            sent,
            (part, b) -> {
              BlockSums sums =
                  part.pass()
                      .block(Link.named(name), regressions, b[0], b.length > 1 ? b[1] : null);
              return new double[][] {sums.values(), sums.gradients(), sums.weightedSquares()};
            });
    return new BlockSums(totals[0], totals[1], totals[2]);
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, Cholesky precision) {
    throw oneByOne();
  }

  @Override
  public RegressionRows regression(Link link, int regression, double[] mean, double[] variances) {
    throw oneByOne();
  }

  private static IllegalArgumentException oneByOne() {
    return new IllegalArgumentException(
        "strategy partition: plain CAVI and full CAVI posteriors of the logit link take a job for"
            + " each category and sweep; use link probit, covariance diagonal with the accelerated"
            + " solver, or strategy gather");
  }

  @Override
  public Curvatures curvatures(Link link) {
    String name = link.name();
    return new SparkCurvatures(
        this, new double[0][], (part, none) -> part.pass().curvatures(Link.named(name)));
  }

  @Override
  public CategoricalRows categorical(Likelihood member) {
    return new SparkCategoricalRows(this, member);
  }

  @Override
  public double[] gram() {
    if (gram == null) {
      gram = sum(new double[0][], (part, none) -> new double[][] {part.pass().gram()})[0];
    }
    return gram;
  }

  @Override
  public double[] squareSums() {
    if (squareSums == null) {
      squareSums =
          sum(new double[0][], (part, none) -> new double[][] {part.pass().squareSums()})[0];
    }
    return squareSums;
  }

  /** Which rows are held out together is decided here, as it is for rows in memory. */
  @Override
  public Folds folds(int parts, int[] regressions, long seed) {
    if (shape.rows() > MOST_DEALT) {
      throw new IllegalArgumentException(
          "strategy partition: rows are held out of at most "
              + MOST_DEALT
              + ", and there are "
              + shape.rows()
              + "; use scaleEvidence laplace or set priorVariance");
    }
    SentShape sentShape = SentShape.of(shape);
    jobs.add();
    int[] regressionOfRow =
        blocks.map(block -> block.regressions(sentShape.shape())).collect().stream()
            .flatMapToInt(Arrays::stream)
            .toArray();
    int[] rows = IntStream.range(0, regressionOfRow.length).toArray();
    int[][] dealt = LocalFolds.dealt(rows, row -> regressionOfRow[row], parts, seed);
    return new SparkFolds(this, dealt, regressionOfRow, regressions);
  }

  /** The same rows without those of a part. */
  SparkPass without(HeldOutPart part, int rows) {
    long values = Math.round((double) shape.nonzeros() * rows / shape.rows());
    return new SparkPass(blocks, firsts, shape.withRows(rows, values), jobs, part);
  }

  /** The same rows that are in memory if rows were gathered. */
  @Override
  public Problem sample(int rows, long seed) {
    int all = shape.rows();
    boolean some = rows < all;
    double bytes = (double) Double.BYTES * shape.nonzeros() * Math.min(1, (double) rows / all);
    if (bytes > ROWS_HERE * Runtime.getRuntime().maxMemory()) {
      throw new IllegalArgumentException(
          "strategy partition: "
              + Math.min(rows, all)
              + " of "
              + all
              + " rows are asked for in one place; use posterior laplace or strategy gather");
    }
    int[] chosen =
        some
            ? Sampling.stratified(all, rows, new SplittableRandom(seed))
            : IntStream.range(0, all).toArray();
    int[] starts = firsts;
    jobs.add();
    List<RowBlock> found =
        blocks
            .mapPartitionsWithIndex(
                (partition, part) ->
                    selected(part, starts[partition], starts[partition + 1], chosen),
                true)
            .collect();
    Problem sample = RowBlock.joined(found).problem(shape);
    return some ? sample.scaledToAll() : sample;
  }

  private static Iterator<RowBlock> selected(
      Iterator<RowBlock> part, int first, int end, int[] chosen) {
    int[] here =
        Arrays.stream(chosen)
            .filter(row -> row >= first && row < end)
            .map(row -> row - first)
            .toArray();
    return here.length == 0
        ? List.<RowBlock>of().iterator()
        : List.of(part.next().selected(here)).iterator();
  }
}
