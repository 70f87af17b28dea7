// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.link.Link;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Solver;

/**
 * N = 16000 training rows, M = 200, K = 100, dense: passes, time and held-out log likelihood of the
 * binary stage and of both, and, all of the binary stage, of other settings and of plain CAVI.
 * Arguments: rows (20000; 25000 for 20000 training rows), columns (200), categories (100), plain
 * sweeps (100; 0 for both stages alone).
 */
public final class MediumFit {
  private MediumFit() {}

  /**
   * Runs it.
   *
   * @param args sizes
   */
  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    int columns = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    int categories = args.length > 2 ? Integer.parseInt(args[2]) : 100;
    int plainSweeps = args.length > 3 ? Integer.parseInt(args[3]) : 100;
    SimulatedData data = SimulatedData.of(rows, columns, categories, 1.4, 1);
    IbCavi defaults = IbCavi.withDefaults().threads(2);
    IbCavi binary = defaults.method(Method.BINARY);
    IbCavi unit = binary.prior(Prior.isotropic(1));
    run("binary, cold", data, binary);
    CategoricalModel without = run("binary", data, binary);
    CategoricalModel with = run("default", data, defaults);
    StageTimes.print(without, with);
    if (plainSweeps == 0) {
      return;
    }
    run("logit, binary", data, binary.link(Link.LOGIT));
    run("variance 1", data, unit);
    run("variance 1, tolerance 1e-6", data, unit.tolerance(1e-6));
    run(
        "plain CAVI, variance 1, " + plainSweeps + " sweeps",
        data,
        unit.solver(Solver.CAVI).maxSweeps(plainSweeps).average(Average.grid()));
  }

  private static CategoricalModel run(String name, SimulatedData data, IbCavi settings) {
    int[] passes = new int[1];
    FitListener counter =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            passes[0]++;
          }
        };
    long start = System.nanoTime();
    CategoricalModel model = settings.listener(counter).fit(data.training());
    double seconds = (System.nanoTime() - start) * 1e-9;
    double[][] p;
    try (Workers workers = Workers.of(2)) {
      p = model.probabilities(data.testRows(), workers);
    }
    double sum = 0;
    int right = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.log(p[i][data.testLabel(i)]);
      int best = 0;
      for (int k = 1; k < p[i].length; k++) {
        best = p[i][k] > p[i][best] ? k : best;
      }
      right += best == data.testLabel(i) ? 1 : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%-40s %7.2f s, %4d passes in all, held-out log likelihood %.4f, accuracy %.4f%n%s%n",
        name,
        seconds,
        passes[0],
        sum / p.length,
        (double) right / p.length,
        model.report());
    return model;
  }
}
