// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.solver;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.ibcavi.fit.StopReason;
import org.ibcavi.problem.Shape;

/** How an ascent went: the objective after each sweep, and why it ended. */
public final class Climb {
  private final Shape shape;
  private final int[] regressions;
  private double[] trace = new double[32];
  private int length;
  private double[] values;
  private StopReason reason;

  public Climb(Shape shape, int[] regressions) {
    this.shape = shape;
    this.regressions = regressions.clone();
  }

  /** Takes the regressions' objectives after one more sweep; the first time, at the start. */
  public void add(double[] regressionValues) {
    values = regressionValues;
    double sum = 0;
    for (int i = 0; i < regressions.length; i++) {
      sum += shape.multiplicity(regressions[i]) * regressionValues[i];
    }
    if (length == 0 && !Double.isFinite(sum)) {
      throw new IllegalArgumentException(
          "the objective is "
              + sum
              + " at the start; features, weights or prior means are too large");
    }
    if (length == trace.length) {
      trace = Arrays.copyOf(trace, 2 * length);
    }
    trace[length++] = sum;
  }

  /**
   * Climbs of other regressions one after the other, told as if they had been side by side: a group
   * that has ended stays where it is.
   */
  public static Climb join(List<Climb> groups) {
    int[] regressions =
        groups.stream().flatMapToInt(group -> Arrays.stream(group.regressions)).toArray();
    Climb joined = new Climb(groups.get(0).shape, regressions);
    joined.length = groups.stream().mapToInt(group -> group.length).max().orElseThrow();
    joined.trace = new double[joined.length];
    for (Climb group : groups) {
      for (int i = 0; i < joined.length; i++) {
        joined.trace[i] += group.trace[Math.min(i, group.length - 1)];
      }
    }
    joined.values = groups.stream().flatMapToDouble(group -> Arrays.stream(group.values)).toArray();
    return joined.end(
        groups.stream().map(Climb::reason).max(Comparator.naturalOrder()).orElseThrow());
  }

  public Climb end(StopReason why) {
    reason = why;
    return this;
  }

  /** Sweeps done; the evaluation at the start is none. */
  public int sweeps() {
    return length - 1;
  }

  public double objective() {
    return trace[length - 1];
  }

  public double[] trace() {
    return Arrays.copyOf(trace, length);
  }

  /** The objective of each regression, in the order of the regressions. */
  public double[] values() {
    return values;
  }

  public StopReason reason() {
    return reason;
  }

  /** Whether a rule for all regressions together is met. */
  public boolean satisfies(StoppingRule rule) {
    if (!(rule instanceof StoppingRule.ElboGain gain) || sweeps() < 2) {
      return false;
    }
    double categoriesPerRow = shape.categories() / shape.totalWeight();
    return (trace[length - 1] - trace[length - 2]) * categoriesPerRow < gain.threshold();
  }
}
