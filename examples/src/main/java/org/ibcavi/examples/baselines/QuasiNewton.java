// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Consumer;

/**
 * Maximises a log density by L-BFGS with backtracking (Nocedal and Wright, 2006, algorithm 7.4);
 * with a prior precision of zero this is maximum likelihood.
 */
public final class QuasiNewton {
  private static final int MEMORY = 10;
  private static final double SUFFICIENT_INCREASE = 1e-4;
  private static final int MAX_HALVINGS = 40;

  private final LogDensity target;
  private final int maxIterations;
  private final double tolerance;
  private final Deque<Step> steps = new ArrayDeque<>();

  /**
   * A maximiser.
   *
   * @param target what is maximised
   * @param maxIterations after which it stops
   * @param tolerance stops when the largest entry of the gradient is below it
   */
  public QuasiNewton(LogDensity target, int maxIterations, double tolerance) {
    this.target = target;
    this.maxIterations = maxIterations;
    this.tolerance = tolerance;
  }

  /** A move, how it changed the gradient, and the inverse of their product. */
  private static final class Step {
    private final double[] move;
    private final double[] change;
    private final double inverseProduct;

    Step(double[] move, double[] change, double inverseProduct) {
      this.move = move;
      this.change = change;
      this.inverseProduct = inverseProduct;
    }
  }

  /**
   * Maximises from zero.
   *
   * @param watcher told of every accepted point
   * @return the best point
   */
  public double[] run(Consumer<double[]> watcher) {
    double[] theta = new double[target.size()];
    double[] gradient = new double[theta.length];
    double value = target.evaluate(theta, gradient);
    for (int t = 0; t < maxIterations && largest(gradient) > tolerance; t++) {
      double[] direction = direction(gradient);
      double slope = dot(direction, gradient);
      double length = steps.isEmpty() ? 1 / Math.sqrt(slope) : 1;
      double[] next = new double[theta.length];
      double[] nextGradient = new double[theta.length];
      double nextValue = Double.NEGATIVE_INFINITY;
      for (int h = 0; h < MAX_HALVINGS; h++) {
        for (int j = 0; j < theta.length; j++) {
          next[j] = theta[j] + length * direction[j];
        }
        nextValue = target.evaluate(next, nextGradient);
        if (nextValue >= value + SUFFICIENT_INCREASE * length * slope) {
          break;
        }
        length *= 0.5;
      }
      if (!(nextValue > value)) {
        break;
      }
      remember(theta, next, gradient, nextGradient);
      theta = next;
      gradient = nextGradient;
      value = nextValue;
      watcher.accept(theta);
    }
    return theta;
  }

  private void remember(double[] theta, double[] next, double[] gradient, double[] nextGradient) {
    double[] move = new double[theta.length];
    double[] change = new double[theta.length];
    for (int j = 0; j < theta.length; j++) {
      move[j] = next[j] - theta[j];
      change[j] = gradient[j] - nextGradient[j];
    }
    double product = dot(move, change);
    if (product > 1e-12 * dot(change, change)) {
      steps.addLast(new Step(move, change, 1 / product));
      if (steps.size() > MEMORY) {
        steps.removeFirst();
      }
    }
  }

  /** The two-loop recursion: an estimate of the inverse curvature times the gradient. */
  private double[] direction(double[] gradient) {
    double[] q = gradient.clone();
    double[] factors = new double[steps.size()];
    int at = factors.length;
    for (Iterator<Step> it = steps.descendingIterator(); it.hasNext(); ) {
      Step step = it.next();
      at--;
      factors[at] = step.inverseProduct * dot(step.move, q);
      add(q, -factors[at], step.change);
    }
    if (!steps.isEmpty()) {
      Step last = steps.getLast();
      double scale = 1 / (last.inverseProduct * dot(last.change, last.change));
      for (int j = 0; j < q.length; j++) {
        q[j] *= scale;
      }
    }
    for (Step step : steps) {
      double back = step.inverseProduct * dot(step.change, q);
      add(q, factors[at++] - back, step.move);
    }
    return q;
  }

  private static void add(double[] to, double factor, double[] what) {
    for (int j = 0; j < to.length; j++) {
      to[j] += factor * what[j];
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElse(0);
  }
}
