// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ibcavi.IbCavi;
import org.ibcavi.averaging.Average;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.design.TrainingData;
import org.ibcavi.fit.FitListener;
import org.ibcavi.fit.FitPhase;
import org.ibcavi.fit.FitProgress;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.prior.Prior;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Solver;

/**
 * Which process starts next, given the last five: N = 18000 training rows, M = K = 1553, 5 nonzeros
 * a row, the size of the intrusion detection experiment of Wojnowicz et al. (2022), where 100
 * sweeps took 20 minutes. Processes have Zipfian frequencies, and each has a few habitual
 * successors. Arguments: rows (20000), processes (1553), plain sweeps (0), the categorical stage
 * too (true).
 */
public final class NextEvent {
  private static final int WINDOW = 5;
  private static final int SUCCESSORS = 3;
  private static final double HABIT = 0.7;
  private static final double RECENCY = 0.8;
  private static final double TRAINING_SHARE = 0.9;

  private NextEvent() {}

  /**
   * Runs it.
   *
   * @param args sizes
   */
  public static void main(String[] args) {
    int rows = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
    int processes = args.length > 1 ? Integer.parseInt(args[1]) : 1553;
    int plainSweeps = args.length > 2 ? Integer.parseInt(args[2]) : 0;
    Split split = split(rows, processes);
    TrainingData data = split.training();
    DesignMatrix testRows = split.test();
    int[] labels = split.testLabels();
    IbCavi defaults = IbCavi.withDefaults().threads(2);
    CategoricalModel without =
        run("binary stage alone", defaults.method(Method.BINARY), data, testRows, labels);
    if (args.length < 4 || Boolean.parseBoolean(args[3])) {
      IbCavi softmax = defaults.method(Method.CATEGORICAL).average(Average.fixed(1));
      CategoricalModel with = run("softmax alone", softmax, data, testRows, labels);
      StageTimes.print(without, with);
      StageTimes.print(without, run("default", defaults, data, testRows, labels));
    }
    if (plainSweeps > 0) {
      IbCavi plain =
          defaults
              .method(Method.BINARY)
              .prior(Prior.isotropic(1))
              .solver(Solver.CAVI)
              .maxSweeps(plainSweeps);
      run("plain CAVI, " + plainSweeps + " sweeps", plain, data, testRows, labels);
    }
  }

  /** The data, nine tenths of it for training. */
  static Split split(int rows, int processes) {
    int[] events = events(rows + WINDOW, processes, new SplittableRandom(1));
    int[][] columns = new int[rows][];
    double[][] values = new double[rows][];
    for (int i = 0; i < rows; i++) {
      double[] dense = new double[processes];
      for (int lag = 1; lag <= WINDOW; lag++) {
        int process = events[i + WINDOW - lag];
        dense[process] = Math.max(dense[process], Math.pow(RECENCY, lag - 1));
      }
      columns[i] = IntStream.range(0, processes).filter(m -> dense[m] > 0).toArray();
      values[i] = Arrays.stream(columns[i]).mapToDouble(m -> dense[m]).toArray();
    }
    int[] labels = Arrays.copyOfRange(events, WINDOW, rows + WINDOW);
    int training = (int) (TRAINING_SHARE * rows);
    return new Split("next event", processes, processes, columns, values, labels, training);
  }

  private static int[] events(int count, int processes, SplittableRandom random) {
    double[] cumulative = new double[processes];
    double sum = 0;
    for (int k = 0; k < processes; k++) {
      sum += 1.0 / (k + 1);
      cumulative[k] = sum;
    }
    int[][] successors = new int[processes][SUCCESSORS];
    for (int[] of : successors) {
      Arrays.setAll(of, s -> zipf(cumulative, random));
    }
    int[] events = new int[count];
    for (int i = 0; i < count; i++) {
      boolean habitual = i > 0 && random.nextDouble() < HABIT;
      events[i] =
          habitual
              ? successors[events[i - 1]][random.nextInt(SUCCESSORS)]
              : zipf(cumulative, random);
    }
    return events;
  }

  private static int zipf(double[] cumulative, SplittableRandom random) {
    double at = random.nextDouble() * cumulative[cumulative.length - 1];
    int found = Arrays.binarySearch(cumulative, at);
    return found >= 0 ? found : -found - 1;
  }

  private static CategoricalModel run(
      String name, IbCavi settings, TrainingData data, DesignMatrix testRows, int[] labels) {
    Map<FitPhase, Integer> passes = new EnumMap<>(FitPhase.class);
    FitListener counter =
        new FitListener() {
          @Override
          public void onSweep(FitProgress progress) {
            passes.merge(progress.phase(), 1, Integer::sum);
          }
        };
    long start = System.nanoTime();
    CategoricalModel model = settings.listener(counter).fit(data);
    double seconds = (System.nanoTime() - start) * 1e-9;
    double[][] p = model.probabilities(testRows);
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.log(p[i][labels[i]]);
    }
    System.out.printf(
        Locale.ROOT,
        "%-30s %.2f s, passes by phase %s, held-out log likelihood %.4f%n%s%n",
        name,
        seconds,
        passes,
        sum / p.length,
        model.report());
    return model;
  }
}
