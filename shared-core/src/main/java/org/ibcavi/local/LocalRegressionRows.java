// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.local;

import org.ibcavi.linalg.Vectors;
import org.ibcavi.link.Link;
import org.ibcavi.pass.RegressionRows;

/** One binary regression, with means and variances of all rows' linear predictors held. */
final class LocalRegressionRows implements RegressionRows {
  private final CategoryPass pass;
  private final Link link;
  private final double[] means;
  private final double[] variances;

  LocalRegressionRows(CategoryPass pass, Link link, double[] means, double[] variances) {
    this.pass = pass;
    this.link = link;
    this.means = means;
    this.variances = variances;
  }

  @Override
  public double bound() {
    return pass.sum((weight, own, row) -> weight * link.bound(own, means[row], variances[row]));
  }

  @Override
  public double[] slopes() {
    return pass.transposedProduct(
        (weight, own, row) -> weight * link.boundSlope(own, means[row], variances[row]));
  }

  @Override
  public double[] curvature() {
    return pass.gram(
        (weight, own, row) -> weight * link.boundCurvature(own, means[row], variances[row]));
  }

  @Override
  public double[] weights() {
    return pass.gram((weight, own, row) -> weight * link.weight(means[row], variances[row]));
  }

  /**
   * At a mean of zero the bound's slope is κ: no other link constant is needed. Of a linear
   * predictor with the offset o only the rest is sought, and κ − w·o is what pulls it.
   */
  @Override
  public double[] pulls() {
    return pass.transposedProduct(
        (weight, own, row) -> weight * (link.boundSlope(own, 0, variances[row]) - pushed(row)));
  }

  private double pushed(int row) {
    double offset = pass.offset(row);
    return offset == 0 ? 0 : link.weight(means[row], variances[row]) * offset;
  }

  @Override
  public Line along(double[] direction) {
    return new LocalLine(pass.predictors(direction));
  }

  /** Moves, with the change of all rows' linear predictors held. */
  private final class LocalLine implements Line {
    private final double[] shifts;

    LocalLine(double[] shifts) {
      this.shifts = shifts;
    }

    @Override
    public RegressionRows at(double step) {
      double[] moved = means.clone();
      Vectors.axpy(step, shifts, moved);
      return new LocalRegressionRows(pass, link, moved, variances);
    }

    @Override
    public double squaredLength() {
      return pass.sum((weight, own, row) -> weight * shifts[row] * shifts[row]);
    }
  }
}
