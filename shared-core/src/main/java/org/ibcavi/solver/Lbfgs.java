// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

import org.ibcavi.linalg.Vectors;

/**
 * Limited-memory BFGS ascent (Nocedal 1980) with a backtracking line search that never accepts a
 * lower value. It works in whitened coordinates, where the curvature is about 1.
 */
public final class Lbfgs implements RegressionAscent {
  /** Pairs remembered: on the medium simulated problem 6 need 2 passes more, 20 none less. */
  public static final int HISTORY = 10;

  /** The share of the gain promised by the slope that a step must keep (Armijo). */
  public static final double SUFFICIENT_GAIN = 1e-4;

  /** Sums over many rows are not known better than to this relative error. */
  public static final double ROUNDING = 1e-14;

  /** Curvature, as a share of the change of the gradient, that counts as positive. */
  private static final double LEAST_CURVATURE = 1e-12;

  /** Shortened steps in a row after which the limit is taken to be the precision. */
  private static final int MAX_SHORTENINGS = 25;

  private final double[][] steps = new double[HISTORY][];
  private final double[][] changes = new double[HISTORY][];
  private final double[] inverseCurvatures = new double[HISTORY];
  private final double[] shares = new double[HISTORY];
  private final double gradientTolerance;
  private int remembered;
  private double scale = 1;
  private double[] point;
  private double[] proposal;
  private double[] gradient;
  private final double[] direction;
  private double value;
  private double slope;
  private double length;
  private int shortenings;
  private boolean started;
  private boolean done;
  private boolean stalled;

  /**
   * Starts somewhere.
   *
   * @param start not copied
   * @param gradientTolerance norm of the gradient at which it is done
   */
  public Lbfgs(double[] start, double gradientTolerance) {
    this.proposal = start;
    this.point = start.clone();
    this.gradient = new double[start.length];
    this.direction = new double[start.length];
    this.gradientTolerance = gradientTolerance;
  }

  @Override
  public double[] proposal() {
    return proposal;
  }

  @Override
  public void tell(double newValue, double[] newGradient) {
    if (!started) {
      started = true;
      accept(newValue, newGradient);
    } else if (improves(newValue, newGradient)) {
      remember(newGradient);
      accept(newValue, newGradient);
    } else {
      shorten(newValue);
    }
  }

  /**
   * How much of a value may be rounding; smaller gains cannot be told from none.
   *
   * @param value a sum over many rows
   * @return at least 0
   */
  public static double rounding(double value) {
    return ROUNDING * Math.abs(value);
  }

  /** Where values differ by rounding only, a smaller gradient is what tells an improvement. */
  private boolean improves(double newValue, double[] newGradient) {
    double promised = SUFFICIENT_GAIN * length * slope;
    double gain = newValue - value;
    if (Math.max(promised, gain) > rounding(value)) {
      return gain >= promised;
    }
    return gain >= -rounding(value)
        && Vectors.squaredNorm(newGradient) < Vectors.squaredNorm(gradient);
  }

  private void accept(double newValue, double[] newGradient) {
    double[] spare = point;
    point = proposal;
    proposal = spare;
    value = newValue;
    System.arraycopy(newGradient, 0, gradient, 0, gradient.length);
    shortenings = 0;
    if (Math.sqrt(Vectors.squaredNorm(gradient)) <= gradientTolerance) {
      done = true;
      return;
    }
    findDirection();
    propose(1);
  }

  /** A pair of step and change of gradient; one without positive curvature teaches nothing. */
  private void remember(double[] newGradient) {
    double curvature = 0;
    double squaredChange = 0;
    for (int p = 0; p < point.length; p++) {
      double change = gradient[p] - newGradient[p];
      curvature += (proposal[p] - point[p]) * change;
      squaredChange += change * change;
    }
    if (!(curvature > LEAST_CURVATURE * squaredChange)) {
      return;
    }
    int at = remembered++ % HISTORY;
    if (steps[at] == null) {
      steps[at] = new double[point.length];
      changes[at] = new double[point.length];
    }
    for (int p = 0; p < point.length; p++) {
      steps[at][p] = proposal[p] - point[p];
      changes[at][p] = gradient[p] - newGradient[p];
    }
    inverseCurvatures[at] = 1 / curvature;
    scale = curvature / squaredChange;
  }

  /** The two-loop recursion: direction = H·gradient. */
  private void findDirection() {
    System.arraycopy(gradient, 0, direction, 0, direction.length);
    int oldest = Math.max(0, remembered - HISTORY);
    for (int i = remembered - 1; i >= oldest; i--) {
      int at = i % HISTORY;
      shares[at] = inverseCurvatures[at] * Vectors.dot(steps[at], direction);
      Vectors.axpy(-shares[at], changes[at], direction);
    }
    for (int p = 0; p < direction.length; p++) {
      direction[p] *= scale;
    }
    for (int i = oldest; i < remembered; i++) {
      int at = i % HISTORY;
      double correction = inverseCurvatures[at] * Vectors.dot(changes[at], direction);
      Vectors.axpy(shares[at] - correction, steps[at], direction);
    }
    slope = Vectors.dot(gradient, direction);
  }

  private void propose(double newLength) {
    length = newLength;
    for (int p = 0; p < proposal.length; p++) {
      proposal[p] = Math.fma(length, direction[p], point[p]);
    }
  }

  /** The maximiser of the parabola through what is known, kept between a tenth and a half. */
  private void shorten(double newValue) {
    if (++shortenings > MAX_SHORTENINGS) {
      stall();
      return;
    }
    double fall = value + slope * length - newValue;
    double best = slope * length * length / (2 * fall);
    propose(best >= 0.1 * length ? Math.min(best, 0.5 * length) : 0.1 * length);
  }

  /** The same ascent from its best point on in other coordinates, with nothing remembered. */
  Lbfgs in(Whitening from, Whitening to) {
    double[] start = point.clone();
    from.toCoefficients(start, 1);
    to.toWhitened(start, 1);
    double[] slopes = gradient.clone();
    from.fromGradient(slopes, 1);
    to.gradient(slopes, 1);
    Lbfgs moved = new Lbfgs(start, gradientTolerance);
    moved.tell(value, slopes);
    return moved;
  }

  private void stall() {
    done = true;
    stalled = true;
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
    return shortenings == 0;
  }

  @Override
  public boolean done() {
    return done;
  }

  @Override
  public boolean stalled() {
    return stalled;
  }
}
