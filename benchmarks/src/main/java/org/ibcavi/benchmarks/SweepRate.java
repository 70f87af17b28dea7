// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.TrainingData;
import org.ibcavi.inference.CovarianceShape;
import org.ibcavi.inference.Curvature;
import org.ibcavi.inference.FitListener;
import org.ibcavi.inference.FitPhase;
import org.ibcavi.inference.FitProgress;
import org.ibcavi.prior.Prior;

/**
 * A whole sweep of the probit fit, link and solver included, beside the rate of numpy for its two
 * products alone, X·B and Xᵀ·Z: 4·N·M·K operations either way. Each kernel runs in a JVM of its
 * own. Arguments: rows (20000), columns (1000), categories (500), threads (2).
 */
public final class SweepRate {
  private static final int SWEEPS = 8;
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
      List<Long> times = Collections.synchronizedList(new ArrayList<>());
      FitListener clock =
          new FitListener() {
            @Override
            public void onSweep(FitProgress progress) {
              if (progress.phase() == FitPhase.INFERENCE) {
                times.add(System.nanoTime());
              }
            }
          };
      IbCavi.withDefaults()
          .threads(Integer.parseInt(args[3]))
          .prior(Prior.isotropic(1))
          .covariance(CovarianceShape.FULL)
          .curvature(Curvature.CAVI)
          .average(Average.fixed(1))
          .standardize(false)
          .tolerance(1e-12)
          .maxSweeps(SWEEPS)
          .listener(clock)
          .fit(noise(rows, columns, categories));
      double best = Double.POSITIVE_INFINITY;
      for (int i = 1; i < times.size(); i++) {
        best = Math.min(best, 1e-9 * (times.get(i) - times.get(i - 1)));
      }
      System.out.println(4e-9 * rows * columns * categories / best);
    }

    private static TrainingData noise(int rows, int columns, int categories) {
      SplittableRandom random = new SplittableRandom(1);
      TrainingData.DenseBuilder data = TrainingData.dense(columns, categories);
      double[] row = new double[columns];
      for (int i = 0; i < rows; i++) {
        for (int m = 0; m < columns; m++) {
          row[m] = random.nextGaussian();
        }
        data.add(row, random.nextInt(categories));
      }
      return data.build();
    }
  }
}
