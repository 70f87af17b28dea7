// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.ibcavi.fit.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Shape;
import org.ibcavi.solver.Whitening;

/** Whitened coordinates of all units together, one after the other in a single vector. */
public final class JointCoordinates {
  private final Shape shape;
  private final Whitening[] whitenings;
  private final FitContext context;

  /**
   * Creates the coordinates.
   *
   * @param shape whose units they are of
   * @param whitenings those of one category of each unit
   * @param context threads
   */
  JointCoordinates(Shape shape, Whitening[] whitenings, FitContext context) {
    this.shape = shape;
    this.whitenings = whitenings.clone();
    this.context = context;
  }

  /**
   * Whitened by precisions of all units.
   *
   * @param shape whose units they are of
   * @param precisions a factor for each unit
   * @param context threads
   * @return coordinates of all units
   */
  public static JointCoordinates of(
      Shape shape, PosteriorCovariance precisions, FitContext context) {
    Whitening[] whitenings = new Whitening[shape.units()];
    Arrays.setAll(whitenings, unit -> new Whitening.Full(precisions.precision(unit)));
    return new JointCoordinates(shape, whitenings, context);
  }

  int dimension() {
    return Math.multiplyExact(shape.units(), shape.size());
  }

  double[] toWhitened(Coefficients b) {
    double[] point = new double[dimension()];
    forEachUnit(
        unit -> {
          double[] vector = b.vector(unit);
          whitenings[unit].toWhitened(vector, 1);
          put(vector, point, unit);
        });
    return point;
  }

  void toCoefficients(double[] point, Coefficients b) {
    forEachUnit(
        unit -> {
          int from = unit * shape.size();
          double[] vector = Arrays.copyOfRange(point, from, from + shape.size());
          whitenings[unit].toCoefficients(vector, 1);
          b.set(unit, vector);
        });
  }

  /** From the gradient in one category's vector of each unit. */
  void toGradient(Coefficients gradient, double[] out) {
    forEachUnit(
        unit -> {
          double[] vector = gradient.vector(unit);
          whitenings[unit].gradient(vector, 1);
          put(vector, out, unit);
        });
  }

  private void put(double[] vector, double[] out, int unit) {
    System.arraycopy(vector, 0, out, unit * shape.size(), vector.length);
  }

  private void forEachUnit(IntConsumer task) {
    context.workers().run(shape.units(), context.cancellation(), task);
  }
}
