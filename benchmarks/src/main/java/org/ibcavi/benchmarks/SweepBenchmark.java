// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.concurrent.TimeUnit;
import org.ibcavi.design.TrainingData;
import org.ibcavi.parallel.Workers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The pass over the rows of a probit sweep (linear predictors, link, Xᵀ times the slopes) on one
 * thread, by the kernels that need no library. There are 4·N·M·K operations in a dense one.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SweepBenchmark {
  /** Rows, columns, categories, and the stored values of a row. */
  @Param({"4096,1000,250,1000", "4096,200,100,200", "4096,16,26,16", "4096,1553,250,5"})
  public String shape;

  private FusedPass pass;
  private Workers workers;

  /** Makes random rows. */
  @Setup
  public void fill() {
    String[] sizes = shape.split(",", 4);
    int rows = Integer.parseInt(sizes[0]);
    int columns = Integer.parseInt(sizes[1]);
    int categories = Integer.parseInt(sizes[2]);
    int perRow = Integer.parseInt(sizes[3]);
    TrainingData data =
        perRow == columns
            ? NoiseData.dense(rows, columns, categories)
            : NoiseData.sparse(rows, columns, categories, perRow);
    workers = Workers.sequential();
    pass = new FusedPass(data.features(), categories, workers);
  }

  /** Ends the threads. */
  @TearDown
  public void close() {
    workers.close();
  }

  /**
   * Plain Java.
   *
   * @return a sum
   */
  @Benchmark
  @Fork(jvmArgsAppend = "-Dibcavi.kernel=plain")
  public double plain() {
    return pass.run();
  }

  /**
   * The vector module.
   *
   * @return a sum
   */
  @Benchmark
  @Fork(jvmArgsAppend = {"-Dibcavi.kernel=vector", "--add-modules", "jdk.incubator.vector"})
  public double vector() {
    return pass.run();
  }
}
