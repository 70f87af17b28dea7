// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.design.TrainingData;
import org.ibcavi.inference.CovarianceShape;
import org.ibcavi.inference.Curvature;
import org.ibcavi.inference.FitPlan;
import org.ibcavi.inference.Problem;
import org.ibcavi.inference.Solver;
import org.ibcavi.inference.StoppingRule;
import org.ibcavi.link.Link;

/**
 * Processor seconds of a sweep on one thread against rows, columns, categories, stored values, each
 * with the exponent of the power law that fits best; two threads; and the memory of whole fits
 * beside the estimate that refuses them. Argument: a factor for all sizes (1).
 */
public final class Scaling {
  private static final int ROWS = 8192;
  private static final int COLUMNS = 128;
  private static final int CATEGORIES = 64;
  private static final int SPARSE_COLUMNS = 4096;
  private static final int PER_ROW = 64;
  private static final int SHORT = 3;
  private static final int[] FACTORS = {1, 2, 4, 8};

  private Scaling() {}

  /**
   * Runs it.
   *
   * @param args a factor
   */
  public static void main(String[] args) {
    double factor = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    int rows = (int) (factor * ROWS);
    IbCavi sweeps = SweepClock.sweepsOnly(1);
    IbCavi diagonal = sweeps.covariance(CovarianceShape.DIAGONAL);
    SweepClock.fastestSweepOfOneThread(
        sweeps, NoiseData.dense(rows, COLUMNS, CATEGORIES)); // warms up
    SweepClock.fastestSweepOfOneThread(
        diagonal, NoiseData.sparse(rows, SPARSE_COLUMNS, CATEGORIES, PER_ROW));
    System.out.println("| seconds of a sweep against | ×1 | ×2 | ×4 | ×8 | exponent |");
    System.out.println("|---|---|---|---|---|---|");
    curve(
        "rows, from " + rows,
        f ->
            SweepClock.fastestSweepOfOneThread(
                sweeps, NoiseData.dense(f * rows, COLUMNS, CATEGORIES)));
    curve(
        "categories, from " + CATEGORIES,
        f ->
            SweepClock.fastestSweepOfOneThread(
                sweeps, NoiseData.dense(rows, COLUMNS, f * CATEGORIES)));
    curve(
        "columns, from " + COLUMNS,
        f ->
            SweepClock.fastestSweepOfOneThread(
                sweeps, NoiseData.dense(rows, f * COLUMNS, CATEGORIES)));
    curve(
        "stored values a row, from " + PER_ROW,
        f ->
            SweepClock.fastestSweepOfOneThread(
                diagonal, NoiseData.sparse(rows, SPARSE_COLUMNS, CATEGORIES, f * PER_ROW)));
    threads(rows);
    memory(rows);
  }

  private static void curve(String what, IntToDoubleFunction seconds) {
    double[] times = Arrays.stream(FACTORS).mapToDouble(seconds).toArray();
    StringBuilder line = new StringBuilder("| " + what + " |");
    for (double time : times) {
      line.append(String.format(Locale.ROOT, " %.4f |", time));
    }
    System.out.printf(Locale.ROOT, "%s %.2f |%n", line, exponent(times));
  }

  /** The slope of the least squares line through the logarithms. */
  private static double exponent(double[] times) {
    double[] x = Arrays.stream(FACTORS).mapToDouble(Math::log).toArray();
    double[] y = Arrays.stream(times).map(Math::log).toArray();
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double above =
        IntStream.range(0, x.length).mapToDouble(i -> (x[i] - meanX) * (y[i] - meanY)).sum();
    double below = Arrays.stream(x).map(v -> (v - meanX) * (v - meanX)).sum();
    return above / below;
  }

  private static void threads(int rows) {
    TrainingData data = NoiseData.dense(4 * rows, COLUMNS, CATEGORIES);
    double one = SweepClock.fastestSweep(SweepClock.sweepsOnly(1), data);
    double two = SweepClock.fastestSweep(SweepClock.sweepsOnly(2), data);
    System.out.printf(
        Locale.ROOT, "%nthreads: 1 %.4f s, 2 %.4f s, %.2f times as fast%n", one, two, one / two);
  }

  private static void memory(int rows) {
    System.out.printf(
        "%n| default fit, N, M, K | peak heap beside the data, MB | estimate |%n|---|---|---|%n");
    for (int f : FACTORS) {
      TrainingData data = NoiseData.dense(f * rows, COLUMNS, CATEGORIES);
      System.out.printf(
          Locale.ROOT,
          "| %d, %d, %d | %.0f | %.0f |%n",
          f * rows,
          COLUMNS,
          CATEGORIES,
          peak(data),
          estimate(data));
    }
  }

  /** What the fit reckons with before it starts. */
  private static double estimate(TrainingData data) {
    Problem problem = Problem.of(Link.PROBIT, data, data.features(), true);
    return 1e-6
        * FitPlan.of(
                problem,
                Solver.ACCELERATED,
                StoppingRule.DEFAULT,
                SHORT,
                CovarianceShape.AUTO,
                Curvature.AUTO)
            .within(true, 1, Long.MAX_VALUE)
            .bytes(true, 1);
  }

  /** What the heap holds at the most during a fit, garbage included. */
  private static double peak(TrainingData data) {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    long before = runtime.totalMemory() - runtime.freeMemory();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    IbCavi.withDefaults().maxSweeps(SHORT).fit(data);
    long peak =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
    return 1e-6 * (peak - before);
  }
}
