// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.benchmarks;

import java.util.Locale;
import org.ibcavi.IbCavi;
import org.ibcavi.binary.BinaryPlan;
import org.ibcavi.binary.BinarySettings;
import org.ibcavi.design.TrainingData;
import org.ibcavi.link.Link;
import org.ibcavi.prior.Prior;
import org.ibcavi.problem.Problem;
import org.ibcavi.settings.CovarianceShape;
import org.ibcavi.settings.Method;
import org.ibcavi.settings.Solver;

/**
 * The logit link at size: processor seconds of a sweep on one thread beside the operations that the
 * formulas count, and the memory that the fit reckons with. With P = M + 1 coefficients,
 *
 * <pre>
 *   full covariances   K·(2·N·P² + P³/3)   operations, 8·(K·P(P+1)/2 + 10·P²) bytes and work space
 *   diagonal ones      8·N·P·K             operations, 8·50·K·P bytes and work space
 * </pre>
 *
 * where a full sweep has a weighted Gram matrix (N·P², the symmetric half), a factor, and a
 * triangular solve of every row (N·P²); a diagonal one two products each with rows and squared
 * rows.
 */
public final class LogitSize {
  private static final int[][] SIZES = {
    {4096, 31, 16}, {4096, 63, 16}, {4096, 127, 16}, {8192, 127, 16}, {4096, 127, 32}
  };
  private static final int SWEEPS = 8;

  private LogitSize() {}

  /**
   * Runs it.
   *
   * @param args none
   */
  public static void main(String[] args) {
    System.out.println("| covariance | N, M, K | s a sweep | GFLOP/s by the formula | bytes, MB |");
    System.out.println("|---|---|---|---|---|");
    for (CovarianceShape shape :
        new CovarianceShape[] {CovarianceShape.FULL, CovarianceShape.DIAGONAL}) {
      measure(shape, SIZES[0]); // warms up
      for (int[] size : SIZES) {
        System.out.println(measure(shape, size));
      }
    }
  }

  private static String measure(CovarianceShape shape, int[] size) {
    TrainingData data = NoiseData.dense(size[0], size[1], size[2]);
    // Accelerated sweeps of full covariances are several plain ones, of which the formula is.
    Solver solver = shape == CovarianceShape.FULL ? Solver.CAVI : Solver.ACCELERATED;
    IbCavi settings = SweepClock.sweepsOnly(1).link(Link.LOGIT).covariance(shape).solver(solver);
    double seconds = SweepClock.fastestSweepOfOneThread(settings, data);
    Problem problem = Problem.of(data, data.features(), true);
    IbCavi accelerated = settings.solver(Solver.ACCELERATED).maxSweeps(SWEEPS);
    BinarySettings stage =
        BinarySettings.of(accelerated.settings(), Method.BINARY, Prior.isotropic(1));
    BinaryPlan plan = BinaryPlan.of(problem.shape(), stage, null);
    return String.format(
        Locale.ROOT,
        "| %s | %d, %d, %d | %.4f | %.1f | %.1f |",
        shape.name().toLowerCase(Locale.ROOT),
        size[0],
        size[1],
        size[2],
        seconds,
        1e-9 * operations(shape, size) / seconds,
        1e-6 * plan.within(false, 1, Long.MAX_VALUE).bytes(false, 1));
  }

  private static double operations(CovarianceShape shape, int[] size) {
    double rows = size[0];
    double coefficients = size[1] + 1.0;
    double perCategory =
        shape == CovarianceShape.FULL
            ? 2 * rows * coefficients * coefficients + Math.pow(coefficients, 3) / 3
            : 8 * rows * coefficients;
    return size[2] * perCategory;
  }
}
