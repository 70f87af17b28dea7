// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.binary.BinaryPlan;
import org.ibcavi.binary.BinarySettings;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.MemoryLimitException;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Option;
import org.ibcavi.settings.Settings;

/**
 * Processor seconds of a sweep on one thread against rows, columns, categories, stored values, each
 * with the exponent of the power law that fits best, and that of a power law beside a constant with
 * the constant of a straight line; the same of whole default fits; two threads; and the smallest
 * heap in which whole fits succeed beside the estimate that refuses them. Argument: a factor for
 * all sizes (1).
 */
public final class Scaling {
  private static final int ROWS = 8192;
  private static final int COLUMNS = 128;
  private static final int CATEGORIES = 64;
  private static final int SPARSE_COLUMNS = 4096;
  private static final int PER_ROW = 64;
  private static final int SHORT = 3;
  private static final int FIT_COLUMNS = 32;
  private static final int FIT_CATEGORIES = 16;
  private static final int FIT_PER_ROW = 8;
  private static final double STRONG = 2;
  private static final int[] FACTORS = {1, 2, 4, 8};

  /** A value in MB. */
  private static final double BYTES = 8e-6;

  /** How exactly the least heap is found, in MiB. */
  private static final int HEAP_STEP = 2;

  /** A MiB in MB. */
  private static final double MEBI = 1.048576;

  private Scaling() {}

  /**
   * Runs it.
   *
   * @param args a factor
   * @throws InterruptedException if interrupted
   */
  public static void main(String[] args) throws InterruptedException {
    double factor = args.length > 0 ? Double.parseDouble(args[0]) : 1;
    int rows = (int) (factor * ROWS);
    IbCavi sweeps = SweepClock.sweepsOnly(1);
    IbCavi diagonal = sweeps.covariance(CovarianceShape.DIAGONAL);
    SweepClock.fastestSweepOfOneThread(
        sweeps, NoiseData.dense(rows, COLUMNS, CATEGORIES)); // warms up
    SweepClock.fastestSweepOfOneThread(
        diagonal, NoiseData.sparse(rows, SPARSE_COLUMNS, CATEGORIES, PER_ROW));
    System.out.println(
        "| seconds of a sweep against | ×1 | ×2 | ×4 | ×8 | exponent | beside a constant |");
    System.out.println("|---|---|---|---|---|---|---|");
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
    fits(rows / 2);
    threads(rows);
    memory(rows);
  }

  /** Data with something to learn, since the passes of a whole fit depend on it. */
  private static void fits(int rows) {
    fitSeconds(SimulatedData.of(rows, FIT_COLUMNS, FIT_CATEGORIES, STRONG, 1)); // warms up
    System.out.println(
        "\n| seconds of a default fit against | ×1 | ×2 | ×4 | ×8 | exponent | beside |");
    System.out.println("|---|---|---|---|---|---|---|");
    curve(
        "rows, from " + rows,
        f -> fitSeconds(SimulatedData.of(f * rows, FIT_COLUMNS, FIT_CATEGORIES, STRONG, 1)));
    curve(
        "categories, from " + FIT_CATEGORIES,
        f -> fitSeconds(SimulatedData.of(2 * rows, FIT_COLUMNS, f * FIT_CATEGORIES, STRONG, 1)));
    curve(
        "stored values a row, from " + FIT_PER_ROW,
        f ->
            fitSeconds(
                SimulatedData.sparse(
                    2 * rows, 1, SPARSE_COLUMNS, f * FIT_PER_ROW, FIT_CATEGORIES, 1)));
  }

  /** Processor time of a default fit on one thread. */
  private static double fitSeconds(SimulatedData data) {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    IbCavi.withDefaults().threads(1).fit(data.training());
    return 1e-9 * (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
  }

  private static void curve(String what, IntToDoubleFunction seconds) {
    double[] times = Arrays.stream(FACTORS).mapToDouble(seconds).toArray();
    StringBuilder line = new StringBuilder("| " + what + " |");
    for (double time : times) {
      line.append(String.format(Locale.ROOT, " %.4f |", time));
    }
    System.out.printf(
        Locale.ROOT,
        "%s %.2f | %.2f, %.4f |%n",
        line,
        exponent(times),
        exponentBesideConstant(times),
        constant(times));
  }

  /**
   * e of the curve a + b·n^e: the differences from one doubling to the next grow by 2^e, and the
   * last of them is two doublings after the first.
   */
  private static double exponentBesideConstant(double[] times) {
    return Math.log((times[3] - times[2]) / (times[1] - times[0])) / (2 * Math.log(2));
  }

  /** a of the curve a + b·n, by least squares. */
  private static double constant(double[] times) {
    double meanFactor = Arrays.stream(FACTORS).average().orElseThrow();
    double meanTime = Arrays.stream(times).average().orElseThrow();
    double above = 0;
    double below = 0;
    for (int i = 0; i < times.length; i++) {
      double offset = FACTORS[i] - meanFactor;
      above += offset * (times[i] - meanTime);
      below += offset * offset;
    }
    return meanTime - above / below * meanFactor;
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

  private static void memory(int rows) throws InterruptedException {
    System.out.printf(
        "%n| fit of the binary stage, N, M, K | data and estimate, MB | smallest heap |%n|---|---|---|%n");
    for (int f : FACTORS) {
      double data = BYTES * f * rows * COLUMNS;
      double expected = data + estimate(NoiseData.dense(f * rows, COLUMNS, CATEGORIES));
      System.out.printf(
          Locale.ROOT,
          "| %d, %d, %d | %.0f + %.0f | %.0f |%n",
          f * rows,
          COLUMNS,
          CATEGORIES,
          data,
          expected - data,
          MEBI * leastHeap(f * rows, expected));
    }
  }

  /** What the fit reckons with before it starts. */
  private static double estimate(TrainingData data) {
    Problem problem = Problem.of(data, data.features(), true);
    Settings settings = Settings.none().with(Option.MAX_SWEEPS, SHORT);
    BinarySettings stage = BinarySettings.of(settings, Method.BINARY, Prior.learned());
    return 1e-6
        * BinaryPlan.of(problem.shape(), stage, null)
            .within(true, 1, Long.MAX_VALUE)
            .bytes(true, 1);
  }

  /** MiB of the smallest heap, to the step, in which a JVM makes the data and fits them. */
  private static long leastHeap(int rows, double expected) throws InterruptedException {
    long below = 0;
    long enough = (long) (4 * expected);
    while (enough - below > HEAP_STEP) {
      long middle = (below + enough) / 2;
      if (fits(rows, middle)) {
        enough = middle;
      } else {
        below = middle;
      }
    }
    return enough;
  }

  /** A young generation of a few MB, so that nearly all of the heap can be filled. */
  private static boolean fits(int rows, long heap) throws InterruptedException {
    List<String> options = List.of("-Xmx" + heap + "m", "-Xmn4m", "-XX:+UseSerialGC");
    return ChildProcess.java(options, Child.class, List.of("" + rows), Map.of()).isPresent();
  }

  /** A fit in a JVM of its own. */
  static final class Child {
    private Child() {}

    /**
     * Fits, or fails for lack of memory.
     *
     * @param args rows
     */
    public static void main(String[] args) {
      int rows = Integer.parseInt(args[0]);
      try {
        IbCavi.withDefaults()
            .method(Method.BINARY)
            .maxSweeps(SHORT)
            .fit(NoiseData.dense(rows, COLUMNS, CATEGORIES));
      } catch (OutOfMemoryError | MemoryLimitException e) {
        Runtime.getRuntime().halt(1); // Failing is what the caller asks about: no trace.
      }
    }
  }
}
