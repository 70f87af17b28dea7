// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import java.util.Arrays;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.problem.RegressionModes;

/** The mode of a categorical posterior, or the best point that was reached. */
public final class Mode {
  private final Coefficients coefficients;
  private final double[] trace;
  private final boolean converged;

  /**
   * Keeps a mode.
   *
   * @param coefficients the mode
   * @param trace the best objective after each pass, not copied
   * @param converged whether it was reached before the limit of passes
   */
  public Mode(Coefficients coefficients, double[] trace, boolean converged) {
    this.coefficients = coefficients;
    this.trace = trace;
    this.converged = converged;
  }

  /**
   * Where it is.
   *
   * @return a vector for each regression, not copied
   */
  public Coefficients coefficients() {
    return coefficients;
  }

  /**
   * The objective there.
   *
   * @return log p(y | B) − ½Σ(β−μ₀)ᵀΛ₀(β−μ₀)
   */
  public double logJoint() {
    return trace[trace.length - 1];
  }

  /**
   * The best objective after each pass.
   *
   * @return at least one, not copied
   */
  public double[] trace() {
    return trace;
  }

  /**
   * Whether it was reached before the limit of passes.
   *
   * @return true if so
   */
  public boolean converged() {
    return converged;
  }

  /**
   * Coefficients as vectors of all regressions.
   *
   * @param coefficients a vector for each regression
   * @return copies of the vectors
   */
  public static RegressionModes vectors(Coefficients coefficients) {
    int[] regressions = new int[coefficients.vectors()];
    Arrays.setAll(regressions, regression -> regression);
    double[][] vectors = new double[regressions.length][];
    Arrays.setAll(vectors, coefficients::vector);
    return new RegressionModes(regressions, vectors, new double[regressions.length]);
  }
}
