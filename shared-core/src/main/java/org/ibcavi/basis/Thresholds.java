// SPDX-License-Identifier: Apache-2.0
package org.ibcavi.basis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ibcavi.design.DesignMatrix;

/**
 * Steps at evenly spaced quantiles of every feature that has more than two values; a step between
 * all neighbouring values of a feature that has few. A feature of one or two values has no other
 * functions than linear ones.
 *
 * @param perFeature steps of a feature at the most, at least 1
 */
public record Thresholds(int perFeature) implements Basis {
  @Override
  public int columns(int inputs) {
    return Math.multiplyExact(inputs, perFeature + 1);
  }

  /** A feature that is 0 has steps of 0 only. */
  @Override
  public double valuesPerRow(int inputs, double stored) {
    return stored * (perFeature + 1);
  }

  /** The columns; and of one at a time its values in order, and the boxed numbers of its rows. */
  @Override
  public double valuesToFit(int inputs, int rows) {
    return (inputs + 6.0) * rows;
  }

  @Override
  public FittedBasis fit(DesignMatrix rows, double[] weights, long seed) {
    double[][] cuts = new double[rows.columns()][];
    double[][] columns = Columns.of(rows);
    Arrays.setAll(cuts, m -> cuts(columns[m], weights));
    Steps steps = new Steps(cuts);
    return steps.isLinear() ? FittedBasis.identity(steps.inputs()) : steps;
  }

  /** Weights count as copies of a row: the cuts are those of the rows so often repeated. */
  private double[] cuts(double[] values, double[] weights) {
    double[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    if (distinct.length <= 2) {
      return new double[0];
    }
    if (distinct.length <= perFeature + 1) {
      return IntStream.range(1, distinct.length)
          .mapToDouble(j -> between(distinct[j - 1], distinct[j]))
          .toArray();
    }
    double[] upTo = new double[distinct.length];
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double sum = 0;
    int at = 0;
    for (int i : order) {
      at += values[i] > distinct[at] ? 1 : 0;
      sum += weights[i];
      upTo[at] = sum;
    }
    double total = sum;
    return IntStream.rangeClosed(1, perFeature)
        .map(j -> firstAtLeast(upTo, total * j / (perFeature + 1)))
        .filter(j -> j < distinct.length - 1)
        .distinct()
        .mapToDouble(j -> between(distinct[j], distinct[j + 1]))
        .toArray();
  }

  private static int firstAtLeast(double[] increasing, double least) {
    int at = 0;
    while (at < increasing.length - 1 && increasing[at] < least) {
      at++;
    }
    return at;
  }

  /** At least the lower and below the upper, even of neighbouring numbers. */
  private static double between(double lower, double upper) {
    double middle = 0.5 * lower + 0.5 * upper;
    return middle < upper ? middle : lower;
  }
}
