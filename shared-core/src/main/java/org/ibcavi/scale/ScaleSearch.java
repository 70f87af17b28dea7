// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.scale;

import java.util.function.DoubleUnaryOperator;

/**
 * Maximises a smooth function of one variable that is dear to evaluate: walks uphill until the
 * maximum is between three points, then goes to the top of the parabola through them (Brent 1973
 * without the golden section; a step that would not narrow the bracket is halved towards its wider
 * side). A last step shorter than the tolerance is taken without evaluating the function again.
 */
public final class ScaleSearch {
  /** The first stride of a search that knows nothing, of a variance's logarithm. */
  public static final double STEP = Math.log(4);

  /** From this variance to its reciprocal everything from "no signal" to "separable" is found. */
  public static final double LEAST = 1e-6;

  /** The largest variance. */
  public static final double MOST = 1 / LEAST;

  /** How much longer each stride is than the one before. */
  private static final double GROWTH = 1.5;

  /** A parabola's top that moves more than this share of the last move does not close in. */
  private static final double SLOW = 0.7;

  private final DoubleUnaryOperator function;
  private final double least;
  private final double most;
  private final double tolerance;
  private final boolean even;
  private double left;
  private double leftValue;
  private double best;
  private double bestValue;
  private double right;
  private double rightValue;
  private double outer;
  private double outerValue;
  private int evaluations;

  /**
   * Prepares a search of a variance's logarithm.
   *
   * @param function to maximise
   * @param tolerance of the logarithm
   */
  public ScaleSearch(DoubleUnaryOperator function, double tolerance) {
    this(function, Math.log(LEAST), Math.log(MOST), tolerance, false);
  }

  /**
   * Prepares a search of a variance's logarithm whose strides stay as long as the first: with a
   * start on the grid it looks at points of the grid only until the maximum is between three of
   * them, so that where it begins does not decide where it ends.
   *
   * @param function to maximise
   * @param tolerance of the logarithm
   * @return the search
   */
  public static ScaleSearch evenly(DoubleUnaryOperator function, double tolerance) {
    return new ScaleSearch(function, Math.log(LEAST), Math.log(MOST), tolerance, true);
  }

  /**
   * Prepares a search.
   *
   * @param function to maximise
   * @param least smallest argument
   * @param most largest argument
   * @param tolerance of the argument
   * @param even whether all strides are as long as the first
   */
  ScaleSearch(
      DoubleUnaryOperator function, double least, double most, double tolerance, boolean even) {
    this.function = function;
    this.least = least;
    this.most = most;
    this.tolerance = tolerance;
    this.even = even;
  }

  /**
   * The nearest multiple of {@link #STEP} within the limits.
   *
   * @param logVariance a start
   * @return about the same
   */
  public static double onGrid(double logVariance) {
    double on = STEP * Math.rint(logVariance / STEP);
    return Math.max(Math.log(LEAST), Math.min(Math.log(MOST), on));
  }

  /**
   * A stride from the nearest point of the grid to the side on which a variance is: a good guess
   * saves the search a point on the other side.
   *
   * @param variance a guess
   * @return plus or minus {@link #STEP}
   */
  public static double strideTowards(double variance) {
    double log = Math.log(variance);
    return log < onGrid(log) ? -STEP : STEP;
  }

  /**
   * The variance under which a criterion is largest, by a search whose strides stay even.
   *
   * @param criterion of a variance
   * @param first where the search begins, moved to the grid
   * @param stride between the variances that are tried first, of their logarithm; negative to look
   *     down first
   * @param tolerance of the logarithm
   * @return the variance
   */
  public static double bestVariance(
      DoubleUnaryOperator criterion, double first, double stride, double tolerance) {
    ScaleSearch search = evenly(log -> criterion.applyAsDouble(Math.exp(log)), tolerance);
    return Math.exp(search.maximise(onGrid(Math.log(first)), stride));
  }

  /** How often the function was evaluated. */
  int evaluations() {
    return evaluations;
  }

  /** The largest of the function's values, at most the tolerance from where the search ended. */
  public double maximum() {
    return bestValue;
  }

  private double evaluate(double x) {
    evaluations++;
    return function.applyAsDouble(x);
  }

  /**
   * The maximiser; the boundary if the function climbs up to it.
   *
   * @param start where the function is evaluated first
   * @param step to where it is evaluated next, down or up
   * @return the argument
   */
  public double maximise(double start, double step) {
    best = start;
    bestValue = evaluate(start);
    left = start;
    leftValue = bestValue;
    right = start;
    rightValue = bestValue;
    if (!climb(step)) {
      climb(-step);
    }
    return bracketed() ? narrow() : best;
  }

  private boolean bracketed() {
    return left < best && best < right;
  }

  /**
   * Lengthens its stride uphill; ends with a bracket or at the boundary.
   *
   * @param firstStride down or up
   * @return whether the first stride led higher
   */
  private boolean climb(double firstStride) {
    double stride = firstStride;
    boolean climbed = false;
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
        return climbed;
      }
      if (stride > 0) {
        shiftRight();
      } else {
        shiftLeft();
      }
      if (!even && foldsBack()) {
        return true;
      }
      climbed = true;
      stride *= even ? 1 : GROWTH;
    }
    return climbed;
  }

  /**
   * Where the last three points climb less and less, their parabola's top may be between the last
   * two: a point there that is higher than both ends the climb without a step too far. After a
   * search's first stride only two points are known.
   */
  private boolean foldsBack() {
    boolean rightward = outer < best;
    double inner = rightward ? left : right;
    double innerValue = rightward ? leftValue : rightValue;
    if (outer == inner) {
      return false;
    }
    double top = parabolaTop(best, bestValue, inner, innerValue, outer, outerValue);
    if (!(top > Math.min(best, inner) && top < Math.max(best, inner))) {
      return false;
    }
    double value = evaluate(top);
    boolean higher = value > bestValue;
    if (rightward) {
      right = higher ? best : right;
      rightValue = higher ? bestValue : rightValue;
      left = higher ? left : top;
      leftValue = higher ? leftValue : value;
    } else {
      left = higher ? best : left;
      leftValue = higher ? bestValue : leftValue;
      right = higher ? right : top;
      rightValue = higher ? rightValue : value;
    }
    best = higher ? top : best;
    bestValue = higher ? value : bestValue;
    return higher;
  }

  private void shiftRight() {
    outer = left;
    outerValue = leftValue;
    left = best;
    leftValue = bestValue;
    best = right;
    bestValue = rightValue;
  }

  private void shiftLeft() {
    outer = right;
    outerValue = rightValue;
    right = best;
    rightValue = bestValue;
    best = left;
    bestValue = leftValue;
  }

  private double narrow() {
    double lastMove = Double.POSITIVE_INFINITY;
    while (right - left > tolerance) {
      double next = parabolaTop(best, bestValue, left, leftValue, right, rightValue);
      double move = Math.abs(next - best);
      if (!(next > left && next < right) || move > SLOW * lastMove) {
        next = right - best > best - left ? 0.5 * (best + right) : 0.5 * (best + left);
        move = Math.abs(next - best);
      } else if (move < tolerance) {
        return next;
      }
      lastMove = move;
      take(next, evaluate(next));
    }
    return best;
  }

  /** The vertex of the parabola through three points of which the first is the highest. */
  private static double parabolaTop(
      double x, double value, double one, double oneValue, double other, double otherValue) {
    double toOne = x - one;
    double toOther = x - other;
    double a = toOne * (value - otherValue);
    double b = toOther * (value - oneValue);
    return x - 0.5 * (toOne * a - toOther * b) / (a - b);
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
