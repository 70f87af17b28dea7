// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.ibcavi.design.TrainingData;
import org.ibcavi.parallel.Workers;

/**
 * The rate of the probit fit beside that of numpy for the two products alone, X·B and Xᵀ·Z: 4·N·M·K
 * operations all of them. The <em>pass</em> is products and link over the rows; the <em>sweep</em>
 * has coordinates, solver and the fit's bookkeeping besides. Each kernel runs in a JVM of its own,
 * all take turns, and the best of the rounds counts. Arguments: rows (20000), columns (1000),
 * categories (500), threads (2), rounds (3).
 */
public final class SweepRate {
  private static final List<String> DEFAULTS = List.of("20000", "1000", "500", "2", "3");
  private static final String NUMPY = "numpy, the two products alone";

  private SweepRate() {}

  /**
   * Runs it.
   *
   * @param args sizes
   * @throws IOException if a script cannot be written
   * @throws InterruptedException if interrupted
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> sizes = new ArrayList<>(List.of(args));
    sizes.addAll(DEFAULTS.subList(sizes.size(), DEFAULTS.size()));
    System.out.printf("N=%s M=%s K=%s, %s threads, best of %s rounds%n", sizes.toArray());
    Map<String, Double> best = new LinkedHashMap<>();
    for (int round = 0; round < Integer.parseInt(sizes.get(4)); round++) {
      measure(sizes, best);
    }
    System.out.println("| what | GFLOP/s | of numpy |");
    System.out.println("|---|---|---|");
    best.forEach((what, rate) -> print(what, rate, Optional.ofNullable(best.get(NUMPY))));
  }

  private static void measure(List<String> sizes, Map<String, Double> best)
      throws IOException, InterruptedException {
    ChildProcess.python("products.py", sizes.get(0), sizes.get(1), sizes.get(2))
        .ifPresent(lines -> best.merge(NUMPY, Double.valueOf(lines.get(0)), Math::max));
    for (String kernel : List.of("plain", "vector", "native")) {
      List<String> options =
          new ArrayList<>(List.of("-Xms3g", "-Xmx3g", "-Dibcavi.kernel=" + kernel));
      if (kernel.equals("vector")) {
        options.addAll(List.of("--add-modules", "jdk.incubator.vector"));
      }
      Optional<List<String>> rates =
          ChildProcess.java(options, Child.class, sizes, ChildProcess.nativeKernel());
      rates.ifPresent(
          lines -> {
            best.merge("pass, " + kernel + " kernel", Double.valueOf(lines.get(0)), Math::max);
            best.merge("sweep, " + kernel + " kernel", Double.valueOf(lines.get(1)), Math::max);
          });
    }
  }

  private static void print(String what, double rate, Optional<Double> numpy) {
    String share =
        numpy.map(all -> String.format(Locale.ROOT, "%.0f %%", 100 * rate / all)).orElse("");
    System.out.printf(Locale.ROOT, "| %s | %.1f | %s |%n", what, rate, share);
  }

  /** The program of the child: prints the rates of its fastest pass and of its fastest sweep. */
  static final class Child {
    private static final int PASSES = 8;

    private Child() {}

    /**
     * Runs it.
     *
     * @param args rows, columns, categories, threads
     */
    public static void main(String[] args) {
      int rows = Integer.parseInt(args[0]);
      int columns = Integer.parseInt(args[1]);
      int categories = Integer.parseInt(args[2]);
      int threads = Integer.parseInt(args[3]);
      TrainingData data = NoiseData.dense(rows, columns, categories);
      double operations = 4e-9 * rows * columns * categories;
      System.out.println(operations / fastestPass(data, categories, threads));
      System.out.println(
          operations / SweepClock.fastestSweep(SweepClock.sweepsOnly(threads), data));
    }

    private static double fastestPass(TrainingData data, int categories, int threads) {
      double best = Double.POSITIVE_INFINITY;
      try (Workers workers = Workers.of(threads)) {
        FusedPass pass = new FusedPass(data.features(), categories, workers);
        for (int i = 0; i < PASSES; i++) {
          long start = System.nanoTime();
          pass.run();
          best = Math.min(best, 1e-9 * (System.nanoTime() - start));
        }
      }
      return best;
    }
  }
}
