// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A whole sweep of the probit fit, link and solver included, beside the rate of numpy for its two
 * products alone, X·B and Xᵀ·Z: 4·N·M·K operations either way. Each kernel runs in a JVM of its
 * own. Arguments: rows (20000), columns (1000), categories (500), threads (2).
 */
public final class SweepRate {
  private static final List<String> DEFAULTS = List.of("20000", "1000", "500", "2");

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
    System.out.printf("N=%s M=%s K=%s, %s threads%n", sizes.toArray());
    System.out.println("| what | GFLOP/s | of numpy |");
    System.out.println("|---|---|---|");
    Optional<Double> numpy =
        ChildProcess.python("products.py", sizes.get(0), sizes.get(1), sizes.get(2))
            .map(SweepRate::first);
    numpy.ifPresent(rate -> print("numpy, the two products alone", rate, numpy));
    for (String kernel : List.of("plain", "vector", "native")) {
      List<String> options =
          new ArrayList<>(List.of("-Xms3g", "-Xmx3g", "-Dibcavi.kernel=" + kernel));
      if (kernel.equals("vector")) {
        options.addAll(List.of("--add-modules", "jdk.incubator.vector"));
      }
      Optional<Double> rate = ChildProcess.java(options, Child.class, sizes).map(SweepRate::first);
      rate.ifPresent(value -> print("sweep, " + kernel + " kernel", value, numpy));
    }
  }

  private static double first(List<String> lines) {
    return Double.parseDouble(lines.get(lines.size() - 1));
  }

  private static void print(String what, double rate, Optional<Double> numpy) {
    String share =
        numpy.map(all -> String.format(Locale.ROOT, "%.0f %%", 100 * rate / all)).orElse("");
    System.out.printf(Locale.ROOT, "| %s | %.1f | %s |%n", what, rate, share);
  }

  /** The program of the child: prints the rate of its fastest sweep. */
  static final class Child {
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
      double best =
          SweepClock.fastestSweep(
              SweepClock.sweepsOnly(Integer.parseInt(args[3])),
              NoiseData.dense(rows, columns, categories));
      System.out.println(4e-9 * rows * columns * categories / best);
    }
  }
}
