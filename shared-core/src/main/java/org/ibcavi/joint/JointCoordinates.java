// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.joint;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.ibcavi.parallel.FitContext;
import org.ibcavi.posterior.Coefficients;
import org.ibcavi.posterior.PosteriorCovariance;
import org.ibcavi.problem.Shape;
import org.ibcavi.solver.Whitening;

/** Whitened coordinates of all regressions together, one after the other in a single vector. */
public final class JointCoordinates {
  private final Shape shape;
  private final Whitening[] whitenings;
  private final FitContext context;

  /**
   * Creates the coordinates.
   *
   * @param shape whose regressions they are of
   * @param whitenings those of one category of each regression
   * @param context threads
   */
  JointCoordinates(Shape shape, Whitening[] whitenings, FitContext context) {
    this.shape = shape;
    this.whitenings = whitenings.clone();
    this.context = context;
  }

  /**
   * Whitened by the covariances of all regressions.
   *
   * @param shape whose regressions they are of
   * @param covariance one for each regression
   * @param context threads
   * @return coordinates of all regressions
   */
  public static JointCoordinates of(
      Shape shape, PosteriorCovariance covariance, FitContext context) {
    Whitening[] whitenings = new Whitening[shape.regressions()];
    Arrays.setAll(whitenings, regression -> whitening(covariance, regression));
    return new JointCoordinates(shape, whitenings, context);
  }

  private static Whitening whitening(PosteriorCovariance covariance, int regression) {
    return covariance.diagonal()
        ? new Whitening.Diagonal(
            Arrays.stream(covariance.variances(regression)).map(own -> 1 / own).toArray())
        : new Whitening.Full(covariance.precision(regression));
  }

  int dimension() {
    return Math.multiplyExact(shape.regressions(), shape.size());
  }

  double[] toWhitened(Coefficients b) {
    double[] point = new double[dimension()];
    forEachRegression(
        regression -> {
          double[] vector = b.vector(regression);
          whitenings[regression].toWhitened(vector, 1);
          put(vector, point, regression);
        });
    return point;
  }

  void toCoefficients(double[] point, Coefficients b) {
    forEachRegression(
        regression -> {
          int from = regression * shape.size();
          double[] vector = Arrays.copyOfRange(point, from, from + shape.size());
          whitenings[regression].toCoefficients(vector, 1);
          b.set(regression, vector);
        });
  }

  /** From the gradient in one category's vector of each regression. */
  void toGradient(Coefficients gradient, double[] out) {
    forEachRegression(
        regression -> {
          double[] vector = gradient.vector(regression);
          whitenings[regression].gradient(vector, 1);
          put(vector, out, regression);
        });
  }

  private void put(double[] vector, double[] out, int regression) {
    System.arraycopy(vector, 0, out, regression * shape.size(), vector.length);
  }

  private void forEachRegression(IntConsumer task) {
    context.workers().run(shape.regressions(), context.cancellation(), task);
  }
}
