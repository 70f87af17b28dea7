// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;

/**
 * The large simulated data of Wojnowicz et al. (2022), N = 200000, M = 1000, K = 500, 1.6 GB of
 * features: the default fit, with time, passes, held-out log likelihood and peak heap. Run it with
 * {@code -Xmx12g}. Arguments: rows, columns, categories.
 */
public final class LargeFit {
  private LargeFit() {}

  /**
   * Runs it.
   *
   * @param args sizes
   */
  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
    int columns = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
    int categories = args.length > 2 ? Integer.parseInt(args[2]) : 500;
    SimulatedData data = SimulatedData.of(rows, columns, categories, 1.4, 1);
    int[] passes = new int[1];
    long start = System.nanoTime();
    FitListener progress =
        new FitListener() {
          @Override
          public void onSweep(FitProgress sweep) {
            passes[0]++;
            System.err.printf(
                Locale.ROOT,
                "\rpass %d, %s, %.0f s",
                passes[0],
                sweep.phase(),
                1e-9 * (System.nanoTime() - start));
          }
        };
    CategoricalModel model =
        IbCavi.withDefaults().threads(2).listener(progress).fit(data.training());
    double seconds = 1e-9 * (System.nanoTime() - start);
    System.err.println();
    double[][] p;
    try (Workers workers = Workers.of(2)) {
      p = model.probabilities(data.testRows(), workers);
    }
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.log(p[i][data.testLabel(i)]);
    }
    System.out.printf(
        Locale.ROOT,
        "N=%d M=%d K=%d: %.1f s, %d passes, held-out log likelihood %.4f, peak heap %.2f GB%n%s%n",
        rows,
        columns,
        categories,
        seconds,
        passes[0],
        sum / p.length,
        peakHeap(),
        model.report());
  }

  private static double peakHeap() {
    return 1e-9
        * ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum();
  }
}
