// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.settings.Method;

/**
 * What merging repeated rows saves: binary columns, 5 categories, in turns as they are and with
 * weights that differ so little that nothing but the merging does. Processor seconds of a fit on
 * one thread, and how far apart the probabilities are. Arguments: rows (50000), columns (20), the
 * share of ones (0.1).
 */
public final class RepeatedRows {
  private static final int CATEGORIES = 5;
  private static final int TURNS = 3;

  private RepeatedRows() {}

  /**
   * Runs it.
   *
   * @param args sizes
   */
  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 50_000;
    int columns = args.length > 1 ? Integer.parseInt(args[1]) : 20;
    double share = args.length > 2 ? Double.parseDouble(args[2]) : 0.1;
    TrainingData repeated = data(rows, columns, share, 0);
    TrainingData apart = data(rows, columns, share, 1e-13);
    DesignMatrix some = repeated.features().selectRows(new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    for (Method method : new Method[] {Method.BINARY, Method.AUTO}) {
      for (int turn = 0; turn < TURNS; turn++) {
        IbCavi settings = IbCavi.withDefaults().method(method).threads(1);
        CategoricalModel every = fit("every row", settings, apart);
        CategoricalModel merged = fit("merged", settings, repeated);
        System.out.printf(
            Locale.ROOT,
            "  probabilities differ by %.2g%n",
            difference(every.probabilities(some), merged.probabilities(some)));
      }
    }
  }

  /** Labels from a softmax of random coefficients without intercepts. */
  private static TrainingData data(int rows, int columns, double share, double apart) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] coefficients = new double[CATEGORIES][columns + 1];
    for (double[] vector : coefficients) {
      Arrays.setAll(vector, m -> m < columns ? random.nextGaussian() : 0);
    }
    TrainingData.Builder builder = TrainingData.dense(columns, CATEGORIES);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      Arrays.setAll(row, m -> random.nextDouble() < share ? 1 : 0);
      builder.add(row, SimulatedData.draw(coefficients, row, random), 1 + apart * i / rows);
    }
    return builder.build();
  }

  private static CategoricalModel fit(String name, IbCavi settings, TrainingData data) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    CategoricalModel model = settings.fit(data);
    double seconds = 1e-9 * (threads.getCurrentThreadCpuTime() - start);
    String note =
        model.report().notes().stream()
            .filter(line -> line.contains("merged"))
            .findFirst()
            .orElse("no row was merged");
    System.out.printf(
        Locale.ROOT,
        "%-9s %-11s %8.2f s  %s%n",
        name,
        model.report().method().name().toLowerCase(Locale.ROOT),
        seconds,
        note);
    return model;
  }

  private static double difference(double[][] some, double[][] others) {
    double largest = 0;
    for (int i = 0; i < some.length; i++) {
      for (int k = 0; k < some[i].length; k++) {
        largest = Math.max(largest, Math.abs(some[i][k] - others[i][k]));
      }
    }
    return largest;
  }
}
