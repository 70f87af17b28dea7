// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.inference;

import java.util.function.DoubleUnaryOperator;

/**
 * Maximises a smooth function of one variable that is dear to evaluate: walks uphill until the
 * maximum is between three points, then goes to the top of the parabola through them (Brent 1973
 * without the golden section; a step that would not narrow the bracket is halved towards its wider
 * side).
 */
final class ScaleSearch {
  /** How much longer each stride is than the one before. */
  private static final double GROWTH = 1.5;

  private final DoubleUnaryOperator function;
  private final double least;
  private final double most;
  private final double tolerance;
  private double left;
  private double leftValue;
  private double best;
  private double bestValue;
  private double right;
  private double rightValue;
  private int evaluations;

  /**
   * Prepares a search.
   *
   * @param function to maximise
   * @param least smallest argument
   * @param most largest argument
   * @param tolerance of the argument
   */
  ScaleSearch(DoubleUnaryOperator function, double least, double most, double tolerance) {
    this.function = function;
    this.least = least;
    this.most = most;
    this.tolerance = tolerance;
  }

  /** How often the function was evaluated. */
  int evaluations() {
    return evaluations;
  }

  /** The function's value where {@link #maximise} ended. */
  double maximum() {
    return bestValue;
  }

  private double evaluate(double x) {
    evaluations++;
    return function.applyAsDouble(x);
  }

  /** The maximiser; the boundary if the function climbs up to it. */
  double maximise(double start, double step) {
    best = start;
    bestValue = evaluate(start);
    right = Math.min(most, start + step);
    rightValue = evaluate(right);
    left = start;
    leftValue = bestValue;
    if (rightValue > bestValue) {
      climb(step);
    } else {
      climb(-step);
    }
    return bracketed() ? narrow() : best;
  }

  private boolean bracketed() {
    return left < best && best < right;
  }

  /** Lengthens its stride uphill; ends with a bracket or at the boundary. */
  private void climb(double firstStride) {
    double stride = firstStride;
    if (stride > 0) {
      shiftRight();
      stride *= GROWTH;
    }
    while (stride > 0 ? best < most : best > least) {
      double next = Math.max(least, Math.min(most, best + stride));
      double value = evaluate(next);
      if (stride > 0) {
        right = next;
        rightValue = value;
      } else {
        left = next;
        leftValue = value;
      }
      if (value <= bestValue) {
        return;
      }
      if (stride > 0) {
        shiftRight();
      } else {
        shiftLeft();
      }
      stride *= GROWTH;
    }
  }

  private void shiftRight() {
    left = best;
    leftValue = bestValue;
    best = right;
    bestValue = rightValue;
  }

  private void shiftLeft() {
    right = best;
    rightValue = bestValue;
    best = left;
    bestValue = leftValue;
  }

  private double narrow() {
    double lastMove = Double.POSITIVE_INFINITY;
    while (right - left > tolerance) {
      double next = parabolaTop();
      double move = Math.abs(next - best);
      if (!(next > left && next < right) || move > 0.7 * lastMove) {
        next = right - best > best - left ? 0.5 * (best + right) : 0.5 * (best + left);
        move = Math.abs(next - best);
      } else if (move < tolerance) {
        return moveTo(next);
      }
      lastMove = move;
      take(next, evaluate(next));
    }
    return best;
  }

  private double moveTo(double next) {
    take(next, evaluate(next));
    return best;
  }

  private double parabolaTop() {
    double toLeft = best - left;
    double toRight = best - right;
    double a = toLeft * (bestValue - rightValue);
    double b = toRight * (bestValue - leftValue);
    return best - 0.5 * (toLeft * a - toRight * b) / (a - b);
  }

  private void take(double x, double value) {
    boolean toTheRight = x > best;
    if (value > bestValue) {
      if (toTheRight) {
        left = best;
        leftValue = bestValue;
      } else {
        right = best;
        rightValue = bestValue;
      }
      best = x;
      bestValue = value;
    } else if (toTheRight) {
      right = x;
      rightValue = value;
    } else {
      left = x;
      leftValue = value;
    }
  }
}
