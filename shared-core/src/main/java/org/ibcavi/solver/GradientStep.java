// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

import org.ibcavi.linalg.Vectors;

/**
 * Gradient ascent with step length 1 in whitened coordinates: for the probit link exactly the CAVI
 * sweep μ := Λ⁻¹(Λ₀μ₀ + XᵀΩr) of Wojnowicz et al. (2022), since r = m + ∂ℓ/∂m.
 */
public final class GradientStep implements RegressionAscent {
  private final double tolerance;
  private double[] point;
  private double[] proposal;
  private double value = Double.NEGATIVE_INFINITY;
  private boolean done;

  /**
   * Starts somewhere.
   *
   * @param start not copied
   * @param tolerance relative gain below which it is done; 0 for never. The next sweep's gain is
   *     between half and all of the squared gradient, which is known more precisely than a
   *     difference of two values
   */
  public GradientStep(double[] start, double tolerance) {
    this.tolerance = tolerance;
    this.point = start.clone();
    this.proposal = start;
  }

  @Override
  public double[] proposal() {
    return proposal;
  }

  @Override
  public void tell(double newValue, double[] gradient) {
    double[] next = point;
    point = proposal;
    value = newValue;
    done = tolerance > 0 && Vectors.squaredNorm(gradient) <= tolerance * Math.abs(value);
    for (int p = 0; p < next.length; p++) {
      next[p] = point[p] + gradient[p];
    }
    proposal = next;
  }

  @Override
  public double[] point() {
    return point;
  }

  @Override
  public double value() {
    return value;
  }

  @Override
  public boolean moved() {
    return true;
  }

  @Override
  public boolean done() {
    return done;
  }

  @Override
  public boolean stalled() {
    return false;
  }
}
