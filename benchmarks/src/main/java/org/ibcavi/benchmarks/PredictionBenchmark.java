// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.concurrent.TimeUnit;
import org.ibcavi.IbCavi;
import org.ibcavi.design.DesignMatrix;
import org.ibcavi.model.CategoricalModel;
import org.ibcavi.parallel.Workers;
import org.ibcavi.settings.Method;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Class probabilities of letter's held-out rows, for a row: one at a time, and all of them in one
 * call on two threads. With {@code -prof gc} JMH shows what is allocated.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PredictionBenchmark {
  private static final int BATCH = 6656;

  /** Which stages made the model. */
  @Param({"BINARY", "AUTO"})
  public Method method;

  private CategoricalModel model;
  private double[][] rows;
  private DesignMatrix batch;
  private Workers workers;
  private int next;

  /** Fits the model. */
  @Setup
  public void fit() {
    Split letter = LetterData.read();
    model = IbCavi.withDefaults().threads(2).method(method).fit(letter.training());
    System.out.println(model.report());
    int[] selected = new int[BATCH];
    rows = new double[BATCH][];
    for (int i = 0; i < BATCH; i++) {
      selected[i] = i;
      rows[i] = letter.values[letter.trainingRows + i];
    }
    batch = letter.test().selectRows(selected);
    workers = Workers.of(2);
  }

  /** Ends the threads. */
  @TearDown
  public void close() {
    workers.close();
  }

  /**
   * A row at a time.
   *
   * @return its probabilities
   */
  @Benchmark
  public double[] single() {
    next = next == BATCH - 1 ? 0 : next + 1;
    return model.probabilities(rows[next]);
  }

  /**
   * All rows at once; the score is for one row.
   *
   * @return their probabilities
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public double[][] batchOfTwoThreads() {
    return model.probabilities(batch, workers);
  }
}
