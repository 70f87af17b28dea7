// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.ibcavi.design.DesignMatrix;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * X·B and Xᵀ·Z chunk after chunk, as a pass over the data does it, on one thread, by each kernel.
 * The shape is N×M times M×K; there are 4·N·M·K operations in an invocation, K at most 125 as in a
 * block of a fit.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ProductBenchmark {
  /** Rows, columns, vectors. */
  @Param({"20000,1000,125", "20000,200,100", "20000,16,26", "1024,6,6"})
  public String shape;

  private DesignMatrix x;
  private int width;
  private double[] b;
  private double[] eta;
  private double[] gradient;

  /** Makes random matrices. */
  @Setup
  public void fill() {
    String[] sizes = shape.split(",", 3);
    int rows = Integer.parseInt(sizes[0]);
    int columns = Integer.parseInt(sizes[1]);
    width = Integer.parseInt(sizes[2]);
    SplittableRandom random = new SplittableRandom(1);
    DesignMatrix.Builder builder = DesignMatrix.dense(columns);
    for (int i = 0; i < rows; i++) {
      builder.add(random.doubles(columns).toArray());
    }
    x = builder.build();
    b = random.doubles((long) columns * width).toArray();
    eta = new double[DesignMatrix.CHUNK_ROWS * width];
    gradient = new double[columns * width];
  }

  /**
   * Plain Java.
   *
   * @return the last product
   */
  @Benchmark
  @Fork(jvmArgsAppend = "-Dibcavi.kernel=plain")
  public double[] plain() {
    return pass();
  }

  /**
   * The vector module.
   *
   * @return the last product
   */
  @Benchmark
  @Fork(jvmArgsAppend = {"-Dibcavi.kernel=vector", "--add-modules", "jdk.incubator.vector"})
  public double[] vector() {
    return pass();
  }

  /**
   * The system's BLAS; set OPENBLAS_NUM_THREADS=1.
   *
   * @return the last product
   */
  @Benchmark
  @Fork(jvmArgsAppend = "-Dibcavi.kernel=native")
  public double[] nativeBlas() {
    return pass();
  }

  private double[] pass() {
    for (int chunk = 0; chunk < x.chunks(); chunk++) {
      x.addProduct(chunk, b, width, eta);
      x.addTransposedProduct(chunk, eta, width, gradient);
    }
    return gradient;
  }
}
