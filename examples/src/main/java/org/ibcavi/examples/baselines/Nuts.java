// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.examples.baselines;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The No-U-Turn sampler with multinomial sampling along the trajectory (Hoffman and Gelman, JMLR
 * 2014; Betancourt, arXiv:1701.02434, appendix A), a step size by dual averaging and a diagonal
 * metric from windows of the warm-up.
 */
public final class Nuts {
  private static final double ACCEPTANCE = 0.8;
  private static final int MAX_DEPTH = 10;
  private static final double DIVERGENCE = 1000;

  private final LogDensity target;
  private final SplittableRandom random;
  private final double[] variances;
  private final DualAveraging steps = new DualAveraging(ACCEPTANCE);
  private double step = 1;
  private double acceptanceSum;
  private int leapfrogs;
  private long evaluations;
  private int divergences;

  /** Takes draws. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes a draw.
     *
     * @param theta the draw, to be copied if kept
     * @param warmup whether the sampler still adapts
     * @return whether to go on
     */
    boolean take(double[] theta, boolean warmup);
  }

  /**
   * A sampler.
   *
   * @param target the log density
   * @param seed of everything random
   */
  public Nuts(LogDensity target, long seed) {
    this.target = target;
    this.random = new SplittableRandom(seed);
    this.variances = new double[target.size()];
    Arrays.fill(variances, 1);
  }

  /** Position, momentum, and what the target says there. */
  private static final class Point {
    private final double[] theta;
    private final double[] momentum;
    private final double[] gradient;
    private final double value;

    Point(double[] theta, double[] momentum, double[] gradient, double value) {
      this.theta = theta;
      this.momentum = momentum;
      this.gradient = gradient;
      this.value = value;
    }
  }

  /** A stretch of a trajectory, its ends in the order of time. */
  private static final class Stretch {
    private final Point first;
    private final Point last;
    private final double[] momentumSum;
    private final Point proposal;
    private final double logWeight;

    Stretch(Point first, Point last, double[] momentumSum, Point proposal, double logWeight) {
      this.first = first;
      this.last = last;
      this.momentumSum = momentumSum;
      this.proposal = proposal;
      this.logWeight = logWeight;
    }
  }

  /**
   * Draws.
   *
   * @param start where to begin
   * @param warmup draws in which the sampler adapts
   * @param draws after them
   * @param sink takes them all
   */
  public void run(double[] start, int warmup, int draws, Sink sink) {
    double[] gradient = new double[start.length];
    double value = target.evaluate(start, gradient);
    Point point = new Point(start.clone(), new double[start.length], gradient, value);
    VarianceWindows windows = new VarianceWindows(start.length, warmup);
    step = reasonableStep(point);
    steps.restart(step);
    for (int t = 0; t < warmup + draws; t++) {
      boolean adapting = t < warmup;
      point = transition(point);
      if (adapting) {
        steps.learn(leapfrogs == 0 ? 0 : acceptanceSum / leapfrogs);
        step = steps.step();
        if (windows.add(point.theta, variances)) {
          step = reasonableStep(point);
          steps.restart(step);
        }
        if (t == warmup - 1) {
          step = steps.averagedStep();
          divergences = 0;
        }
      }
      if (!sink.take(point.theta, adapting)) {
        return;
      }
    }
  }

  /** Doubles or halves the step until one leapfrog's acceptance crosses the wanted one. */
  private double reasonableStep(Point point) {
    Point start = withMomentum(point);
    double energy = energy(start);
    double tried = step;
    boolean grow = energy - energy(leapfrog(start, tried)) > Math.log(ACCEPTANCE);
    for (int i = 0; i < 60; i++) {
      tried *= grow ? 2 : 0.5;
      boolean accepted = energy - energy(leapfrog(start, tried)) > Math.log(ACCEPTANCE);
      if (accepted != grow) {
        break;
      }
    }
    return tried;
  }

  private Point withMomentum(Point point) {
    double[] momentum = new double[variances.length];
    for (int j = 0; j < momentum.length; j++) {
      momentum[j] = random.nextGaussian() / Math.sqrt(variances[j]);
    }
    return new Point(point.theta, momentum, point.gradient, point.value);
  }

  /** The Hamiltonian; +∞ where the target is no number. */
  private double energy(Point point) {
    double kinetic = 0;
    for (int j = 0; j < variances.length; j++) {
      kinetic += variances[j] * point.momentum[j] * point.momentum[j];
    }
    double energy = 0.5 * kinetic - point.value;
    return Double.isNaN(energy) ? Double.POSITIVE_INFINITY : energy;
  }

  private Point leapfrog(Point from, double signedStep) {
    int size = variances.length;
    double[] momentum = new double[size];
    double[] theta = new double[size];
    double[] gradient = new double[size];
    for (int j = 0; j < size; j++) {
      momentum[j] = from.momentum[j] + 0.5 * signedStep * from.gradient[j];
      theta[j] = from.theta[j] + signedStep * variances[j] * momentum[j];
    }
    double value = target.evaluate(theta, gradient);
    evaluations++;
    for (int j = 0; j < size; j++) {
      momentum[j] += 0.5 * signedStep * gradient[j];
    }
    return new Point(theta, momentum, gradient, value);
  }

  private Point transition(Point from) {
    Point start = withMomentum(from);
    double energy = energy(start);
    acceptanceSum = 0;
    leapfrogs = 0;
    Stretch path = new Stretch(start, start, start.momentum.clone(), start, 0);
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
      boolean forward = random.nextBoolean();
      Stretch grown = grow(depth, forward ? path.last : path.first, forward, energy);
      if (grown == null) {
        break;
      }
      // Biased towards the new half, which lies farther from the start.
      boolean take = Math.log(random.nextDouble()) < grown.logWeight - path.logWeight;
      Point proposal = take ? grown.proposal : path.proposal;
      Stretch left = forward ? path : grown;
      Stretch right = forward ? grown : path;
      path = joined(left, right, proposal);
      if (turns(left, right, path)) {
        break;
      }
    }
    return path.proposal;
  }

  /** A stretch of 2^depth points beyond an end; null if it diverges or turns within itself. */
  private Stretch grow(int depth, Point from, boolean forward, double startEnergy) {
    if (depth == 0) {
      return leaf(leapfrog(from, forward ? step : -step), startEnergy);
    }
    Stretch near = grow(depth - 1, from, forward, startEnergy);
    if (near == null) {
      return null;
    }
    Stretch far = grow(depth - 1, forward ? near.last : near.first, forward, startEnergy);
    if (far == null) {
      return null;
    }
    double total = logSum(near.logWeight, far.logWeight);
    boolean take = Math.log(random.nextDouble()) < far.logWeight - total;
    Point proposal = take ? far.proposal : near.proposal;
    Stretch left = forward ? near : far;
    Stretch right = forward ? far : near;
    Stretch whole = joined(left, right, proposal);
    return turns(left, right, whole) ? null : whole;
  }

  private Stretch leaf(Point point, double startEnergy) {
    double gain = startEnergy - energy(point);
    leapfrogs++;
    acceptanceSum += Math.min(1, Math.exp(gain));
    if (-gain > DIVERGENCE) {
      divergences++;
      return null;
    }
    return new Stretch(point, point, point.momentum.clone(), point, gain);
  }

  private static Stretch joined(Stretch left, Stretch right, Point proposal) {
    double[] sum = new double[left.momentumSum.length];
    for (int j = 0; j < sum.length; j++) {
      sum[j] = left.momentumSum[j] + right.momentumSum[j];
    }
    double weight = logSum(left.logWeight, right.logWeight);
    return new Stretch(left.first, right.last, sum, proposal, weight);
  }

  private boolean turns(Stretch left, Stretch right, Stretch whole) {
    return turns(left.first, right.last, whole.momentumSum, null)
        || turns(left.first, right.first, left.momentumSum, right.first.momentum)
        || turns(left.last, right.last, right.momentumSum, left.last.momentum);
  }

  /** Whether the sum of momenta no longer points along the velocity at either end. */
  private boolean turns(Point first, Point last, double[] sum, double[] more) {
    double atFirst = 0;
    double atLast = 0;
    for (int j = 0; j < sum.length; j++) {
      double along = variances[j] * (sum[j] + (more == null ? 0 : more[j]));
      atFirst += along * first.momentum[j];
      atLast += along * last.momentum[j];
    }
    return !(atFirst > 0 && atLast > 0);
  }

  private static double logSum(double a, double b) {
    double max = Math.max(a, b);
    return max == Double.NEGATIVE_INFINITY ? max : max + Math.log1p(Math.exp(Math.min(a, b) - max));
  }

  /**
   * Trajectories that left the level set by far: a sign that draws cannot be trusted.
   *
   * @return how many after the warm-up, in which large steps are tried on purpose
   */
  public int divergences() {
    return divergences;
  }

  /**
   * The cost so far.
   *
   * @return evaluations of the gradient
   */
  public long evaluations() {
    return evaluations;
  }

  /**
   * The step size.
   *
   * @return what the warm-up arrived at
   */
  public double step() {
    return step;
  }

  /**
   * The metric.
   *
   * @return a variance for each coordinate; a copy
   */
  public double[] variances() {
    return variances.clone();
  }
}
